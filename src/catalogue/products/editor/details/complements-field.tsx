import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { call } from '#lib/api/api.ts';
import { type Chip, ChipsField } from '#ui/form/chips-field.tsx';
import type { listManagedProducts } from '#catalogue/products/contract.ts';
import { mostComplements } from '#catalogue/products/facts-and-complements.ts';
import type { DetailsForm } from './use-details-form.ts';
import type { Product } from '../product-types.ts';

interface ComplementsFieldProps {
  details: DetailsForm;
  product: Product;
}

export function ComplementsField({ details: { form, messageOf }, product }: ComplementsFieldProps) {
  const { results, search } = useProductSearch(product.id);
  const [known, setKnown] = useState<readonly Chip[]>([]);
  const stored = product.complements.map(({ id, name }) => ({ key: id, label: name }));
  const labelOf = (id: string): string =>
    [...stored, ...known, ...results].find(({ key }) => key === id)?.label ?? 'Product';
  return (
    <Controller
      control={form.control}
      name="complements"
      render={({ field: { value = [], onChange } }) => (
        <ChipsField
          id="complements"
          label="Goes well with"
          isOptional
          placeholder={value.length < mostComplements ? 'Name or code…' : ''}
          hint="Shown beside this product, ahead of products often bought with it. Out-of-stock products are left out."
          error={messageOf('complements')}
          choices={results}
          onType={search}
          chips={value.map((id) => ({ key: id, label: labelOf(id) }))}
          onAdd={(id) => {
            setKnown((all) => [...all, { key: id, label: labelOf(id) }]);
            onChange([...value, id]);
          }}
          onRemove={(id) => onChange(value.filter((one) => one !== id))}
        />
      )}
    />
  );
}

const waitMs = 200;

/** Finds products by what is typed; the product itself is left out. */
function useProductSearch(own: string) {
  const [results, setResults] = useState<readonly Chip[]>([]);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRequest = useRef(0);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const ask = async (text: string): Promise<void> => {
    const request = ++lastRequest.current;
    const query = { search: text, pageSize: 8, page: 1 };
    const rows = await call<typeof listManagedProducts>('GET /v1/manage-products', { query }).catch(() => []);
    if (request !== lastRequest.current) return; // a later request was sent
    setResults(rows.filter(({ id }) => id !== own).map(({ id, productName }) => ({ key: id, label: productName })));
  };
  return {
    results,
    search: (text: string): void => {
      clearTimeout(waiting.current);
      if (text.trim().length > 1) waiting.current = setTimeout(() => void ask(text), waitMs);
    },
  };
}
