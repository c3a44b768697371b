import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import type { Choice } from '#ui/table/table-config.ts';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { showFieldFaults } from '#ui/form/show-field-faults.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type createProduct, newProduct, productSentences } from '../contract.ts';

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
      if (!showFieldFaults(error, ['productName', 'categoryId'], form.setError))
        setRefusal(errorMessageOf(error, productSentences.add));
    }
  });
  return (
    <FormDialog
      title="Create a Product"
      refusal={refusal}
      note="Shoppers see it once it is displayed online, with a price and an image."
      submitLabel="Create product"
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <TextField
        {...form.register('productName')}
        label="Product name"
        error={errors.productName?.message}
        autoComplete="off"
        autoFocus
        maxLength={200}
      />
      <SelectField
        {...form.register('categoryId')}
        label="Category"
        error={errors.categoryId?.message}
        choices={categories}
      >
        <option value="">Select a category</option>
      </SelectField>
    </FormDialog>
  );
}
