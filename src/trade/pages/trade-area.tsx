import { NavLink, Outlet, useMatches, useParams } from 'react-router';
import { usePublicSettings } from '#company/use-settings.ts';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import type { TradePermission } from '../permissions.ts';
import { useOwnSites } from '../accounts/own-sites.tsx';
import styles from './trade-area.module.css';

interface Entry {
  label: string;
  to: (accountId: string) => string;
  /** Shown to people with one of these; to all if left out. */
  permissions?: readonly TradePermission[];
}

const entries: readonly Entry[] = [
  { label: 'Sites and people', to: (id) => `/trade/${id}` },
  { label: 'Approvals', to: (id) => `/trade/${id}/approvals` },
  { label: 'Invoices', to: (id) => `/trade/${id}/invoices`, permissions: ['SeeInvoices'] },
  {
    label: 'Quotes',
    to: (id) => `/trade/${id}/quotes`,
    permissions: ['RequestQuotes', 'AcceptQuotes', 'SeeAllOrders'],
  },
  { label: 'Standing orders', to: () => '/trade/standing-orders', permissions: ['Order'] },
  { label: 'Move in', to: () => '/trade/move-in', permissions: ['ManageLists', 'RequestQuotes'] },
];

/** The pages of a trade account, for its own people. */
export default function TradeArea() {
  const { accounts, choice } = useOwnSites();
  const loaded = useMatches().at(-1)?.loaderData as { accountId?: string } | null | undefined; // what belongs to an account says to which
  const accountId = useParams()['accountId'] ?? loaded?.accountId ?? choice?.account.id ?? '';
  const shop = usePublicSettings()?.company.name;
  const account = accounts?.find(({ id }) => id === accountId);
  const mayOpen = ({ permissions }: Entry): boolean =>
    permissions === undefined || permissions.some((one) => account?.permissions.includes(one));
  return (
    <div className={cx(layout.wrap, styles.area)}>
      {account && (
        <p className={styles.onPaper}>
          {shop}, account of {account.name}
        </p>
      )}
      <nav className={styles.nav} aria-label="Trade account">
        <p>{account?.name ?? 'Trade account'}</p>
        {entries.filter(mayOpen).map(({ label, to }) => (
          <NavLink key={label} to={to(accountId)} end prefetch="intent">
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
