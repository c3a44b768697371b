import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { itemName } from '#lib/text/item-name.ts';
import { formatDollars } from '#lib/money.ts';
import { TextField } from '#ui/form/field.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import type { findItems } from './prices-contract.ts';
import styles from './prices.module.css';

export type FoundItem = ReplyOf<typeof findItems>[number];

interface AddPriceProps {
  listId: string;
  onChoose: (item: FoundItem) => void;
}

const waitMs = 250;

/** Finds items by name or code, to add their price. Enter takes the first. */
export function AddPrice({ listId, onChoose }: AddPriceProps) {
  const [search, setSearch] = useState('');
  const results = useItemSearch(listId, search.trim());
  const choose = (item: FoundItem): void => {
    setSearch('');
    onChoose(item);
  };
  return (
    <div className={styles.add}>
      <TextField
        label="Add an item"
        type="search"
        autoComplete="off"
        placeholder="Name or code"
        icon={<SearchIcon />}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && results?.[0] && choose(results[0])}
      />
      <div role="status">
        {results?.length === 0 && <p>No item of the shop matches.</p>}
        {results && results.length > 0 && (
          <ul>
            {results.map((item) => (
              <li key={item.itemId}>
                <button type="button" onClick={() => choose(item)}>
                  <strong>{itemName(item.productName, item.variation)}</strong> {item.code}
                  {item.isListed && <em>in this list</em>}
                  <span>{item.basePrice === null ? 'no price' : formatDollars(item.basePrice)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The matching items; undefined if the search is empty, or if no request has succeeded yet. */
function useItemSearch(listId: string, search: string): readonly FoundItem[] | undefined {
  const [items, setItems] = useState<readonly FoundItem[]>();
  useEffect(() => {
    setItems(undefined);
    if (search === '') return;
    const request = new AbortController();
    const ask = async (): Promise<void> => {
      const input = { params: { id: listId }, query: { search } };
      setItems(await call<typeof findItems>('GET /v1/price-lists/{id}/items', input, { signal: request.signal }));
    };
    const timer = setTimeout(() => void ask().catch(() => {}), waitMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [listId, search]);
  return search === '' ? undefined : items;
}
