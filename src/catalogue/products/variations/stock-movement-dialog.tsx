import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { Controller, type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { errorMessageOf } from '#lib/api/problem.ts';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import { showFieldFaults } from '#ui/form/show-field-faults.ts';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { ItemHead, type ShownItem } from './item-head.tsx';
import { directions, mostUnits, stockMovement } from './stock-movement-contract.ts';

export type MovementInput = z.input<typeof stockMovement>;

interface MovementDialogProps {
  item: ShownItem & Pick<MovementInput, 'productId' | 'productVariationItemId'>;
  fallback: string;
  send: (movement: MovementInput) => Promise<void>;
  onRefused?: () => void;
  close: () => void;
}

const fields = ['inventoryDirection', 'quantity', 'purchasePrice', 'reason'] as const;

/** Leaves out the field that applies only to the other direction; the form keeps its value, but does not send it. */
function relevantFields({ purchasePrice, reason, ...movement }: MovementInput): MovementInput {
  return { ...movement, ...(movement.inventoryDirection === directions.add ? { purchasePrice } : { reason }) };
}

const validate = zodResolver(stockMovement) as unknown as Resolver<MovementInput>; // the schema's output has the form's type
const resolver: Resolver<MovementInput> = (values, context, options) =>
  validate(relevantFields(values), context, options);

export function MovementDialog({ item, fallback, send, onRefused, close }: MovementDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const { productId, productVariationItemId } = item;
  const form = useForm<MovementInput>({
    resolver,
    defaultValues: {
      productId,
      productVariationItemId: productVariationItemId ?? null,
      inventoryDirection: directions.add,
      reason: '',
      purchasePrice: null,
    },
  });
  useEffect(() => form.setFocus('quantity'), [form]); // not on the direction, whose default is usually right
  const direction = useWatch({ control: form.control, name: 'inventoryDirection' });
  const isAdding = direction === directions.add;
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    try {
      await send(relevantFields(form.getValues()));
    } catch (error) {
      if (!showFieldFaults(error, fields, form.setError)) setRefusal(errorMessageOf(error, fallback));
      onRefused?.();
    }
  });
  return (
    <FormDialog
      title="Update Stock"
      head={<ItemHead {...item} />}
      refusal={refusal}
      note={<OnHandAfter form={form} isAdding={isAdding} onHand={item.stockOnHand} />}
      submitLabel={isAdding ? 'Add stock' : 'Remove stock'}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <MovementFields form={form} isAdding={isAdding} />
    </FormDialog>
  );
}

interface PartProps {
  form: UseFormReturn<MovementInput>;
  isAdding: boolean;
}

/** The stock on hand after the movement; a dash if that would be below 0. */
function OnHandAfter({ form, isAdding, onHand }: PartProps & { onHand: number }) {
  const typed = Number(useWatch({ control: form.control, name: 'quantity' }));
  const isQuantity = Number.isInteger(typed) && typed > 0 && typed <= mostUnits;
  const after = onHand + (isQuantity ? (isAdding ? typed : -typed) : 0);
  return (
    <>
      On hand after: <strong>{isAdding || after >= 0 ? after.toLocaleString('en-AU') : '–'}</strong>
    </>
  );
}

const toNumber = (text: unknown): number | undefined =>
  typeof text === 'number' ? text : String(text ?? '').trim() === '' ? undefined : Number(text);

function MovementFields({ form, isAdding }: PartProps) {
  const { errors } = form.formState;
  return (
    <>
      <Controller
        control={form.control}
        name="inventoryDirection"
        render={({ field }) => (
          <OptionButtons
            legend="Inventory direction"
            options={[
              { value: String(directions.add), label: 'Add', about: 'Delivery or recount' },
              { value: String(directions.remove), label: 'Remove', about: 'Damaged, used or lost' },
            ]}
            isEven
            value={String(field.value)}
            onChange={(value) => {
              field.onChange(Number(value));
              form.clearErrors();
            }}
            error={errors.inventoryDirection?.message}
          />
        )}
      />
      <TextField
        label="Quantity"
        inputMode="numeric"
        autoComplete="off"
        isNumeric
        error={errors.quantity?.message}
        {...form.register('quantity', { setValueAs: toNumber })}
      />
      {isAdding ? (
        <FormMoneyField
          control={form.control}
          name="purchasePrice"
          label="Purchase price"
          hint="For one unit."
          error={errors.purchasePrice?.message}
        />
      ) : (
        <TextField
          label="Reason"
          hint="What happened, in 2 to 250 characters."
          autoComplete="off"
          error={errors.reason?.message}
          {...form.register('reason')}
        />
      )}
    </>
  );
}
