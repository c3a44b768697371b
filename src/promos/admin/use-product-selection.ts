import { startTransition, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { sentences } from './contract.ts';
import { type PendingSelection, readPendingSelections } from './pending-selections.ts';
import type { PromoProduct, savePromoProducts } from './promo-products-contract.ts';

/** The selection or deselection of a single product, and the filter that was set at the time. */
interface SingleChoice {
  selected: boolean;
  filterKey: string;
}

/**
 * Selections of all products that match a filter. They are in the URL, since only the server knows which rows they
 * change.
 */
function usePendingSelections() {
  const [query, setQuery] = useSearchParams();
  const filter = { categoryIds: query.getAll('categoryIds'), search: query.get('search') ?? '' };
  const setAll = (choices: readonly PendingSelection[]): void =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('all');
        for (const choice of choices) after.append('all', JSON.stringify(choice));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { all: readPendingSelections(query), filter, setAll };
}

type SingleChoices = ReadonlyMap<string, SingleChoice>;

const idsOf = (singles: SingleChoices, selected: boolean): string[] =>
  [...singles].filter(([, single]) => single.selected === selected).map(([id]) => id);

function useSingleChoices(filterKey: string) {
  const [singles, setSingles] = useState<SingleChoices>(new Map());
  return {
    singles,
    turn: ({ productId, selected: was }: PromoProduct, selected: boolean): void =>
      setSingles((before) => {
        const after = new Map(before);
        after.delete(productId);
        return selected === was ? after : after.set(productId, { selected, filterKey });
      }),
    /** Drops the choices that were made under the current filter. */
    dropOfFilter: (): void =>
      setSingles((before) => new Map([...before].filter(([, single]) => single.filterKey !== filterKey))),
    drop: (): void => setSingles(new Map()),
  };
}

/** Saves the selection. If the server refuses it, shows why and returns false. */
async function saveSelection(body: InputOf<typeof savePromoProducts>['body']): Promise<boolean> {
  return attempt(async () => {
    await call<typeof savePromoProducts>('POST /v1/shopping-cart/promoCode/products/save', { body });
    notify({ text: sentences.productsSaved });
  }, sentences.saveFailed);
}

/** The unsaved selection: single products on any page, and all products that match a filter. */
export function useProductSelection(promoCodeId: string) {
  const { revalidate } = useRevalidator();
  const { all, filter, setAll } = usePendingSelections();
  const { singles, turn, dropOfFilter, drop } = useSingleChoices(JSON.stringify(filter));
  const [isSaving, setSaving] = useState(false);
  const [add, remove] = [idsOf(singles, true), idsOf(singles, false)];
  const forget = (): void => {
    drop();
    if (all.length > 0) setAll([]);
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    if (!(await saveSelection({ promoCodeId, all, add, remove }))) return setSaving(false);
    await revalidate();
    // A transition, so that it shows together with the new data and no checkbox flickers.
    startTransition(() => {
      forget();
      setSaving(false);
    });
  };
  const chooseAll = (selected: boolean): void => {
    dropOfFilter();
    setAll([...all, { ...filter, selected }]);
  };
  return {
    isChosen: (row: PromoProduct) => singles.get(row.productId)?.selected ?? row.selected,
    isChanged: (row: PromoProduct) => singles.has(row.productId),
    isDirty: singles.size > 0 || all.length > 0,
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
