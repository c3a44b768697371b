import { attempt } from '#ui/feedback/attempt.ts';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { cancelImport, ProductImport, putAwayImport } from '#catalogue/products/import-export-contract.ts';
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
  /** The import at the time when the server rendered the page. */
  first: ProductImport | null;
  /** Renders the pages below the given banner. */
  children: (banner: ReactNode) => ReactNode;
}

/** Shows the current import on all pages, since it continues in the background. */
export function ImportsProvider({ first, children }: ImportsProviderProps) {
  const { current, setCurrent, refresh } = useCurrentImport(first);
  const [opened, setOpened] = useState<'new' | 'current'>();
  const imports = useMemo(() => ({ choose: () => setOpened('new') }), []);
  /** Reads the import again after each request, whether it succeeded or not. */
  const settle = async (work: () => Promise<unknown>, refusal: string): Promise<void> => {
    await attempt(work, refusal);
    await refresh();
  };
  const putAway = (id: string): Promise<void> => {
    const route = 'DELETE /v1/manage-products/imports/{id}';
    return settle(() => call<typeof putAwayImport>(route, { params: { id } }), importSentences.send);
  };
  const cancel = (id: string): Promise<void> => {
    const route = 'POST /v1/manage-products/imports/{id}/cancel';
    return settle(() => call<typeof cancelImport>(route, { params: { id } }), importSentences.cancel);
  };
  const banner = current && opened === undefined && (
    <ImportBanner
      current={current}
      show={() => setOpened('current')}
      cancel={() => void cancel(current.id)}
      putAway={() => void putAway(current.id)}
    />
  );
  return (
    <Context value={imports}>
      {children(banner)}
      {opened && (
        <ImportDialog
          current={opened === 'current' ? current : null}
          take={(taken) => {
            setCurrent(taken);
            setOpened('current');
          }}
          onRefused={() => void refresh()}
          close={() => setOpened(undefined)}
        />
      )}
    </Context>
  );
}
