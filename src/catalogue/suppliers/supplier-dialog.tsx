import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { showFaults, summaryFaults } from '#accounts/account-form.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { LastChange } from '#history/last-change.tsx';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse, fieldsMissing } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { type Difference, Differences } from '#ui/overlay/differences.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { Note } from '#ui/feedback/note.tsx';
import type { readSupplier, Supplier, SupplierInput } from './contract.ts';
import {
  bodyOf,
  differencesOf,
  phoneAsWritten,
  supplierFields,
  type SupplierValues,
  typedSupplier,
  valuesOf,
} from './supplier-form.ts';

interface SupplierDialogProps {
  title: string;
  /** The button's label. */
  actionLabel: string;
  values: SupplierValues;
  /** The supplier to change; undefined to add one. */
  supplier?: Supplier;
  /** The message if the server gives none. */
  fallback: string;
  /** `version`: the version being changed, or the latest one to overwrite another user's change. */
  send: (body: ReturnType<typeof bodyOf>, version: number | undefined) => Promise<void>;
  close: () => void;
}

/** Another user has saved first: the stored version and its differences from the input. */
interface Conflict {
  version: number;
  differences: Difference[];
}

type Form = UseFormReturn<SupplierValues, unknown, SupplierInput>;

function useSupplierForm({ values, supplier, fallback, send }: SupplierDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const form: Form = useForm<SupplierValues, unknown, SupplierInput>({
    resolver: zodResolver(typedSupplier),
    defaultValues: values,
    shouldFocusError: false, // the summary takes the focus
  });
  const readAgain = async (id: string): Promise<void> => {
    const stored = await call<typeof readSupplier>('GET /v1/manage-product-suppliers/{id}', { params: { id } });
    setConflict({ version: stored.version, differences: differencesOf(valuesOf(stored), form.getValues()) });
  };
  const refused = async (error: unknown): Promise<void> => {
    const why = errorMessageOf(error, fallback);
    if (error instanceof Problem && error.faults.length > 0) return showFaults(error.faults, form.setError);
    setRefusal(why);
    if (why === changedBySomeoneElse && supplier) await readAgain(supplier.id).catch(() => {}); // if reading fails, the conflict is shown without differences
  };
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    await send(bodyOf(form.getValues()), conflict?.version ?? supplier?.version).catch(refused);
  });
  return { form, refusal, conflict, submit };
}

/** Adds or changes a supplier: name, contact, delivery and payment details. */
export function SupplierDialog(props: SupplierDialogProps) {
  const { title, actionLabel, supplier, close } = props;
  const { form, refusal, conflict, submit } = useSupplierForm(props);
  const { errors, isSubmitting, submitCount } = form.formState;
  const isLate = refusal === changedBySomeoneElse && supplier !== undefined;
  return (
    <Dialog isOpen title={title} about={supplier?.name} onClose={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <ErrorSummary title={fieldsMissing} faults={summaryFaults(errors, supplierFields)} attempt={submitCount} />
          {refusal && (
            <Note tone={isLate ? 'warning' : 'danger'} isLive>
              <p>{refusal}</p>
              {isLate && <LastChange entity="supplier" id={supplier.id} />}
              {isLate && conflict && conflict.differences.length > 0 && (
                <Differences differences={conflict.differences} theirs="Stored now" mine="With your changes" />
              )}
            </Note>
          )}
          <Fields form={form} />
          {supplier && <HistoryPanel entity="supplier" id={supplier.id} version={supplier.version} />}
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" size="small" onClick={close}>
            {conflict ? 'Keep theirs' : 'Cancel'}
          </Button>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            {conflict ? 'Save mine' : actionLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function Fields({ form }: { form: Form }) {
  const { errors } = form.formState;
  const field = (name: keyof SupplierValues) => ({
    ...form.register(name),
    id: name,
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  const phone = form.register('phone', {
    onBlur: () => form.setValue('phone', phoneAsWritten(form.getValues('phone'))),
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
