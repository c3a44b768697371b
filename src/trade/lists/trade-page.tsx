import type { ReactNode } from 'react';
import { LinkButton } from '#ui/button/button.tsx';
import layout from '#ui/layout.module.css';
import { cx } from '#ui/classes.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { type Account, type SiteChoice, useOwnSites } from '../accounts/own-sites.tsx';
import { accountSentences } from '../accounts/sentences.ts';
import styles from './trade-page.module.css';

interface TradePageProps {
  title: string;
  children: (choice: SiteChoice) => ReactNode;
}

/** A page for the site that is chosen under the header; it says so if there is none, or the reader may not order for it. */
export function TradePage({ title, children }: TradePageProps) {
  const { accounts, choice } = useOwnSites();
  return <div className={cx(layout.wrap, styles.page)}>{contentOf({ title, accounts, choice, children })}</div>;
}

function contentOf({
  title,
  accounts,
  choice,
  children,
}: TradePageProps & Pick<ReturnType<typeof useOwnSites>, 'accounts' | 'choice'>) {
  if (choice?.account.permissions.includes('Order')) return children(choice);
  if (!accounts) {
    return (
      <>
        <h1>{title}</h1>
        <Skeleton height="4rem" />
        <Skeleton height="24rem" />
      </>
    );
  }
  const shop = <LinkButton to="/shopping/products/all">To the shop</LinkButton>;
  if (choice) {
    return (
      <>
        <h1>{title}</h1>
        <EmptyState title="Your role does not order for this site." actions={shop}>
          <p>Ask an administrator of {choice.account.name} to give you a role that does.</p>
        </EmptyState>
      </>
    );
  }
  const { heading, text, manages } = withoutSite(accounts);
  const company = manages && <LinkButton to={`/trade/${manages.id}`}>Sites and people</LinkButton>;
  return (
    <>
      <h1>{title}</h1>
      <EmptyState title={heading} actions={company ?? shop}>
        <p>{text}</p>
      </EmptyState>
    </>
  );
}

/** Why no site is chosen, and what to do about it; `manages` is an account whose sites the reader may change. */
function withoutSite(accounts: readonly Account[]): { heading: string; text: string; manages?: Account | undefined } {
  const withSites = accounts.filter(({ sites }) => sites.length > 0);
  if (withSites.length > 0 && withSites.every(({ status }) => status === 'closed'))
    return { heading: 'Nothing can be ordered.', text: accountSentences.closed };
  if (withSites.length > 0) {
    return {
      heading: 'For which site?',
      text: 'Choose a site under the header: each site has its own lists and its own cart.',
    };
  }
  if (accounts.length === 0) {
    return {
      heading: 'This is for trade accounts.',
      text: 'A company with a trade account has lists for each of its sites, and orders by code.',
    };
  }
  const heading = 'You have no site to order for.';
  const manages = accounts.find(({ permissions }) => permissions.includes('ManageSites'));
  if (manages) return { heading, text: `Add a site of ${manages.name} first.`, manages };
  const names = accounts.map(({ name }) => name).join(' or ');
  return { heading, text: `Ask an administrator of ${names} to give you one.` };
}
