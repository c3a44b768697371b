import { useState } from 'react';
import { Outlet } from 'react-router';
import { hasAccess } from '#lib/api/access.ts';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { readCurrentImport } from '#catalogue/products/import-export-contract.ts';
import { ImportsProvider } from '#catalogue/products/import/page/imports-provider.tsx';
import { NavigationProgress } from '#site/navigation-progress.tsx';
import { SystemMessages } from '#site/system-messages.tsx';
import { useKeyboardShortcuts } from '#ui/use-keyboard-shortcuts.ts';
import { ShortcutsDialog } from '../shell/keyboard-shortcuts-dialog.tsx';
import { Navigation } from '../shell/navigation.tsx';
import { CommandPalette } from '../shell/command-palette.tsx';
import styles from '../shell/shell.module.css';
import { TopBar } from '../shell/top-bar.tsx';
import { CountsContext, useLoadedCounts } from '../shell/use-waiting-counts.ts';
import { AdminProblem } from '../shell/admin-problem.tsx';
import type { Route } from './+types/shell';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = requireAdministrator(context, url);
  if (!hasAccess(viewer, readCurrentImport.shapes.access)) return { current: null };
  // If the state of the import cannot be read, the page is shown without its banner.
  return api(context)(readCurrentImport).catch(() => ({ current: null }));
}

/** The loader need not run again, because each page's own loader checks access. */
export const shouldRevalidate = () => false;

/** The frame of the back office: navigation on the left, breadcrumbs and search on top. */
export default function Shell({ loaderData }: Route.ComponentProps) {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const counts = useLoadedCounts();
  useKeyboardShortcuts({
    'mod+k': () => setPaletteOpen(true),
    '?': () => setKeysOpen(true),
  });
  return (
    <CountsContext value={counts}>
      <div className={styles.app}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <Navigation />
        <div className={styles.body}>
          <NavigationProgress />
          <SystemMessages />
          <ImportsProvider first={loaderData.current}>
            {(banner) => (
              <>
                {banner}
                <TopBar onSearch={() => setPaletteOpen(true)} />
                <main id="main" className={styles.page} tabIndex={-1}>
                  <Outlet />
                </main>
              </>
            )}
          </ImportsProvider>
        </div>
        <CommandPalette isOpen={isPaletteOpen} close={() => setPaletteOpen(false)} showKeys={() => setKeysOpen(true)} />
        <ShortcutsDialog isOpen={areKeysOpen} close={() => setKeysOpen(false)} />
      </div>
    </CountsContext>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <AdminProblem error={error} />
    </main>
  );
}
