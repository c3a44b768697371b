/** The site for which this browser orders, in local storage: its id, `none`, or nothing while it has not been chosen. */
export const siteEntry = 'shop.site';

/** The browser sends storage events only to other tabs; this event is for the tab that chose. */
export const siteChosen = 'shop:site';

const none = 'none';

/** What is stored: an id, `none`, or '' (also without local storage). */
export function readSiteChoice(): string {
  try {
    return window.localStorage.getItem(siteEntry) ?? '';
  } catch {
    return '';
  }
}

/** The id of the chosen site; '' for none. */
export const chosenSiteId = (): string => readSiteChoice().replace(none, '');

/** Chooses a site, `null` to order for none; undefined forgets the choice, as when somebody signs out. */
export function chooseSite(siteId: string | null | undefined): void {
  try {
    if (siteId === undefined) window.localStorage.removeItem(siteEntry);
    else window.localStorage.setItem(siteEntry, siteId ?? none);
  } catch {
    return; // without local storage there is no cart either
  }
  if (siteId) document.documentElement.dataset['site'] = '';
  else delete document.documentElement.dataset['site'];
  window.dispatchEvent(new Event(siteChosen));
}
