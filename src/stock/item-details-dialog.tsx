import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { ItemHead } from '#catalogue/products/variations/item-head.tsx';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { showFieldFaults } from '#ui/form/show-field-faults.ts';
import { MoneyField } from '#ui/form/money-field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { itemDetails, type StockRowOnPage, stockSentences, type updateDetails, usuallyLowAt } from './contract.ts';

interface DetailsDialogProps {
  row: StockRowOnPage;
  reload: () => Promise<void>;
  close: () => void;
}

type Input = z.input<typeof itemDetails>;
const resolver = zodResolver(itemDetails) as unknown as Resolver<Input>; // the schema's output has the form's type
const fields = ['productCode', 'sellingPrice', 'lowStockAt'] as const;

const toNumber = (text: unknown): number | null =>
  typeof text === 'number' || text === null ? text : String(text).trim() === '' ? null : Number(text);

/** Edits an item's code, price and threshold. If another user has changed them in the meantime, saving must be confirmed. */
export function DetailsDialog({ row, reload, close }: DetailsDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const isLate = refusal === changedBySomeoneElse;
  const { productId, productVariationItemId, productCode, sellingPrice, lowStockAt, version } = row;
  const form = useForm<Input>({
    resolver,
    defaultValues: {
      productId,
      productVariationItemId,
      version,
      productCode,
      lowStockAt,
      ...(sellingPrice !== null && { sellingPrice }),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    try {
      const { version: seen, ...body } = form.getValues();
      const route = 'POST /v1/manage-product-stocks/update-details';
      await call<typeof updateDetails>(route, { body: { ...body, ...(!isLate && { version: seen }) } });
      notify({ text: stockSentences.updated });
      close();
      await reload();
    } catch (error) {
      if (!showFieldFaults(error, fields, form.setError)) setRefusal(errorMessageOf(error, stockSentences.update));
      await reload();
    }
  });
  return (
    <FormDialog
      title="Update Details"
      head={<ItemHead {...row} />}
      refusal={
        refusal && (
          <>
            {refusal} {isLate && version !== form.getValues('version') && <Now row={row} />}
          </>
        )
      }
      isLate={isLate}
      submitLabel="Save details"
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <TextField
        label="Product code"
        autoComplete="off"
        autoFocus
        maxLength={60}
        error={errors.productCode?.message}
        {...form.register('productCode')}
      />
      <Controller
        control={form.control}
        name="sellingPrice"
        render={({ field }) => (
          <MoneyField
            ref={field.ref}
            label="Selling price"
            value={field.value ?? null}
            onValueChange={(dollars) => field.onChange(dollars ?? undefined)}
            error={errors.sellingPrice?.message}
          />
        )}
      />
      <TextField
        label="Low at"
        isOptional
        hint={`The item is low at this many units or fewer. If empty, the default of ${usuallyLowAt} applies.`}
        inputMode="numeric"
        autoComplete="off"
        isNumeric
        error={errors.lowStockAt?.message}
        {...form.register('lowStockAt', { setValueAs: toNumber })}
      />
    </FormDialog>
  );
}

function Now({ row: { productCode, sellingPrice } }: { row: StockRowOnPage }) {
  const price = sellingPrice === null ? 'no price' : `$${sellingPrice.toFixed(2)}`;
  return (
    <>
      It is now “{productCode || 'no code'}” at {price}.
    </>
  );
}
