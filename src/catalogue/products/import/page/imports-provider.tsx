import { attempt } from '#ui/feedback/attempt.ts';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { cancelImport, ProductImport, dismissImport } from '#catalogue/products/import-export-contract.ts';
import { importSentences } from '#catalogue/products/import-sentences.ts';
import { ImportBanner } from './import-banner.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useCurrentImport } from './use-current-import.ts';

interface Imports {
  choose: () => void;
}

const Context = createContext<Imports>({ choose: () => {} });

export const useImports = (): Imports => useContext(Context);

interface ImportsProviderProps {
  /** The import to show first, as it was when the server rendered the page. */
  first: ProductImport | null;
  /** Renders the page, with the given banner. */
  children: (banner: ReactNode) => ReactNode;
}

/** Shows the current import on all pages, because it runs in the background. */
export function ImportsProvider({ first, children }: ImportsProviderProps) {
  const { current, setCurrent, refresh } = useCurrentImport(first);
  const [opened, setOpened] = useState<'new' | 'current'>();
  const imports = useMemo(() => ({ choose: () => setOpened('new') }), []);
  /** Reads the import again after a request, whether or not it succeeded. */
  const runAndRefresh = async (work: () => Promise<unknown>, refusal: string): Promise<void> => {
    await attempt(work, refusal);
    await refresh();
  };
  const dismiss = (id: string): Promise<void> => {
    const route = 'DELETE /v1/manage-products/imports/{id}';
    return runAndRefresh(() => call<typeof dismissImport>(route, { params: { id } }), importSentences.send);
  };
  const cancel = (id: string): Promise<void> => {
    const route = 'POST /v1/manage-products/imports/{id}/cancel';
    return runAndRefresh(() => call<typeof cancelImport>(route, { params: { id } }), importSentences.cancel);
  };
  const banner = current && opened === undefined && (
    <ImportBanner
      current={current}
      show={() => setOpened('current')}
      cancel={() => void cancel(current.id)}
      dismiss={() => void dismiss(current.id)}
    />
  );
  return (
    <Context value={imports}>
      {children(banner)}
      {opened && (
        <ImportDialog
          current={opened === 'current' ? current : null}
          onStarted={(started) => {
            setCurrent(started);
            setOpened('current');
          }}
          onRefused={() => void refresh()}
          close={() => setOpened(undefined)}
        />
      )}
    </Context>
  );
}
