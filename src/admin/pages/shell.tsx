import { useState } from 'react';
import { Outlet } from 'react-router';
import { administrator, page } from '#lib/api-context.ts';
import layout from '#ui/layout.module.css';
import { SystemMessages } from '#site/system-messages.tsx';
import { useKeys } from '#ui/use-keys.ts';
import { KeysSheet } from '../shell/keys-sheet.tsx';
import { Navigation } from '../shell/navigation.tsx';
import { Palette } from '../shell/palette.tsx';
import { PageProgress } from '../shell/page-progress.tsx';
import styles from '../shell/shell.module.css';
import { TopBar } from '../shell/top-bar.tsx';
import { AdminProblem } from '../shell/admin-problem.tsx';
import type { Route } from './+types/shell';

export function loader({ context, url }: Route.LoaderArgs) {
  administrator(context, url);
  return { origin: page(context).origin };
}

/** Who may be here is asked again with every page by the page itself. */
export const shouldRevalidate = () => false;

/** What is around every page of the back office: areas on the left, the way here and the palette on top. */
export default function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  useKeys({
    'mod+k': () => setPaletteOpen(true),
    '?': () => setKeysOpen(true),
  });
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Navigation />
      <div className={styles.body}>
        <PageProgress />
        <SystemMessages />
        <TopBar onSearch={() => setPaletteOpen(true)} />
        <main id="main" className={styles.page} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Palette isOpen={isPaletteOpen} close={() => setPaletteOpen(false)} showKeys={() => setKeysOpen(true)} />
      <KeysSheet isOpen={areKeysOpen} close={() => setKeysOpen(false)} />
      <div className={layout.hidden} aria-live="polite" id="announce" />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminProblem error={error} />;
}
