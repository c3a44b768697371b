import { useSyncExternalStore } from 'react';
import { chosenSiteId, siteChosen } from './site-choice.ts';

/** The id of the site for which this browser orders, at once; '' for none, and on the server. */
export const useChosenSiteId = (): string => useSyncExternalStore(subscribe, chosenSiteId, () => '');

function subscribe(notify: () => void): () => void {
  const events = ['storage', 'pageshow', siteChosen];
  for (const event of events) window.addEventListener(event, notify);
  return () => {
    for (const event of events) window.removeEventListener(event, notify);
  };
}
