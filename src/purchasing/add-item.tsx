import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { TextField } from '#ui/form/field.tsx';
import picker from '#ui/search-picker/search-picker.module.css';
import type { findPurchaseItems, OrderableItemOnPage } from './reorder-contract.ts';
import styles from './purchasing.module.css';

interface AddItemProps {
  supplierId: string;
  /** The items that already have a line; they are not offered again. */
  taken: ReadonlySet<string | null>;
  onAdd: (item: OrderableItemOnPage) => void;
}

const waitMs = 300;

export function AddItem({ supplierId, taken, onAdd }: AddItemProps) {
  const [search, setSearch] = useState('');
  const results = useItemSearch(supplierId, search.trim());
  const items = results?.filter(({ itemId }) => !taken.has(itemId));
  return (
    <div className={styles.add}>
      <TextField
        label="Add an item"
        isOptional
        type="search"
        autoComplete="off"
        placeholder="Name or code"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // Enter would submit the order
      />
      <div role="status" className={picker.matches}>
        {items?.length === 0 && <p>This supplier has no other matching items.</p>}
        {items && items.length > 0 && (
          <ul>
            {items.map((item) => (
              <li key={item.itemId}>
                <button
                  type="button"
                  onClick={() => {
                    onAdd(item);
                    setSearch('');
                  }}
                >
                  <strong>{item.name}</strong> {[item.variation, item.code].filter(Boolean).join(' · ')}
                  <span>{formatDollars(item.purchasePrice)}</span>
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
function useItemSearch(supplierId: string, search: string): OrderableItemOnPage[] | undefined {
  const [results, setResults] = useState<{ search: string; items: OrderableItemOnPage[] }>();
  useEffect(() => {
    if (search === '') return;
    const request = new AbortController();
    const ask = async (): Promise<void> => {
      const input = { params: { supplierId }, query: { search } };
      const route = 'GET /v1/purchasing/suppliers/{supplierId}/items';
      const items = await call<typeof findPurchaseItems>(route, input, { signal: request.signal });
      setResults({ search, items });
    };
    const timer = setTimeout(() => void ask().catch(() => {}), waitMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [supplierId, search]);
  return search === '' || results === undefined ? undefined : results.items;
}
