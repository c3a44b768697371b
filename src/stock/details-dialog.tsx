import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { ItemHead } from '#catalogue/products/variations/item-head.tsx';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { MoneyField } from '#ui/form/money-field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { itemDetails, type StockRowOnPage, stockSentences, type updateDetails, usuallyLowAt } from './contract.ts';

interface DetailsDialogProps {
  /** The current row of the list. */
  row: StockRowOnPage;
  /** Reads the row again. */
  reload: () => Promise<void>;
  close: () => void;
}

type Input = z.input<typeof itemDetails>;
const resolver = zodResolver(itemDetails) as unknown as Resolver<Input>; // the schema's output has the form's type
const fields = ['productCode', 'sellingPrice', 'lowStockAt'] as const;

const toNumber = (text: unknown): number | null =>
  typeof text === 'number' || text === null ? text : String(text).trim() === '' ? null : Number(text);

/**
 * Edits an item's code, price and threshold. If another user has changed it meanwhile, it says so and offers the
 * choice.
 */
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
      const faults = error instanceof Problem ? error.faults : [];
      const named = fields.flatMap((name) => faults.filter(({ path }) => path === name).slice(0, 1));
      for (const { path, message } of named)
        form.setError(path as (typeof fields)[number], { message }, { shouldFocus: true }); // checked to be one of them
      if (named.length === 0) setRefusal(errorMessageOf(error, stockSentences.update));
      await reload();
    }
  });
  return (
    <Dialog isOpen title="Update Details" onClose={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <ItemHead {...row} />
          {refusal && (
            <Note tone={isLate ? 'warning' : 'danger'} isLive>
              {refusal} {isLate && version !== form.getValues('version') && <Now row={row} />}
            </Note>
          )}
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
            hint={`At this many on hand, or fewer, it counts as low. If empty, the default of ${usuallyLowAt} applies.`}
            inputMode="numeric"
            autoComplete="off"
            isNumeric
            error={errors.lowStockAt?.message}
            {...form.register('lowStockAt', { setValueAs: toNumber })}
          />
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" size="small" onClick={close}>
            {isLate ? 'Keep theirs' : 'Cancel'}
          </Button>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            {isLate ? 'Save mine' : 'Save details'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** The values stored now. */
function Now({ row: { productCode, sellingPrice } }: { row: StockRowOnPage }) {
  const price = sellingPrice === null ? 'no price' : `$${sellingPrice.toFixed(2)}`;
  return (
    <>
      It is now “{productCode || 'no code'}” at {price}.
    </>
  );
}
