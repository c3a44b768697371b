import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { MovementDialog } from '#catalogue/products/variations/stock-movement-dialog.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { type StockRowOnPage, stockSentences, type updateStocks } from './contract.ts';
import { DetailsDialog } from './item-details-dialog.tsx';

/** The dialogs "Update Details" and "Update Stock", and functions that open them; `rows` are those on the page. */
export function useStockDialogs(rows: readonly StockRowOnPage[]) {
  const [task, setTask] = useState<{ kind: 'details' | 'stock'; row: StockRowOnPage }>();
  const { revalidate } = useRevalidator();
  const close = (): void => setTask(undefined);
  const row = rows.find(({ id }) => id === task?.row.id) ?? task?.row;
  const dialogs = (
    <>
      {task?.kind === 'details' && row && <DetailsDialog row={row} reload={revalidate} close={close} />}
      {task?.kind === 'stock' && row && (
        <MovementDialog
          item={row}
          fallback={stockSentences.move}
          send={async (body) => {
            await call<typeof updateStocks>('POST /v1/manage-product-stocks/update-stocks', { body });
            notify({ text: stockSentences.moved });
            close();
            await revalidate();
          }}
          onRefused={() => void revalidate()}
          close={close}
        />
      )}
    </>
  );
  return {
    dialogs,
    updateDetails: (of: StockRowOnPage) => setTask({ kind: 'details', row: of }),
    updateStock: (of: StockRowOnPage) => setTask({ kind: 'stock', row: of }),
  };
}
