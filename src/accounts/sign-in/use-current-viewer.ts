import { startTransition, useEffect, useState } from 'react';
import type { Viewer } from '#lib/api/api-context.ts';
import { hasMemberCookie, storeMember } from './member-cookie.ts';

/**
 * The reader of the page. `rendered` is whom the server has rendered the page for: undefined if it is a public page, which is the
 * same for everybody. Then the server is asked, unless this browser has no member cookie: a visitor sees what they see already.
 */
export function useCurrentViewer(rendered: Viewer | null | undefined): Viewer | null | undefined {
  const [latest, setLatest] = useState(rendered);
  useEffect(() => {
    if (rendered !== undefined) {
      storeMember(rendered);
      return setLatest(rendered);
    }
    if (!hasMemberCookie()) return setLatest((former) => former && null); // signed out in another tab
    let isCurrent = true;
    const apply = (viewer: Viewer | null): void => {
      if (!isCurrent) return;
      storeMember(viewer);
      // A transition waits for parts of the page that are not hydrated yet; otherwise React would remove them and render them again.
      startTransition(() => setLatest(viewer));
    };
    import('./read-viewer.ts').then(({ readViewer }) => readViewer()).then(apply, () => {}); // the page stays as the cookie has it
    return () => {
      isCurrent = false;
    };
  }, [rendered]);
  return rendered === undefined ? latest : rendered;
}
