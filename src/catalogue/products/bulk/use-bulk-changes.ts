import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type BulkChange, bulkSentences, type changeProducts, type undoProducts } from './bulk-contract.ts';
import { countText } from '#lib/text/count-text.ts';
import type { ProductSelection } from './product-selection.ts';

type Action = BulkChange['action'];

const results: Record<Action, [one: string, many: string]> = {
  activate: ['is now displayed online', 'are now displayed online'],
  deactivate: ['is now hidden', 'are now hidden'],
  archive: ['has been archived', 'have been archived'],
  restore: ['has been restored', 'have been restored'],
};

export function useBulkChanges() {
  const { revalidate } = useRevalidator();
  const undo = async (id: string): Promise<void> => {
    await attempt(async () => {
      const { left } = await call<typeof undoProducts>('POST /v1/manage-products/undo/{id}', { params: { id } });
      notify({ text: left > 0 ? `Undone, except for ${left} that changed in the meantime.` : 'Undone.' });
      await revalidate();
    }, bulkSentences.noUndo);
  };
  const notifyWithUndo = async (text: string, undoId: string | null): Promise<void> => {
    notify({ text, ...(undoId && { action: { label: 'Undo', run: () => void undo(undoId) } }) });
    await revalidate();
  };
  const change = (action: Action, selection: ProductSelection): Promise<boolean> =>
    attempt(async () => {
      const { changed, undoId } = await call<typeof changeProducts>('POST /v1/manage-products/bulk', {
        body: { action, ...selection },
      });
      await notifyWithUndo(`${countText(changed, 'product')} ${results[action][changed === 1 ? 0 : 1]}.`, undoId);
    }, bulkSentences.failed);
  return {
    change,
    notifyPrices: (changed: number, undoId: string | null) =>
      notifyWithUndo(`The prices of ${countText(changed, 'product')} have been changed.`, undoId),
  };
}
