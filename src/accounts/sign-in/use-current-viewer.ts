import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Viewer } from '#lib/api/api-context.ts';
import { memberCookie, storeMember } from './member-cookie.ts';

/**
 * The reader of the page. `rendered` is whom the server has rendered the page for: undefined if it is a public page, which is the
 * same for everybody. Then the server is asked, unless this browser has no member cookie: a visitor sees what they see already.
 */
export function useCurrentViewer(rendered: Viewer | null | undefined): Viewer | null | undefined {
  const [latest, setLatest] = useState(rendered);
  const { key } = useLocation();
  const isUnknown = rendered === undefined && !latest;
  useEffect(() => {
    if (rendered !== undefined) {
      storeMember(rendered);
      setLatest(rendered);
    }
  }, [rendered]);
  useEffect(() => {
    if (!isUnknown || memberCookie() === undefined) return;
    let isCurrent = true;
    const apply = (viewer: Viewer | null): void => {
      if (!isCurrent) return;
      storeMember(viewer);
      // A transition waits for parts of the page that are not hydrated yet; otherwise React would remove them and render them again.
      startTransition(() => setLatest(viewer));
    };
    // If it fails, the page stays as the cookie has it, and the next page asks again.
    import('./read-viewer.ts').then(({ readViewer }) => readViewer()).then(apply, () => {});
    return () => {
      isCurrent = false;
    };
  }, [isUnknown, key]);
  useReloadForOthers();
  return rendered === undefined ? latest : rendered;
}

/** Reloads a page that Back brings from the browser's memory if somebody else, or nobody, is signed in now. */
function useReloadForOthers(): void {
  useEffect(() => {
    let shown: string | undefined;
    const leave = (): void => {
      shown = memberCookie();
    };
    const show = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && memberCookie() !== shown) location.reload();
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', show);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', show);
    };
  }, []);
}
