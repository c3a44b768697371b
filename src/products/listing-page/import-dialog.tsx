import { type ReactNode, useState } from 'react';
import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { notify } from '#ui/notify.tsx';
import { type ImportReport, type importProducts, largestFile } from '../file-contract.ts';
import styles from './dialogs.module.css';

interface ImportDialogProps {
  close: () => void;
  done: () => Promise<void>;
}

const failed = 'Unable to import the products.';

/** Takes a CSV file: first the table of what it would change, then the import. */
export function ImportDialog({ close, done }: ImportDialogProps) {
  const [csv, setCsv] = useState<string>();
  const [report, setReport] = useState<ImportReport>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (text: string, isDryRun: boolean): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const told = await call<typeof importProducts>('POST /v1/manage-products/import', {
        body: { csv: text, isDryRun },
      });
      setReport(told);
      if (told.isWritten) {
        notify({ text: `${told.added} products added, ${told.changed} changed.` });
        close();
        await done();
      }
    } catch (error) {
      setReport(undefined);
      setRefusal(sentenceOf(error, failed));
    }
    setBusy(false);
  };
  const choose = async (file: File | undefined): Promise<void> => {
    setReport(undefined);
    setCsv(undefined);
    if (!file) return;
    if (file.size > largestFile) return setRefusal('The file is too large for this page.');
    const text = await file.text();
    setCsv(text);
    await send(text, true);
  };
  const isReady =
    csv !== undefined && report !== undefined && report.faultCount === 0 && report.added + report.changed > 0;
  return (
    <Dialog isOpen title="Import products" about="A CSV file as the export writes it." width="wide" onClose={close}>
      <DialogBody>
        {refusal && (
          <Note tone="danger" isLive>
            {refusal}
          </Note>
        )}
        <Field label="CSV file" hint="Nothing changes before you have seen what would.">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,text/csv"
              className={styles.file}
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        {report && <Report report={report} />}
      </DialogBody>
      <DialogFoot note={isBusy ? 'Reading the file…' : undefined}>
        <Button look="quiet" size="small" onClick={close}>
          Cancel
        </Button>
        {isReady && (
          <Button size="small" isBusy={isBusy} onClick={() => void send(csv, false)}>
            Import {report.added + report.changed} products
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { rows, added, changed, left, changes, faults, faultCount, warnings } = report;
  return (
    <div className={styles.report} aria-live="polite">
      <p>
        {rows} rows: {added} products to add, {changed} to change, {left} left as they are.
      </p>
      {faultCount > 0 && (
        <Note tone="danger" isLive>
          {faultCount} {faultCount === 1 ? 'fault' : 'faults'}. Mend the file and choose it again; nothing has been
          changed.
        </Note>
      )}
      <Rows label="Faults" heads={['Row', 'Column', 'What is wrong']} rows={faults.map(remarkCells)} />
      <Rows
        label="Changes"
        heads={['Product', 'Url', 'What changes']}
        rows={changes.map(({ name, url, isNew, columns }) => [name, url, isNew ? 'New' : columns.join(', ')])}
      />
      <Rows label="Warnings" heads={['Row', 'Column', 'Warning']} rows={warnings.map(remarkCells)} />
    </div>
  );
}

const remarkCells = ({ row, column, message }: ImportReport['faults'][number]): ReactNode[] => [
  row,
  column.replaceAll('_', ' '),
  message,
];

interface RowsProps {
  label: string;
  heads: readonly string[];
  rows: readonly ReactNode[][];
}

function Rows({ label, heads, rows }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <caption>{label}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
