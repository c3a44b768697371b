import { z } from 'zod';
import { summaryFaults } from '#accounts/account-form.ts';
import { useServerForm } from '#history/record-form.tsx';
import type { InputOf } from '#lib/api/endpoint.ts';
import { checkFields } from '#lib/api/sentences.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { FormDayField } from '#ui/form/day-field.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import type { BlanketPoOnPage } from './blanket-po-words.ts';
import { type addBlanketPo, newBlanketPo } from './contract.ts';
import { blanketPoSentences as sentences } from './sentences.ts';

export type BlanketPoBody = InputOf<typeof addBlanketPo>['body'];

interface Values {
  siteId: string;
  number: string;
  amount: number | null;
  /** `31/12/2026` */
  validTo: string;
}

const fields = ['number', 'siteId', 'amount', 'validTo'] as const satisfies readonly (keyof Values)[];

const bodyOf = ({ amount, validTo, ...values }: Values): BlanketPoBody => ({
  ...values,
  amount: amount as number, // the shape checks it
  validTo: toIsoDay(validTo) || null,
});

const typed = z.custom<Values>().transform(bodyOf).pipe(newBlanketPo);

interface BlanketPoDialogProps {
  /** Undefined for a new one. */
  blanketPo: BlanketPoOnPage | undefined;
  sites: readonly { id: string; name: string }[];
  send: (body: BlanketPoBody) => Promise<void>;
  close: () => void;
}

/** The details of a blanket PO, for staff and for the account's own people. Its site stays. */
export function BlanketPoDialog({ blanketPo, sites, send, close }: BlanketPoDialogProps) {
  const { form, refusal, submit } = useServerForm(typed, {
    values: {
      siteId: blanketPo?.siteId ?? sites[0]?.id ?? '',
      number: blanketPo?.number ?? '',
      amount: blanketPo?.amount ?? null,
      validTo: toTypedDay(blanketPo?.validTo ?? ''),
    },
    fallback: sentences.save,
    send: (_, { getValues }) => send(bodyOf(getValues())),
  });
  const { control, register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  return (
    <FormDialog
      title={blanketPo ? `Edit PO ${blanketPo.number}` : 'Add a blanket PO'}
      about={blanketPo?.site}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, fields)} attempt={submitCount} />}
      refusal={refusal}
      submitLabel={blanketPo ? 'Save blanket PO' : 'Add blanket PO'}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <div className={layout.fields}>
        <TextField
          {...register('number')}
          id="number"
          label="PO number"
          autoFocus
          autoComplete="off"
          error={errors.number?.message}
          className={layout.full ?? ''}
        />
        {!blanketPo && (
          <SelectField {...register('siteId')} id="siteId" label="Site" className={layout.full ?? ''}>
            {sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <FormMoneyField
          name="amount"
          control={control}
          id="amount"
          label="Amount"
          hint="Of all orders together, with GST."
          error={errors.amount?.message}
        />
        <FormDayField
          name="validTo"
          control={control}
          id="validTo"
          label="Last day"
          hint="Leave empty for none."
          error={errors.validTo?.message}
        />
      </div>
    </FormDialog>
  );
}
