import { callList, requireSignedIn } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { day, dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { LinkButton } from '#ui/button/button.tsx';
import layout from '#ui/layout.module.css';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination, rangeText } from '#ui/layout/pagination.tsx';
import { Link } from '#ui/link.tsx';
import { listOwnQuotes } from '../own-contract.ts';
import { quoteName } from '../shapes.ts';
import { StateBadge } from '../state-badge.tsx';
import styles from '../quotes.module.css';
import type { Route } from './+types/own-quotes';

const pageSize = 20;

export async function loader({ context, url, params: { accountId } }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const page = pageNumber(url);
  const query = { page: String(page), pageSize: String(pageSize) };
  return { accountId, page, ...(await callList(context, listOwnQuotes, { params: { accountId }, query })) };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Quotes',
    description: 'What your company has asked us to price.',
    path: `/trade/${args.params.accountId}/quotes`,
    isPrivate: true,
  });

export default function OwnQuotes({ loaderData: { accountId, page, rows, total } }: Route.ComponentProps) {
  return (
    <>
      <header className={styles.head}>
        <h1>Quotes</h1>
        {total > 0 && <p className={layout.muted}>{rangeText({ page, pageSize, total })}</p>}
      </header>
      {rows.length === 0 ? (
        <EmptyState title="No quotes yet" actions={<LinkButton to="/shopping/products/all">Start shopping</LinkButton>}>
          <p>Put what you need into the cart and press “Ask for a quote” there.</p>
        </EmptyState>
      ) : (
        <ul className={styles.quotes}>
          {rows.map((quote) => (
            <li key={quote.id}>
              <h2>
                <Link to={`/trade/quotes/${quote.id}`} prefetch="intent">
                  {quoteName(quote)}
                </Link>
              </h2>
              <span className={styles.state}>
                <StateBadge state={quote.state} />
              </span>
              <p className={styles.total}>{quote.total === null ? '' : formatDollars(quote.total)}</p>
              <p>
                {quote.siteName}, {quote.contact}, {format(dayOf(new Date(quote.createdDate)))}
                {quote.state === 'sent' && quote.validUntil && `, valid until ${format(day(quote.validUntil))}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        toPage={(number) => `/trade/${accountId}/quotes?page=${number}`}
      />
    </>
  );
}
