import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useEffect, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { Problem, sentenceOf } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { notify } from '#ui/notify.tsx';
import { productSentences, productUpdate, type updateProduct } from '../contract.ts';
import type { DetailsTabProps } from './details-tab.tsx';
import { differencesOf } from './differences.ts';
import { readProduct } from './store-variations.ts';
import { type Product, type Update, updateOf } from './wire.ts';

/** In the page's order; a field's id is its name. */
const fields = [
  'productName',
  'productUrl',
  'productSupplierId',
  'categories',
  'shortDescription',
  'longDescription',
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

/** The form of the details: checked by the server's own shape, and what to do when somebody else was faster. */
export function useDetailsForm({ product, onDirty, onSaved, ...names }: DetailsTabProps) {
  const form = useForm(newForm(product));
  const { errors, dirtyFields, submitCount } = form.formState;
  const changed = Object.values(dirtyFields).filter((one) => one === true || Array.isArray(one)).length;
  useEffect(() => onDirty(changed > 0), [changed, onDirty]);
  useEffect(() => form.reset(updateOf(product)), [product, form]);
  const { theirs, ...saving } = useSavingDetails(product, form.setError, onSaved);
  const messageOf = (name: FieldName): string | undefined => errors[name]?.message ?? errors[name]?.root?.message;
  const save = (isLast: boolean) => form.handleSubmit(() => saving.send(form.getValues(), isLast))();
  return {
    form,
    messageOf,
    changed,
    attempt: submitCount,
    refusal: saving.refusal,
    faults: fields.flatMap((id) => {
      const message = messageOf(id);
      return message ? [{ id, message }] : [];
    }),
    conflict:
      theirs && differencesOf({ before: updateOf(product), theirs: updateOf(theirs), mine: form.getValues() }, names),
    submit: (event?: SubmitEvent) => {
      event?.preventDefault();
      void save(false);
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
      void save(true);
    },
    closeConflict: saving.forget,
  };
}

type SetError = (name: FieldPath<Update>, error: { type: string; message: string }) => void;

function useSavingDetails(product: Product, setError: SetError, onSaved: (product: Product) => void) {
  const [refusal, setRefusal] = useState<string>();
  const [theirs, setTheirs] = useState<Product>();
  const refuse = async (error: unknown): Promise<void> => {
    const why = sentenceOf(error, productSentences.update);
    if (why === changedMeanwhile) return setTheirs(await readProduct(product.id));
    const told = error instanceof Problem ? error.faults : [];
    for (const { path, message } of told) setError(fieldOf(path), { type: 'server', message });
    if (told.length === 0) setRefusal(why);
  };
  const send = async ({ version, ...body }: Update, isLast: boolean): Promise<void> => {
    setRefusal(undefined);
    try {
      const whole = { ...body, ...(!isLast && { version }) };
      onSaved(await call<typeof updateProduct>('PUT /v1/manage-products', { body: whole }));
      notify({ text: productSentences.updated });
    } catch (error) {
      await refuse(error);
    }
  };
  const forget = (): void => {
    setRefusal(undefined);
    setTheirs(undefined);
  };
  return { refusal, theirs, send, forget };
}

/** A fault of one category is the field's. */
const fieldOf = (path: string): FieldPath<Update> => path.split('.')[0] as FieldPath<Update>; // the server names our fields
