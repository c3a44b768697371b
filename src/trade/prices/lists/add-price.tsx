import { useCallback } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { itemName } from '#lib/text/item-name.ts';
import { SearchPicker } from '#ui/search-picker/search-picker.tsx';
import type { findItems } from './prices-contract.ts';
import styles from './prices.module.css';

export type FoundItem = ReplyOf<typeof findItems>[number];

/** Finds items by name or code, to add their price. */
export function AddPrice({ listId, onChoose }: { listId: string; onChoose: (item: FoundItem) => void }) {
  const find = useCallback(
    (search: string, signal: AbortSignal) => {
      const input = { params: { id: listId }, query: { search } };
      return call<typeof findItems>('GET /v1/price-lists/{id}/items', input, { signal });
    },
    [listId],
  );
  return (
    <div className={styles.add}>
      <SearchPicker
        label="Add an item"
        placeholder="Name or code"
        find={find}
        keyOf={({ itemId }) => itemId}
        none="No item of the shop matches."
        onChoose={onChoose}
      >
        {({ productName, variation, code, isListed, basePrice }) => (
          <>
            <strong>{itemName(productName, variation)}</strong> {code}
            {isListed && <em>in this list</em>}
            <span>{basePrice === null ? 'no price' : formatDollars(basePrice)}</span>
          </>
        )}
      </SearchPicker>
    </div>
  );
}
