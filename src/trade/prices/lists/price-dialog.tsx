import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { Problem } from '#lib/api/problem.ts';
import { itemName } from '#lib/text/item-name.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { cells, type Editable, newPrice, typedCarton } from './price-cells.ts';
import { priceSentences, type savePrice } from './prices-contract.ts';

export interface NewPrice {
  itemId: string;
  productName: string;
  variation: string;
  code: string;
  basePrice: number | null;
  cost: number | null;
  multiple: number | null;
  /** A further break of an item that the list has already. */
  isBreak: boolean;
}

interface PriceDialogProps {
  listId: string;
  item: NewPrice;
  close: () => void;
}

/** Adds a price of an item to a list. */
export function PriceDialog({ listId, item, close }: PriceDialogProps) {
  const { revalidate } = useRevalidator();
  const { refusal, isBusy, run } = useSubmit(priceSentences.save);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [values, setValues] = useState<Record<Editable, string>>({
    minQuantity: item.isBreak ? '' : '1',
    price: '',
    validFrom: '',
    validTo: '',
    multiple: typedCarton(item),
  });
  const field = (name: Editable) => ({
    id: name,
    label: cells[name].label,
    value: values[name],
    error: faults.get(name),
  });
  const type = (name: Editable) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const text = (name: Editable) => ({
    ...field(name),
    isNumeric: true,
    inputMode: cells[name].inputMode,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => type(name)(target.value),
  });
  const submit = () =>
    run(
      async () => {
        setFaults(new Map());
        const body = newPrice(item, values);
        await call<typeof savePrice>('PUT /v1/price-lists/{id}/prices', { params: { id: listId }, body });
        await revalidate();
        close();
        notify({ text: priceSentences.saved });
      },
      (error) => {
        if (error instanceof Problem) setFaults(new Map(error.faults.map(({ path, message }) => [path, message])));
      },
    );
  const facts = [
    item.code,
    item.basePrice !== null && `shop price ${formatDollars(item.basePrice)}`,
    item.cost !== null && `average purchase price ${formatDollars(item.cost)} without GST`,
  ];
  return (
    <FormDialog
      title={item.isBreak ? 'Add a quantity break' : 'Add a price'}
      about={
        <>
          <b>{itemName(item.productName, item.variation)}</b>, {facts.filter(Boolean).join(', ')}
        </>
      }
      refusal={faults.size === 0 && refusal}
      submitLabel="Add price"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <div className={layout.fields}>
        <TextField {...text('minQuantity')} autoFocus={item.isBreak} hint="The price is for so many units and more." />
        <TextField {...text('price')} autoFocus={!item.isBreak} hint="In dollars, with GST." />
        <DayField {...field('validFrom')} onValueChange={type('validFrom')} isOptional />
        <DayField {...field('validTo')} onValueChange={type('validTo')} isOptional />
        <TextField {...text('multiple')} isOptional hint="The item is bought in multiples of so many units." />
      </div>
    </FormDialog>
  );
}
