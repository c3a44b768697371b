import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { memberCookie } from '#accounts/sign-in/member-cookie.ts';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { useKnownViewer } from '#lib/api/root-data.ts';
import { chooseSite, readSiteChoice } from '../site-choice.ts';
import { useChosenSiteId } from '../use-chosen-site.ts';
import type { listOwnAccounts } from './own-contract.ts';

/** An account as the browser gets it, with amounts in dollars. */
export type Account = ReplyOf<typeof listOwnAccounts>[number];
export type Site = Account['sites'][number];

/** The site for which somebody orders now, with its account. */
export interface SiteChoice {
  siteId: string;
  site: Site;
  account: Account;
}

interface OwnSites {
  /** Undefined until they are loaded; empty for members without a trade account and for visitors. */
  accounts: readonly Account[] | undefined;
  choice: SiteChoice | undefined;
  /** Loads the accounts again, as after a change of a site. */
  reload: () => void;
}

const OwnSitesContext = createContext<OwnSites>({ accounts: undefined, choice: undefined, reload: () => {} });

/** The trade accounts of the signed-in reader. */
export const useOwnSites = (): OwnSites => useContext(OwnSitesContext);

/** The site for which the reader orders; undefined for none, and until it is known. */
export const useSiteChoice = (): SiteChoice | undefined => useContext(OwnSitesContext).choice;

interface OwnSitesProviderProps {
  /** Called when a site is chosen for somebody who has not chosen yet. */
  onFirstChoice: () => void;
  children: ReactNode;
}

/** Loads the reader's trade accounts and knows the chosen site. Members with sites who have not chosen order for the first of them. */
export function OwnSitesProvider({ onFirstChoice, children }: OwnSitesProviderProps) {
  const viewer = useKnownViewer();
  const [loaded, setLoaded] = useState<{ viewerId: string; accounts: readonly Account[] }>();
  const [attempt, setAttempt] = useState(0);
  const siteId = useChosenSiteId();
  const viewerId = viewer?.id;
  useEffect(() => {
    const endedByItself = viewer === undefined && memberCookie() === undefined;
    if ((viewer === null || endedByItself) && readSiteChoice() !== '') chooseSite(undefined);
  }, [viewer]);
  useEffect(() => {
    if (viewerId === undefined) return;
    const control = new AbortController();
    call<typeof listOwnAccounts>('GET /v1/trade/accounts', {}, { signal: control.signal }).then(
      (accounts) => {
        setLoaded({ viewerId, accounts });
        if (settleChoice(accounts)) onFirstChoice();
      },
      // The page works as for a member without an account, and the next page tries again.
      () => !control.signal.aborted && setLoaded({ viewerId, accounts: [] }),
    );
    return () => control.abort();
  }, [viewerId, attempt, onFirstChoice]);
  const accounts = viewer === null ? [] : loaded?.viewerId === viewerId ? loaded?.accounts : undefined;
  const value = { accounts, choice: choiceOf(accounts, siteId), reload: () => setAttempt(attempt + 1) };
  return <OwnSitesContext value={value}>{children}</OwnSitesContext>;
}

function choiceOf(accounts: readonly Account[] | undefined, siteId: string): SiteChoice | undefined {
  for (const account of accounts ?? []) {
    const site = account.sites.find(({ id }) => id === siteId);
    if (site) return { siteId, site, account };
  }
  return undefined;
}

/** Chooses the first site if nothing is chosen, or the reader has the chosen one no longer. Returns whether it is the first choice. */
function settleChoice(accounts: readonly Account[]): boolean {
  const stored = readSiteChoice();
  const sites = accounts.filter(({ status }) => status !== 'closed').flatMap((account) => account.sites);
  if (stored === 'none' ? sites.length > 0 : sites.some(({ id }) => id === stored)) return false;
  const [first] = sites;
  if (first || stored !== '') chooseSite(first?.id);
  return first !== undefined && stored === '';
}
