import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { notifyProblem } from '#ui/feedback/notify.tsx';
import { useOwnSites } from '../accounts/own-sites.tsx';
import { chooseSite } from '../site-choice.ts';
import { listSentences as sentences } from './sentences.ts';

/** Chooses the site that a link names (`?site=`), or says why not, and takes it out of the address, as the reader may choose another one. */
export function useSiteOfAddress(): void {
  const [search, setSearch] = useSearchParams();
  const { accounts } = useOwnSites();
  const siteId = search.get('site');
  useEffect(() => {
    if (siteId === null || !accounts) return;
    if (accounts.some(({ sites }) => sites.some(({ id }) => id === siteId))) chooseSite(siteId);
    else notifyProblem(sentences.notYourSite);
    setSearch(
      (before) => {
        before.delete('site');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [siteId, accounts, setSearch]);
}
