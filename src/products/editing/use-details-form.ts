import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { Problem, sentenceOf } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { notify } from '#ui/notify.tsx';
import { type getManagedProduct, productSentences, productUpdate, type updateProduct } from '../contract.ts';
import type { Difference } from './conflict-dialog.tsx';
import type { DetailsTabProps } from './details-tab.tsx';
import { differencesOf } from './differences.ts';
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

/** The form of the details: checked by the server's own shape, and what to do when somebody else was faster. */
export function useDetailsForm({ product, categories, suppliers, onDirty, onSaved }: DetailsTabProps) {
  const [refusal, setRefusal] = useState<string>();
  const [theirs, setTheirs] = useState<Product>();
  const isLast = useRef(false);
  const form = useForm({
    resolver: zodResolver(productUpdate),
    defaultValues: updateOf(product),
    shouldFocusError: false,
  });
  const { errors, dirtyFields, submitCount } = form.formState;
  const changed = Object.values(dirtyFields).filter((one) => one === true || Array.isArray(one)).length;
  useEffect(() => onDirty(changed > 0), [changed, onDirty]);
  useEffect(() => form.reset(updateOf(product)), [product, form]);

  const messageOf = (name: FieldName): string | undefined => errors[name]?.message ?? errors[name]?.root?.message;
  const refuse = async (error: unknown): Promise<void> => {
    const why = sentenceOf(error, productSentences.update);
    if (why === changedMeanwhile) return setTheirs(await read(product.id));
    const told = error instanceof Problem ? error.faults : [];
    for (const { path, message } of told) form.setError(fieldOf(path), { type: 'server', message });
    if (told.length === 0) setRefusal(why);
  };
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    const { version, ...body } = form.getValues();
    try {
      const saved = await call<typeof updateProduct>('PUT /v1/manage-products', {
        body: { ...body, ...(!isLast.current && { version }) },
      });
      notify({ text: productSentences.updated });
      onSaved(saved);
    } catch (error) {
      await refuse(error);
    } finally {
      isLast.current = false;
    }
  });
  const faults = fields.flatMap((id) => {
    const message = messageOf(id);
    return message ? [{ id, message }] : [];
  });
  const conflict: Difference[] | undefined =
    theirs && differencesOf(updateOf(theirs), form.getValues(), { categories, suppliers });
  return {
    form,
    faults,
    messageOf,
    refusal,
    conflict,
    changed,
    attempt: submitCount,
    submit: (event?: SubmitEvent) => void submit(event),
    discard: () => {
      setRefusal(undefined);
      form.reset(updateOf(product));
    },
    keepTheirs: () => {
      if (theirs) onSaved(theirs);
      setTheirs(undefined);
    },
    saveMine: () => {
      setTheirs(undefined);
      isLast.current = true;
      void submit();
    },
    closeConflict: () => setTheirs(undefined),
  };
}

const read = (id: string): Promise<Product> =>
  call<typeof getManagedProduct>('GET /v1/manage-products/{id}', { params: { id } });

/** A fault of one category is the field's. */
const fieldOf = (path: string): FieldPath<Update> => path.split('.')[0] as FieldPath<Update>; // the server names our fields
