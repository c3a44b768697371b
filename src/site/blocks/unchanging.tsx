import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks, useNavigate } from 'react-router';
import styles from './unchanging.module.css';

/** How long the pointer must rest on a link before its page is fetched in advance, in milliseconds; the same as the router's. */
const intentDelay = 100;

/**
 * A part of a page that never changes. On the first page of a visit, it keeps the HTML that the server sent: its views are not loaded, and
 * only its links are handled by script, so that they change the page without a full load. A later page is rendered by its views. The `id`
 * is unique among pages.
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

/** The address of the page that an event's link leads to; undefined for other sites, files, endpoints, and places on the same page. */
function pageOf({ target }: SyntheticEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target !== '' || link.origin !== location.origin) return undefined;
  const { pathname, search, hash } = link;
  const isSamePage = pathname === location.pathname && hash !== '';
  return isSamePage || /\.\w+$|^\/v1\//.test(pathname) ? undefined : pathname + search + hash;
}
