import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { bulkSentences, type changePrices, type previewPrices } from './bulk-contract.ts';
import type { ProductSelection } from './product-selection.ts';
import { type Preview, PricePreview } from './price-preview.tsx';

interface PriceDialogProps {
  selection: ProductSelection;
  close: () => void;
  done: (changed: number, undoId: string | null) => void;
}

interface PriceFormValues {
  kind: 'percent' | 'amount';
  by: string;
  ending: 'cent' | '95' | '99';
}

const endings = [
  { value: 'cent', label: 'To the cent' },
  { value: '95', label: 'To the nearest .95' },
  { value: '99', label: 'To the nearest .99' },
] as const;

export function PriceDialog({ selection, close, done }: PriceDialogProps) {
  const [values, setValues] = useState<PriceFormValues>({ kind: 'percent', by: '', ending: 'cent' });
  const [preview, setPreview] = useState<Preview>();
  const [error, setError] = useState<{ by?: string; all?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<PriceFormValues>): void => {
    setValues({ ...values, ...change });
    setPreview(undefined);
    setError({});
  };
  const run = async (work: (body: ReturnType<typeof bodyOf>) => Promise<void>): Promise<void> => {
    const body = bodyOf(values, selection);
    if (values.by.trim() === '' || Number.isNaN(body.by)) return setError({ by: 'Enter a number.' });
    setBusy(true);
    try {
      await work(body);
    } catch (problem) {
      const why = errorMessageOf(problem, bulkSentences.failed);
      const isField = problem instanceof Problem && problem.faults.some(({ path }) => path === 'by');
      setError(isField ? { by: why } : { all: why });
    }
    setBusy(false);
  };
  const loadPreview = () =>
    run(async (body) =>
      setPreview(await call<typeof previewPrices>('POST /v1/manage-products/price-change/preview', { body })),
    );
  const apply = () =>
    run(async (body) => {
      const { changed, undoId } = await call<typeof changePrices>('POST /v1/manage-products/price-change', { body });
      close();
      done(changed, undoId);
    });
  const isReady = preview !== undefined && preview.impossible === 0 && preview.total > 0;
  return (
    <FormDialog
      title="Change prices"
      width="wide"
      refusal={error.all}
      note={preview ? previewText(preview) : 'Preview the new prices before you change them.'}
      submitLabel={isReady ? 'Change prices' : 'Preview'}
      isBusy={isBusy}
      onSubmit={isReady ? apply : loadPreview}
      close={close}
    >
      <PriceFields values={values} set={set} error={error.by} />
      {preview && <PricePreview preview={preview} />}
    </FormDialog>
  );
}

const bodyOf = ({ kind, by, ending }: PriceFormValues, selection: ProductSelection) => ({
  kind,
  by: Number(by.replace(/[$%,\s]/g, '').replace('−', '-')),
  ending,
  ...selection,
});

function previewText({ total, impossible }: Preview): string {
  if (total === 0) return 'No price would change.';
  if (impossible > 0) return `${impossible} of ${total} prices cannot be changed by this much.`;
  return `${total.toLocaleString('en-AU')} ${total === 1 ? 'price' : 'prices'} will change.`;
}

interface PriceFieldsProps {
  values: PriceFormValues;
  set: (change: Partial<PriceFormValues>) => void;
  error: string | undefined;
}

function PriceFields({ values, set, error }: PriceFieldsProps) {
  return (
    <>
      <OptionButtons
        legend="Change by"
        options={[
          { value: 'percent', label: 'Per cent' },
          { value: 'amount', label: 'Amount' },
        ]}
        value={values.kind}
        onChange={(kind) => set({ kind: kind === 'amount' ? 'amount' : 'percent' })}
      />
      <TextField
        label={values.kind === 'percent' ? 'Per cent' : 'Dollars'}
        hint="Start with a minus sign to lower prices."
        inputMode="text"
        autoComplete="off"
        autoFocus
        isNumeric
        value={values.by}
        error={error}
        onChange={(event) => set({ by: event.target.value })}
      />
      <SelectField
        label="Round new prices"
        value={values.ending}
        choices={endings}
        onChange={(event) =>
          set({ ending: endings.find(({ value }) => value === event.target.value)?.value ?? 'cent' })
        }
      />
    </>
  );
}
