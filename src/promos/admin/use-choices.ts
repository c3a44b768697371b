import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { sentences } from './contract.ts';
import { type PendingChoice, pendingOf } from './pending.ts';
import type { PromoProduct, savePromoProducts } from './products-contract.ts';

/** A product that was selected or deselected individually, and under which filter. */
interface Pick {
  selected: boolean;
  under: string;
}

/** Choices by filter are in the URL, since only the server knows which rows they affect. */
function usePending() {
  const [query, setQuery] = useSearchParams();
  const filter = { categoryIds: query.getAll('categoryIds'), search: query.get('search') ?? '' };
  const keep = (choices: readonly PendingChoice[]): void =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('all');
        for (const choice of choices) after.append('all', JSON.stringify(choice));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { all: pendingOf(query), filter, keep };
}

type Picks = ReadonlyMap<string, Pick>;

const idsOf = (picks: Picks, selected: boolean): string[] =>
  [...picks].filter(([, pick]) => pick.selected === selected).map(([id]) => id);

function usePicks(under: string) {
  const [picks, setPicks] = useState<Picks>(new Map());
  return {
    picks,
    turn: ({ productId, selected: was }: PromoProduct, selected: boolean): void =>
      setPicks((before) => {
        const after = new Map(before);
        after.delete(productId);
        return selected === was ? after : after.set(productId, { selected, under });
      }),
    /** Drops the choices under this filter and keeps the others. */
    dropHere: (): void => setPicks((before) => new Map([...before].filter(([, pick]) => pick.under !== under))),
    drop: (): void => setPicks(new Map()),
  };
}

/** False if it was refused, which is shown. */
async function isStored(body: InputOf<typeof savePromoProducts>['body']): Promise<boolean> {
  return attempt(async () => {
    await call<typeof savePromoProducts>('POST /v1/shopping-cart/promoCode/products/save', { body });
    notify({ text: sentences.productsSaved });
  }, sentences.saveFailed);
}

/** The unsaved selection: single products on any page, and all products of a filter. */
export function useProductSelection(promoCodeId: string) {
  const { revalidate } = useRevalidator();
  const { all, filter, keep } = usePending();
  const { picks, turn, dropHere, drop } = usePicks(JSON.stringify(filter));
  const [isSaving, setSaving] = useState(false);
  const [add, remove] = [idsOf(picks, true), idsOf(picks, false)];
  const forget = (): void => {
    drop();
    if (all.length > 0) keep([]);
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    if (await isStored({ promoCodeId, all, add, remove })) {
      await revalidate(); // so that no checkbox flickers
      forget();
    }
    setSaving(false);
  };
  const chooseAll = (selected: boolean): void => {
    dropHere();
    keep([...all, { ...filter, selected }]);
  };
  return {
    isChosen: (row: PromoProduct) => picks.get(row.productId)?.selected ?? row.selected,
    isChanged: (row: PromoProduct) => picks.has(row.productId),
    isDirty: picks.size > 0 || all.length > 0,
    all,
    added: add.length,
    removed: remove.length,
    isSaving,
    turn,
    chooseAll,
    forget,
    save,
  };
}
