import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { api, requireSignedIn } from '#lib/api/api-context.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { describe } from '#lib/api/page-meta.ts';
import { readCustomer } from '#orders/checkout-contract.ts';
import { listOrders } from '#orders/contract.ts';
import { type QuoteLink, quoteLink } from '#forms/quote-link.ts';
import { listMySubmissions } from '#forms/submissions/admin/contract.ts';
import { listOwnAccounts } from '#trade/accounts/own-contract.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { Route } from './+types/account';
import styles from './account.module.css';

const latest = { page: 1, pageSize: 3 };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, firstName } = requireSignedIn(context, url);
  const call = api(context);
  const [orders, submissions, customer, accounts] = await Promise.all([
    call(listOrders, { query: latest }),
    call(listMySubmissions, { query: latest }),
    call(readCustomer, { params: { userId: id } }),
    call(listOwnAccounts),
  ]);
  const quote = submissions.length === 0 ? await quoteLink(call) : undefined;
  const companies = accounts.map(({ id: accountId, name }) => ({ id: accountId, name }));
  return { firstName, orders, submissions, quote, customer, companies };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Your account',
    description: 'Your latest orders and submissions, your details and your sign-in settings.',
    path: '/account/',
    isPrivate: true,
  });

export default function Account({ loaderData }: Route.ComponentProps) {
  const { firstName, orders, submissions, quote, customer, companies } = loaderData;
  return (
    <>
      <header className={styles.head}>
        <h1>{`Hello, ${firstName}`}</h1>
        <p>Your latest orders and forms, and the details that we fill in for you.</p>
      </header>
      <div className={styles.cards}>
        {companies.map(({ id, name }) => (
          <Card key={id} title={name} more={{ to: `/trade/${id}`, label: 'Open the account' }} isWide>
            <p>Sites, people, invoices, approvals and quotes of your company.</p>
          </Card>
        ))}
        <Orders orders={orders} />
        <Submissions submissions={submissions} quote={quote} />
        <Details customer={customer} />
        <Card title="Sign-in and security" more={{ to: '/update-profile/security/', label: 'Password and devices' }}>
          <p>Change your password, and see where you are signed in.</p>
        </Card>
      </div>
    </>
  );
}

interface CardProps {
  title: string;
  more: { to: string; label: string };
  isWide?: boolean;
  children: ReactNode;
}

function Card({ title, more, isWide, children }: CardProps) {
  return (
    <section className={isWide ? `${styles.card} ${styles.wide}` : styles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Link to={more.to} prefetch="intent">
          {more.label}
        </Link>
      </header>
      {children}
    </section>
  );
}

function Orders({ orders }: { orders: ReplyOf<typeof listOrders> }) {
  const shop = { to: '/shopping/products/all', label: 'Go to the shop' };
  return (
    <Card title="Latest orders" more={orders.length > 0 ? { to: '/my-orders/', label: 'All orders' } : shop} isWide>
      {orders.length === 0 && (
        <p>Orders that you place while you are signed in appear here, with their tax invoices.</p>
      )}
      <ul>
        {orders.map(({ id, orderNumber, orderDate, orderStatusValue, orderAmount, purchaseOrder }) => (
          <li key={id}>
            <div>
              <Link to={`/shopping/order/${id}`} prefetch="intent">
                <Hidden>Order </Hidden>
                {orderNumber}
              </Link>
              <small>
                <time dateTime={orderDate}>{formatInstant(new Date(orderDate))}</time>
                {purchaseOrder && `, ${purchaseOrder}`}
              </small>
            </div>
            <span>{orderStatusValue}</span>
            <b>{formatDollars(orderAmount)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface SubmissionsProps {
  submissions: ReplyOf<typeof listMySubmissions>;
  /** Shown to a member without submissions. */
  quote: QuoteLink | undefined;
}

function Submissions({ submissions, quote }: SubmissionsProps) {
  const more = quote ?? { to: '/my-submissions/', label: 'All submissions' };
  return (
    <Card title="Latest submissions" more={more} isWide>
      {submissions.length === 0 && <p>Forms that you send while you are signed in appear here.</p>}
      <ul>
        {submissions.map(({ id, formName, createdDate }) => (
          <li key={id}>
            <div>
              <Link to={`/forms/${id}/view`} prefetch="intent">
                {formName}
              </Link>
              <small>
                <time dateTime={createdDate}>{formatInstant(new Date(createdDate))}</time>
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Details({ customer }: { customer: ReplyOf<typeof readCustomer> }) {
  const { firstName, lastName, email, mobile, companyName, abn, fullAddress } = customer;
  return (
    <Card title="Your details" more={{ to: '/update-profile/', label: 'Change' }}>
      <address>
        <strong>{companyName ?? `${firstName} ${lastName}`}</strong>
        {companyName !== null && <span>{`${firstName} ${lastName}`}</span>}
        {abn !== null && <span>{`ABN ${formatAbn(abn)}`}</span>}
        <span>{email}</span>
        <span>{formatPhone(mobile)}</span>
        {fullAddress !== '' && <span>{fullAddress}</span>}
      </address>
      {fullAddress === '' && <p>Your address is saved with your first order.</p>}
    </Card>
  );
}
