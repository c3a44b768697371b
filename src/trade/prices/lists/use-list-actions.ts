import { call } from '#lib/api/api.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type archivePriceList, type restorePriceList, sentences } from './contract.ts';

/** Archives and restores lists; each reloads the page's data and can be undone. */
export function useListActions() {
  const { change } = useChange();
  const restore = (id: string) =>
    change(async () => {
      await call<typeof restorePriceList>('POST /v1/price-lists/{id}/restore', { params: { id } });
      notify({ text: 'The price list has been restored.' });
    }, sentences.save);
  const archive = (id: string) =>
    change(async () => {
      await call<typeof archivePriceList>('POST /v1/price-lists/{id}/archive', { params: { id } });
      const action = { label: 'Undo', run: () => void restore(id) };
      notify({ text: 'The price list has been archived.', action });
    }, sentences.archive);
  return { archive, restore };
}
