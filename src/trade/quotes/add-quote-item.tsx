import { useCallback } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { SearchPicker } from '#ui/search-picker/search-picker.tsx';
import type { findQuoteItems } from './contract.ts';
import type { FoundItem } from './quote-form.ts';

/** Finds items by name or code, at the prices of the quote's site. */
export function AddQuoteItem({ quoteId, onChoose }: { quoteId: string; onChoose: (item: FoundItem) => void }) {
  const find = useCallback(
    (search: string, signal: AbortSignal) => {
      const input = { params: { id: quoteId }, query: { search } };
      return call<typeof findQuoteItems>('GET /v1/quotes/{id}/items', input, { signal });
    },
    [quoteId],
  );
  return (
    <SearchPicker
      label="Add an item"
      placeholder="Name or code"
      find={find}
      keyOf={({ itemId }) => itemId}
      none="No item of the shop matches."
      onChoose={onChoose}
    >
      {({ name, code, price }) => (
        <>
          <strong>{name}</strong> {code}
          <span>{formatDollars(price)}</span>
        </>
      )}
    </SearchPicker>
  );
}
