import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { TextField } from '#ui/form/field.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import type { findQuoteItems } from './contract.ts';
import type { FoundItem } from './quote-form.ts';
import styles from './quotes.module.css';

interface AddItemProps {
  quoteId: string;
  onChoose: (item: FoundItem) => void;
}

const waitMs = 250;

/** Finds items by name or code, at the prices of the quote's site. Enter takes the first. */
export function AddQuoteItem({ quoteId, onChoose }: AddItemProps) {
  const [search, setSearch] = useState('');
  const results = useItemSearch(quoteId, search.trim());
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
                  <strong>{item.name}</strong> {item.code}
                  <span>{formatDollars(item.price)}</span>
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
function useItemSearch(id: string, search: string): readonly FoundItem[] | undefined {
  const [items, setItems] = useState<readonly FoundItem[]>();
  useEffect(() => {
    setItems(undefined);
    if (search === '') return;
    const request = new AbortController();
    const ask = async (): Promise<void> => {
      const input = { params: { id }, query: { search } };
      setItems(await call<typeof findQuoteItems>('GET /v1/quotes/{id}/items', input, { signal: request.signal }));
    };
    const timer = setTimeout(() => void ask().catch(() => {}), waitMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [id, search]);
  return search === '' ? undefined : items;
}
