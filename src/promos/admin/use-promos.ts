import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { type addPromo, type deletePromo, type restorePromo, sentences, type updatePromo } from './contract.ts';
import type { bodyOf, PromoOnPage } from './promo-form.ts';

type Body = ReturnType<typeof bodyOf>;

/** Actions on promos, each of which reloads the list. The dialog shows refusals of `add` and `update`. */
export function usePromos() {
  const { revalidate } = useRevalidator();
  const attempt = async (work: () => Promise<unknown>, [done, failed]: readonly [string, string]): Promise<void> => {
    try {
      await work();
      notify({ text: done });
    } catch (error) {
      notifyProblem(errorMessageOf(error, failed));
    }
    await revalidate();
  };
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
    remove: ({ id }: PromoOnPage): Promise<void> =>
      attempt(
        () => call<typeof deletePromo>('DELETE /v1/shopping-cart/promoCode/{id}', { params: { id } }),
        [sentences.deleted, sentences.deleteFailed],
      ),
    restore: ({ id }: PromoOnPage): Promise<void> =>
      attempt(
        () => call<typeof restorePromo>('PATCH /v1/shopping-cart/promoCode/{id}/restore', { params: { id } }),
        [sentences.restored, sentences.restoreFailed],
      ),
  };
}
