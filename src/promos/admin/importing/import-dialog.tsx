import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { formatCount } from '#ui/table/table-config.ts';
import { Checkbox } from '#ui/form/field.tsx';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { columnsOf, useFileImport } from '#ui/upload/use-file-import.ts';
import {
  type checkPromoImport,
  importSentences,
  largestPromoFile,
  type PromoImportReport,
  promoTemplate,
  type writePromoImport,
} from './import-contract.ts';
import { ImportReport } from './import-report.tsx';

const usePromoImport = () =>
  useFileImport<boolean, PromoImportReport>({
    largest: largestPromoFile,
    tooLarge: importSentences.tooLarge,
    failed: importSentences.failed,
    check: (file, isUpdating, columns) => {
      const body = { file, isUpdating, ...(columns && { columns }) };
      return call<typeof checkPromoImport>('POST /v1/shopping-cart/promoCode/import/check', { body });
    },
    write: ({ file, input: isUpdating, report: { seen } }, columns) => {
      const body = { file, isUpdating, columns, seen };
      return call<typeof writePromoImport>('POST /v1/shopping-cart/promoCode/import', { body });
    },
    inputAfterConflict: ({ input }) => input,
    written: (report) => `Promos imported: ${inWords(report)}.`,
  });

/** `3 new, 2 changed` */
function inWords({ added, changed }: PromoImportReport): string {
  const parts = [added > 0 && `${formatCount(added)} new`, changed > 0 && `${formatCount(changed)} changed`];
  return parts.filter(Boolean).join(', ');
}

export function ImportDialog({ close }: { close: () => void }) {
  const { checked, refusal, isBusy, choose, write, checkAgain } = usePromoImport();
  const [isUpdating, setUpdating] = useState(false);
  const report = checked?.report;
  const changes = report ? report.added + report.changed : 0;
  const isReady = report && !report.isWritten && report.faultCount === 0 && changes > 0;
  const change = (is: boolean): void => {
    setUpdating(is);
    if (checked) void checkAgain(checked.file, is, columnsOf(checked.report));
  };
  return (
    <Dialog isOpen title="Import promos" about={<Template />} width="wide" onClose={close}>
      <DialogBody>
        <Refusal>{refusal}</Refusal>
        {!report?.isWritten && (
          <>
            <FileField
              label="CSV or Excel file"
              hint="Up to 10,000 rows. You can review all changes before they are saved."
              accept={tableFiles}
              isBusy={isBusy}
              onChoose={(file) => file && void choose(file, isUpdating)}
            />
            <Checkbox checked={isUpdating} onChange={({ target }) => change(target.checked)}>
              Update promos whose code already exists. Blank cells leave a value unchanged.
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
            Import {formatCount(changes)} {changes === 1 ? 'promo' : 'promos'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Template() {
  return (
    <>
      Choose a file with one row for each promo. There is a template as{' '}
      <a href={`${promoTemplate.path}?format=csv`} download>
        CSV
      </a>{' '}
      or{' '}
      <a href={`${promoTemplate.path}?format=xlsx`} download>
        Excel
      </a>
      . You can also edit an export of this list and import it again.
    </>
  );
}
