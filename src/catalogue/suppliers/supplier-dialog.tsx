import type { UseFormReturn } from 'react-hook-form';
import { summaryFaults } from '#accounts/account-form.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { RecordRefusal, useRecordForm } from '#history/record-form.tsx';
import { call } from '#lib/api/api.ts';
import { changedBySomeoneElse, checkFields } from '#lib/api/sentences.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import type { readSupplier, Supplier, SupplierInput } from './contract.ts';
import {
  bodyOf,
  differencesOf,
  formatTypedPhone,
  supplierFields,
  type SupplierValues,
  supplierForm,
  valuesOf,
} from './supplier-form.ts';

interface SupplierDialogProps {
  title: string;
  actionLabel: string;
  values: SupplierValues;
  supplier: Supplier | undefined;
  fallback: string;
  /** `version` is the version that the user has edited or, to overwrite another user's change, the stored version. */
  send: (body: ReturnType<typeof bodyOf>, version: number | undefined) => Promise<void>;
  close: () => void;
}

export function SupplierDialog({ title, actionLabel, values, supplier, fallback, send, close }: SupplierDialogProps) {
  const { form, refusal, conflict, submit } = useRecordForm(supplierForm, {
    values,
    version: supplier?.version,
    fallback,
    readConflict: async (mine) => {
      const params = { id: supplier?.id ?? '' };
      const stored = await call<typeof readSupplier>('GET /v1/manage-product-suppliers/{id}', { params });
      return { version: stored.version, differences: differencesOf(valuesOf(stored), mine) };
    },
    send: (typed, version) => send(bodyOf(typed), version),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <FormDialog
      title={title}
      about={supplier?.name}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, supplierFields)} attempt={submitCount} />}
      refusal={refusal && <RecordRefusal {...{ refusal, conflict }} entity="supplier" id={supplier?.id} />}
      tone={refusal === changedBySomeoneElse && supplier ? 'warning' : 'danger'}
      isLate={conflict !== undefined}
      submitLabel={actionLabel}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <Fields form={form} />
      {supplier && <HistoryPanel entity="supplier" id={supplier.id} version={supplier.version} />}
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturn<SupplierValues, unknown, SupplierInput> }) {
  const { errors } = form.formState;
  const field = (name: keyof SupplierValues) => ({
    ...form.register(name),
    id: name,
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  const phone = form.register('phone', {
    onBlur: () => form.setValue('phone', formatTypedPhone(form.getValues('phone'))),
  });
  return (
    <div className={layout.fields}>
      <TextField {...field('name')} label="Supplier name" autoFocus maxLength={200} className={layout.full ?? ''} />
      <TextField {...field('contactName')} label="Contact person" isOptional />
      <TextField {...field('phone')} {...phone} label="Phone" isOptional type="tel" inputMode="tel" isNumeric />
      <TextField
        {...field('email')}
        label="Email"
        isOptional
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="Purchase orders are e-mailed here."
        className={layout.full ?? ''}
      />
      <TextField {...field('paymentTerms')} label="Payment terms" isOptional placeholder="30 days from invoice" />
      <TextField
        {...field('leadDays')}
        label="Lead time, days"
        isOptional
        inputMode="numeric"
        isNumeric
        hint="Time from order to delivery."
      />
      <TextField {...field('abn')} label="ABN" isOptional inputMode="numeric" isNumeric />
      <TextArea {...field('notes')} label="Notes" isOptional rows={3} className={layout.full ?? ''} />
    </div>
  );
}
