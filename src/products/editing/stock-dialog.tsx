import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { Problem, sentenceOf } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { Note } from '#ui/note.tsx';
import { notify } from '#ui/notify.tsx';
import { OptionButtons } from '#ui/option-buttons.tsx';
import { directions, stockMovement, stockSentences, type updateItemInventory } from '../movement-contract.ts';
import { plainKey } from './use-variations.ts';
import type { Item, Product } from './wire.ts';

interface StockDialogProps {
  product: Product;
  item: { id: string; label: string; stockOnHand: number };
  close: () => void;
  done: (item: Item) => void;
}

const fields = ['inventoryDirection', 'quantity', 'purchasePrice', 'reason'] as const;

/** Adds or removes units of one item; what is typed for the one stays while the other is looked at. */
export function StockDialog({ product, item, close, done }: StockDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({
    resolver: zodResolver(stockMovement),
    defaultValues: {
      productId: product.id,
      productVariationItemId: item.id === plainKey ? null : item.id,
      inventoryDirection: directions.add as 0 | 2,
      reason: '',
      purchasePrice: null,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const [direction, typed] = useWatch({ control: form.control, name: ['inventoryDirection', 'quantity'] });
  const isAdding = direction === directions.add;
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    const { reason, purchasePrice, ...movement } = form.getValues();
    try {
      const moved = await call<typeof updateItemInventory>(
        'POST /v1/manage-products/update-variation-items-inventory',
        {
          body: { ...movement, ...(isAdding ? { purchasePrice } : { reason }) },
        },
      );
      notify({ text: stockSentences.moved });
      done(moved);
      close();
    } catch (error) {
      const faults = error instanceof Problem ? error.faults : [];
      for (const name of fields) {
        const message = faults.find(({ path }) => path === name)?.message;
        if (message) form.setError(name, { message });
      }
      if (faults.length === 0) setRefusal(sentenceOf(error, stockSentences.failed));
    }
  });
  const quantity = Number(typed) || 0;
  const after = item.stockOnHand + (isAdding ? quantity : -quantity);
  return (
    <Dialog isOpen title="Update Stock" about={`${product.productName}, ${item.label}`} onClose={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {refusal && (
            <Note tone="danger" isLive>
              {refusal}
            </Note>
          )}
          <Controller
            control={form.control}
            name="inventoryDirection"
            render={({ field }) => (
              <OptionButtons
                legend="Inventory direction"
                options={[
                  { value: String(directions.add), label: 'Add' },
                  { value: String(directions.remove), label: 'Remove' },
                ]}
                value={String(field.value)}
                onChange={(value) => field.onChange(Number(value))}
                error={errors.inventoryDirection?.message}
              />
            )}
          />
          <TextField
            label="Quantity"
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            isNumeric
            error={errors.quantity?.message}
            {...form.register('quantity', { setValueAs: (text: unknown) => (text === '' ? undefined : Number(text)) })}
          />
          {isAdding ? (
            <Controller
              control={form.control}
              name="purchasePrice"
              render={({ field }) => (
                <MoneyField
                  label="Purchase price"
                  hint="For one."
                  value={field.value ?? null}
                  onValueChange={field.onChange}
                  error={errors.purchasePrice?.message}
                />
              )}
            />
          ) : (
            <TextField label="Reason" autoComplete="off" error={errors.reason?.message} {...form.register('reason')} />
          )}
        </DialogBody>
        <DialogFoot note={`${item.stockOnHand} on hand, ${after} after`}>
          <Button look="quiet" size="small" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            {isAdding ? 'Add stock' : 'Remove stock'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
