import type { Choice } from '#ui/table/table-config.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { call } from '#lib/api/api.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { productSentences, productUpdate, type updateProduct } from '#catalogue/products/contract.ts';
import { faultsOutside, messagesIn } from './form-faults.ts';
import { mergeDetails } from './merge-details.ts';
import { differencesOf } from '../product-differences.ts';
import { readProduct } from '../read-product.ts';
import { useNewVersion, useSaving } from '../use-saving.ts';
import { type Product, type Update, updateOf } from '../product-types.ts';

export interface DetailsTabProps {
  product: Product;
  categories: readonly Choice[];
  suppliers: readonly Choice[];
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  toVariations: () => void;
}

/** The form's fields in page order; a field's id is its name. */
const fields = [
  'productName',
  'productUrl',
  'productSupplierId',
  'categories',
  'shortDescription',
  'longDescription',
  'facts',
  'complements',
  'productCode',
  'sellingPrice',
] as const;
type FieldName = (typeof fields)[number];

export type DetailsForm = ReturnType<typeof useDetailsForm>;

const newForm = (product: Product) => ({
  resolver: zodResolver(productUpdate),
  defaultValues: updateOf(product),
  shouldFocusError: false,
});

export function useDetailsForm({ product, onDirty, onSaved, ...names }: DetailsTabProps) {
  const form = useForm(newForm(product));
  const { errors, submitCount, dirtyFields, isSubmitting } = form.formState;
  const changed = Object.values(dirtyFields).filter((one) => one === true || Array.isArray(one)).length;
  useEffect(() => onDirty(changed > 0), [changed, onDirty]);
  useNewVersion(product, () => form.reset(updateOf(product)));
  const { theirs, setRefusal, forget, run, ...saving } = useSaving({
    read: () => readProduct(product.id),
    show: onSaved,
    fallback: productSentences.update,
  });
  const messageOf = (name: FieldName): string | undefined => messagesIn(errors[name])[0];
  /** The form's changes, applied to the stored product. */
  const mergeOnto = (stored: Product): Update => mergeDetails(stored, product, form.getValues());
  const send = (body: Update): Promise<void> =>
    run(
      async () => {
        onSaved(await call<typeof updateProduct>('PUT /v1/manage-products', { body }));
        notify({ text: productSentences.updated });
      },
      (error) => {
        if (!(error instanceof Problem) || error.faults.length === 0) return;
        const isShown = ({ path }: Fault): boolean => fields.some((name) => name === fieldOf(path));
        for (const { path, message } of error.faults.filter(isShown))
          form.setError(fieldOf(path), { type: 'server', message });
        const others = error.faults.filter((fault) => !isShown(fault)).map(({ message }) => message);
        setRefusal([...new Set(others)].join(' ') || undefined);
      },
    );
  return {
    ...saving,
    form,
    messageOf,
    changed,
    isDirty: changed > 0,
    isSaving: isSubmitting,
    attempt: submitCount,
    faults: fields.flatMap((id) => {
      const message = messageOf(id);
      return message ? [{ id, message }] : [];
    }),
    conflict: theirs && differencesOf({ theirs: updateOf(theirs), mine: mergeOnto(theirs) }, names),
    save: (isOverwriting: boolean): Promise<void> => {
      if (isOverwriting) forget();
      const stored = (isOverwriting && theirs) || product;
      return form.handleSubmit(
        () => send(mergeOnto(stored)),
        (wrong) => setRefusal(faultsOutside(wrong, fields)),
      )();
    },
    discard: () => {
      forget();
      form.reset(updateOf(product));
    },
  };
}

/** The field that a fault belongs to: `categories` for the path `categories.1`. */
const fieldOf = (path: string): FieldPath<Update> => path.split('.')[0] as FieldPath<Update>; // the server uses our field names
