import type { Viewer } from '#lib/api/api-context.ts';
import { administratorType } from '#lib/api/access.ts';

/**
 * A cookie that scripts set for a member. Public pages are the same for everybody, so the browser shows from it, before the first paint,
 * who is signed in. The server sends these pages to members only if they have the cookie: browsers without script get pages of
 * their own. The member's name and whether they are an administrator are all that it contains.
 */
export const memberCookieName = 'member';
const seconds = 30 * 24 * 60 * 60; // as long as a session can be renewed

declare global {
  interface Window {
    /** Shows what depends on the reader's role, as the cookie has it: attributes of the document that `base.css` knows, and the name. */
    showMember?: () => void;
  }
}

/** A script for the head that defines `showMember`, and calls it unless the page was rendered for its reader (`data-own`). */
export const showMemberBeforePaint = String.raw`window.showMember=()=>{const e=document.documentElement,d=e.dataset,m=/(?:^|; )member=(\w)\.([^;]*)/.exec(document.cookie);if(m){d.member='';if(m[1]==='a')d.administrator='';e.style.setProperty('--member-name','"'+decodeURIComponent(m[2]).replace(/["\\\n]/g,'\\$&')+'"')}};document.documentElement.dataset.own??showMember();`;

/** The cookie's text, which says who is signed in; undefined if nobody is. In the browser only. */
export const memberCookie = (): string | undefined => /(?:^|; )member=([^;]+)/.exec(document.cookie)?.[1];

/** Sets the cookie for the reader of the page, or deletes it if nobody is signed in, and shows it. */
export function storeMember(viewer: Viewer | null): void {
  const text = viewer && `${viewer.userType === administratorType ? 'a' : 'm'}.${encodeURIComponent(viewer.firstName)}`;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${memberCookieName}=${text ?? ''}; path=/; max-age=${viewer ? seconds : 0}; samesite=lax${secure}`;
  const { dataset } = document.documentElement;
  delete dataset['member'];
  delete dataset['administrator'];
  window.showMember?.();
}
