import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { formatCount } from '#ui/table/table-config.ts';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { columnsOf, useFileImport } from '#ui/upload/use-file-import.ts';
import {
  type checkPriceImport,
  importSentences,
  largestPriceFile,
  type PriceImportReport,
  priceTemplate,
  type writePriceImport,
} from './import-contract.ts';
import { ImportReport } from './import-report.tsx';

const usePriceImport = (listId: string) =>
  useFileImport<boolean, PriceImportReport>({
    largest: largestPriceFile,
    tooLarge: importSentences.tooLarge,
    failed: importSentences.failed,
    check: (file, isReplacing, columns) => {
      const body = { file, isReplacing, ...(columns && { columns }) };
      return call<typeof checkPriceImport>('POST /v1/price-lists/{id}/prices/import/check', {
        params: { id: listId },
        body,
      });
    },
    write: ({ file, input: isReplacing, report: { seen } }, columns) => {
      const body = { file, isReplacing, columns, seen };
      return call<typeof writePriceImport>('POST /v1/price-lists/{id}/prices/import', { params: { id: listId }, body });
    },
    inputAfterConflict: ({ input }) => input,
    written: (report) => `Prices imported: ${inWords(report)}.`,
  });

/** `3 new, 2 changed` */
function inWords({ added, changed, removed }: PriceImportReport): string {
  const counted = (count: number, word: string) => count > 0 && `${formatCount(count)} ${word}`;
  return [counted(added, 'new'), counted(changed, 'changed'), counted(removed, 'removed')].filter(Boolean).join(', ');
}

/** Imports a file of prices into a list, after a preview of all changes. */
export function ImportDialog({ listId, close }: { listId: string; close: () => void }) {
  const { checked, refusal, isBusy, choose, write, checkAgain } = usePriceImport(listId);
  const [isReplacing, setReplacing] = useState(false);
  const report = checked?.report;
  const changes = report ? report.added + report.changed + report.removed : 0;
  const isReady = report && !report.isWritten && report.faultCount === 0 && changes > 0;
  const change = (is: boolean): void => {
    setReplacing(is);
    if (checked) void checkAgain(checked.file, is, columnsOf(checked.report));
  };
  return (
    <Dialog isOpen title="Import prices" about={<Template />} width="wide" onClose={close}>
      <DialogBody>
        <Refusal>{refusal}</Refusal>
        {!report?.isWritten && (
          <>
            <FileField
              label="CSV or Excel file"
              hint="Up to 50,000 rows. You can review all changes before they are saved."
              accept={tableFiles}
              isBusy={isBusy}
              onChoose={(file) => file && void choose(file, isReplacing)}
            />
            <Checkbox checked={isReplacing} onChange={({ target }) => change(target.checked)}>
              Remove prices that the file does not have.
            </Checkbox>
          </>
        )}
        {checked && report && (
          <ImportReport report={report}>
            <FileColumns
              key={columnsOf(report).join()}
              read={report.read}
              isBusy={isBusy}
              onChoose={
                report.isWritten ? undefined : (columns) => void checkAgain(checked.file, checked.input, columns)
              }
            />
          </ImportReport>
        )}
      </DialogBody>
      <DialogFoot
        note={isReady ? `${inWords(report)}.` : undefined}
        close={close}
        closeLabel={report?.isWritten ? 'Close' : 'Cancel'}
      >
        {isReady && (
          <Button size="small" isBusy={isBusy} onClick={() => void write(checked)}>
            Import {formatCount(changes)} {changes === 1 ? 'change' : 'changes'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Template() {
  return (
    <>
      Choose a file with one row for each price, with GST. There is a template as{' '}
      <a href={`${priceTemplate.path}?format=csv`} download>
        CSV
      </a>{' '}
      or{' '}
      <a href={`${priceTemplate.path}?format=xlsx`} download>
        Excel
      </a>
      . You can also edit an export of this list and import it again. Prices of archived items, and of items without a
      code, are not in it and stay as they are.
    </>
  );
}
