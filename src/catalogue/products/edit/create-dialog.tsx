import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import type { Choice } from '#ui/table/parts.ts';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { type createProduct, newProduct, productSentences } from '../contract.ts';

const fields = ['productName', 'categoryId'] as const;

/** Asks for the name and category of a new product, then opens its details. */
export function CreateDialog({ categories, close }: { categories: readonly Choice[]; close: () => void }) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver: zodResolver(newProduct), defaultValues: { productName: '', categoryId: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      const { id } = await call<typeof createProduct>('POST /v1/manage-products', { body });
      notify({ text: productSentences.added });
      await navigate(`/admin/update-product-details/${id}/`);
    } catch (error) {
      const why = errorMessageOf(error, productSentences.add);
      const fault =
        error instanceof Problem ? fields.find((name) => error.faults.some(({ path }) => path === name)) : undefined;
      if (fault) form.setError(fault, { message: why }, { shouldFocus: true });
      else setRefusal(why);
    }
  });
  return (
    <Dialog isOpen title="Create a Product" onClose={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {refusal && (
            <Note tone="danger" isLive>
              {refusal}
            </Note>
          )}
          <TextField
            {...form.register('productName')}
            label="Product name"
            error={errors.productName?.message}
            autoComplete="off"
            autoFocus
            maxLength={200}
          />
          <SelectField {...form.register('categoryId')} label="Category" error={errors.categoryId?.message}>
            <option value="">Select a category</option>
            {categories.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </DialogBody>
        <DialogFoot note="Shoppers see it once it is displayed online, with a price and an image.">
          <Button look="quiet" size="small" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            Create product
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
