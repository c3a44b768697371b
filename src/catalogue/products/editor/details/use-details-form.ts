import type { Choice } from '#ui/table/parts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '#lib/api/api.ts';
import { type Fault, Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { productSentences, productUpdate, type updateProduct } from '#catalogue/products/contract.ts';
import { faultsOutside, mergeDetails, messagesIn } from './details-update.ts';
import { differencesOf } from '../differences.ts';
import { readProduct } from '../variations/store-variations.ts';
import { useStoredVersion } from '../use-stored-version.ts';
import { isSameVersion, type Product, type Update, updateOf } from '../wire.ts';

export interface DetailsTabProps {
  product: Product;
  categories: readonly Choice[];
  suppliers: readonly Choice[];
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  toVariations: () => void;
}

/** In page order; a field's id is its name. */
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
  const { errors, submitCount } = form.formState;
  const changed = useChanged(form, { product, onDirty });
  const { theirs, ...saving } = useSavingDetails(product, form.setError, onSaved);
  const messageOf = (name: FieldName): string | undefined => messagesIn(errors[name])[0];
  /** The form's changes on top of another user's version, once that is known. */
  const mergeOnto = (stored: Product): Update => mergeDetails(stored, product, form.getValues());
  const save = (stored: Product) =>
    form.handleSubmit(
      () => saving.send(mergeOnto(stored)),
      (wrong) => saving.refuse(faultsOutside(wrong, fields)),
    )();
  return {
    form,
    messageOf,
    changed,
    attempt: submitCount,
    ...saving.note,
    faults: faultsOf(messageOf),
    conflict: theirs && differencesOf({ theirs: updateOf(theirs), mine: mergeOnto(theirs) }, names),
    submit: (event?: SubmitEvent) => {
      event?.preventDefault();
      void save(product);
    },
    discard: () => {
      saving.forget();
      form.reset(updateOf(product));
    },
    keepTheirs: () => {
      if (theirs) onSaved(theirs);
      saving.forget();
    },
    saveMine: () => {
      saving.forget();
      void save(theirs ?? product);
    },
    closeConflict: saving.forget,
  };
}

function useChanged(form: UseFormReturn<Update>, { product, onDirty }: Pick<DetailsTabProps, 'product' | 'onDirty'>) {
  const { dirtyFields } = form.formState;
  const changed = Object.values(dirtyFields).filter((one) => one === true || Array.isArray(one)).length;
  useEffect(() => onDirty(changed > 0), [changed, onDirty]);
  const shownProduct = useRef(product);
  useEffect(() => {
    if (isSameVersion(shownProduct.current, product)) return;
    shownProduct.current = product;
    form.reset(updateOf(product));
  }, [product, form]);
  return changed;
}

const faultsOf = (messageOf: (name: FieldName) => string | undefined) =>
  fields.flatMap((id) => {
    const message = messageOf(id);
    return message ? [{ id, message }] : [];
  });

type SetError = (name: FieldPath<Update>, error: { type: string; message: string }) => void;

function useSavingDetails(product: Product, setError: SetError, onSaved: (product: Product) => void) {
  const [refusal, setRefusal] = useState<string>();
  const { forget: forgetTheirs, ...conflict } = useStoredVersion(() => readProduct(product.id));
  const refused = async (error: unknown): Promise<void> => {
    const why = errorMessageOf(error, productSentences.update);
    if (why === changedBySomeoneElse) return conflict.retry();
    const serverFaults = error instanceof Problem ? error.faults : [];
    const isShown = ({ path }: Fault): boolean => fields.some((name) => name === fieldOf(path));
    for (const { path, message } of serverFaults.filter(isShown)) setError(fieldOf(path), { type: 'server', message });
    const others = serverFaults.filter((fault) => !isShown(fault)).map(({ message }) => message);
    setRefusal(serverFaults.length === 0 ? why : [...new Set(others)].join(' ') || undefined);
  };
  const forget = (): void => {
    setRefusal(undefined);
    forgetTheirs();
  };
  const send = async (body: Update): Promise<void> => {
    forget();
    try {
      onSaved(await call<typeof updateProduct>('PUT /v1/manage-products', { body }));
      notify({ text: productSentences.updated });
    } catch (error) {
      await refused(error);
    }
  };
  const { theirs, ...reading } = conflict;
  return { note: { refusal, ...reading }, theirs, send, refuse: setRefusal, forget };
}

/** Maps a fault of one category to the field. */
const fieldOf = (path: string): FieldPath<Update> => path.split('.')[0] as FieldPath<Update>; // the server uses our field names
