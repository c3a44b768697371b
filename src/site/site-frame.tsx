import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './site-frame.module.css';
import { Header } from './header.tsx';
import { SystemMessages } from './system-messages.tsx';

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <NavigationProgress />
      <Header />
      <SystemMessages />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
