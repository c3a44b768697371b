import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { sentenceOf } from '#lib/api/problem.ts';
import { notifyProblem } from '#ui/feedback/notify.tsx';
import type { cancelImport, ProductImport, putAwayImport } from '#catalogue/products/file-contract.ts';
import { importSentences } from '#catalogue/products/import-sentences.ts';
import { ImportBanner } from './import-banner.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useCurrentImport } from './use-current-import.ts';

interface Imports {
  /** Asks for a new file. */
  choose: () => void;
}

const Context = createContext<Imports>({ choose: () => {} });

export const useImports = (): Imports => useContext(Context);

interface ImportsAroundProps {
  /** As the server knew it when the page was made. */
  first: ProductImport | null;
  /** The pages, below the banner that is handed to them. */
  children: (banner: ReactNode) => ReactNode;
}

/** Keeps imports in view on all pages: they go on in the background while somebody works elsewhere. */
export function ImportsAround({ first, children }: ImportsAroundProps) {
  const { current, setCurrent, look } = useCurrentImport(first);
  const [opened, setOpened] = useState<'new' | 'current'>();
  const imports = useMemo(() => ({ choose: () => setOpened('new') }), []);
  /** Whether it is done or refused, the banner shows how the import stands then. */
  const settle = async (doing: Promise<unknown>, refusal: string): Promise<void> => {
    try {
      await doing;
    } catch (error) {
      notifyProblem(sentenceOf(error, refusal));
    }
    await look();
  };
  const putAway = (id: string): Promise<void> => {
    const doing = call<typeof putAwayImport>('DELETE /v1/manage-products/imports/{id}', { params: { id } });
    return settle(doing, importSentences.send);
  };
  const cancel = (id: string): Promise<void> => {
    const doing = call<typeof cancelImport>('POST /v1/manage-products/imports/{id}/cancel', { params: { id } });
    return settle(doing, importSentences.cancel);
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
          refused={() => void look()}
          close={() => setOpened(undefined)}
        />
      )}
    </Context>
  );
}
