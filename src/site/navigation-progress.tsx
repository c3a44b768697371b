import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './navigation-progress.module.css';

/** Shows a line at the top if the next page takes over 300 ms to load, and announces its title to screen readers. */
export function NavigationProgress() {
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
