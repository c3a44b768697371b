import { call } from '#lib/api/api.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { asRead, type PriceBody, type PriceOnPage, restoredRow } from './price-cells.ts';
import { priceSentences, type removePrice, type savePrice } from './prices-contract.ts';

/** Removes a price from a list at once, and offers to undo that. */
export function useRemovePrice(id: string): (row: PriceOnPage) => Promise<boolean> {
  const { change } = useChange();
  const restore = (body: PriceBody) =>
    change(async () => {
      await call<typeof savePrice>('PUT /v1/price-lists/{id}/prices', { params: { id }, body });
      notify({ text: 'The price is back in the list.' });
    }, priceSentences.save);
  return (row) =>
    change(async () => {
      const body = asRead(row);
      const input = { params: { id }, body };
      const removed = await call<typeof removePrice>('POST /v1/price-lists/{id}/prices/remove', input);
      const run = () => void restore(restoredRow(row, removed));
      notify({ text: priceSentences.removed, action: { label: 'Undo', run } });
    }, priceSentences.remove);
}
