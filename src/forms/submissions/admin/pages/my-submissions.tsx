import { Link } from '#ui/link.tsx';
import { api, callList, requireSignedIn } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import { describe } from '#lib/api/page-meta.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import layout from '#ui/layout.module.css';
import { Pagination, rangeText } from '#ui/layout/pagination.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { PencilIcon } from '#ui/icons/back-office-icons.tsx';
import { type QuoteLink, quoteLink } from '../../../quote-link.ts';
import { listMySubmissions, type MySubmission } from '../contract.ts';
import { StatusBadge } from '#inbox/columns.tsx';
import type { Route } from './+types/my-submissions';
import styles from './my-submissions.module.css';

const pageSize = 10;

export async function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const page = pageNumber(url);
  const { rows, total } = await callList(context, listMySubmissions, { query: { page, pageSize } });
  return { page, rows, total, quote: total === 0 ? await quoteLink(api(context)) : undefined };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'My submissions',
    description: 'The forms that you have sent us and their status.',
    path: '/my-submissions/',
    isPrivate: true,
  });

/** The member's own submissions. */
export default function MySubmissions({ loaderData: { page, rows, total, quote } }: Route.ComponentProps) {
  return (
    <>
      <header className={styles.head}>
        <h1>My submissions</h1>
        {total > 0 && <p className={layout.muted}>{rangeText({ page, pageSize, total })}</p>}
      </header>
      {rows.length === 0 ? <NoSubmissions quote={quote} /> : <SubmissionRows rows={rows} />}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        toPage={(number) => `/my-submissions/?page=${number}`}
      />
    </>
  );
}

function SubmissionRows({ rows }: { rows: readonly MySubmission[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, formName, status, createdDate }) => {
        const when = formatInstant(new Date(createdDate));
        return (
          <li key={id}>
            <h2>
              <Link to={`/forms/${id}/view`} prefetch="intent">
                {formName}
                <Hidden>, sent {when}</Hidden>
              </Link>
            </h2>
            <p className={styles.date}>
              <time dateTime={createdDate}>{when}</time>
            </p>
            <p className={styles.status}>
              <StatusBadge status={status} />
            </p>
            <LinkButton className={styles.edit} look="quiet" size="small" to={`/forms/${id}/edit`}>
              <PencilIcon />
              Edit
              <Hidden>
                {' '}
                {formName}, sent {when}
              </Hidden>
            </LinkButton>
          </li>
        );
      })}
    </ul>
  );
}

function NoSubmissions({ quote }: { quote: QuoteLink | undefined }) {
  if (!quote) {
    return (
      <EmptyState
        title="This page is empty"
        actions={<LinkButton to="/my-submissions/">Newest submissions</LinkButton>}
      >
        <p>Your list of submissions does not have this many pages.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="You have not sent us a form yet" actions={<LinkButton to={quote.to}>{quote.label}</LinkButton>}>
      <p>Forms that you send while you are signed in appear here. You can view and edit them.</p>
    </EmptyState>
  );
}
