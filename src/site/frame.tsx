import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { SystemMessages } from './system-messages.tsx';

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Progress />
      <Header />
      <SystemMessages />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/** A progress line when the next page takes longer than 300 ms, and the new page's title for screen readers. */
export function Progress() {
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    setTitle(document.title);
  }, [pathname]);
  return (
    <>
      <div className={cx(styles.progress, state === 'loading' && styles.busy)} aria-hidden="true" />
      <p className={layout.hidden} aria-live="polite">
        {title}
      </p>
    </>
  );
}
