import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type addPromo, type deletePromo, type restorePromo, sentences, type updatePromo } from './contract.ts';
import type { bodyOf, PromoOnPage } from './promo-form.ts';

type Body = ReturnType<typeof bodyOf>;

/** Actions on promos, each of which reloads the list. The dialog shows refusals of `add` and `update`. */
export function usePromoActions() {
  const { revalidate } = useRevalidator();
  const { change } = useChange();
  return {
    add: async (body: Body, copyOf?: string): Promise<PromoOnPage> => {
      const promo = await call<typeof addPromo>('POST /v1/shopping-cart/promoCode', { body: { ...body, copyOf } });
      notify({ text: sentences.added });
      await revalidate();
      return promo;
    },
    update: async (body: Body, known: { id: string; version: number | undefined }): Promise<void> => {
      await call<typeof updatePromo>('PUT /v1/shopping-cart/promoCode', { body: { ...body, ...known } });
      notify({ text: sentences.updated });
      await revalidate();
    },
    remove: ({ id }: PromoOnPage) =>
      change(async () => {
        await call<typeof deletePromo>('DELETE /v1/shopping-cart/promoCode/{id}', { params: { id } });
        notify({ text: sentences.deleted });
      }, sentences.deleteFailed),
    restore: ({ id }: PromoOnPage) =>
      change(async () => {
        await call<typeof restorePromo>('PATCH /v1/shopping-cart/promoCode/{id}/restore', { params: { id } });
        notify({ text: sentences.restored });
      }, sentences.restoreFailed),
  };
}
