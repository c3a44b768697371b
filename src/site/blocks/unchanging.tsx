import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks, useNavigate } from 'react-router';
import styles from './unchanging.module.css';

/** As long as the pointer has to rest on a link until its page is fetched in advance, in milliseconds; equal to the router's. */
const intentDelay = 100;

/**
 * A part of a page that nothing changes. The first page of a visit keeps the HTML it came with: the views within are not loaded, and only the
 * links are taken over, so that they change the page without loading it whole. A later page is drawn by its views. The `id` is unique among pages.
 */
export function Unchanging({ id, children }: { id: string; children: ReactNode }) {
  const [html] = useState(() =>
    import.meta.env.SSR ? undefined : document.querySelector(`[data-unchanging="${CSS.escape(id)}"]`)?.innerHTML,
  );
  if (html !== undefined) return <WithLinks html={html} />;
  return (
    <div className={styles.unchanging} data-unchanging={import.meta.env.SSR ? id : undefined}>
      {children}
    </div>
  );
}

function WithLinks({ html }: { html: string }) {
  const navigate = useNavigate();
  const [soon, setSoon] = useState<string>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const follow = (event: MouseEvent) => {
    const page = pageOf(event);
    if (page === undefined || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    void navigate(page);
  };
  const prepare = (event: SyntheticEvent) => {
    clearTimeout(timer.current);
    const page = pageOf(event);
    if (page !== undefined) timer.current = window.setTimeout(() => setSoon(page), intentDelay);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links within take keys */}
      <div
        className={styles.unchanging}
        onClick={follow}
        onMouseOver={prepare}
        onFocus={prepare}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {soon && <PrefetchPageLinks page={soon} />}
    </>
  );
}

/** The address of the page that an event's link leads to; undefined for other sites, files, calls, and places on the same page. */
function pageOf({ target }: SyntheticEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target !== '' || link.origin !== location.origin) return undefined;
  const { pathname, search, hash } = link;
  const isSamePage = pathname === location.pathname && hash !== '';
  return isSamePage || /\.\w+$|^\/v1\//.test(pathname) ? undefined : pathname + search + hash;
}
