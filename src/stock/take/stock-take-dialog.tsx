import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { columnsOf, useFileImport } from '#ui/upload/use-file-import.ts';
import { CountedAtFields, useCountedAt } from './counted-at-fields.tsx';
import { type checkStockTake, largestTake, takeSentences, type writeStockTake } from './stock-take-contract.ts';
import styles from './stock-take-dialog.module.css';
import { TakeDifferences } from './stock-take-differences.tsx';
import { unitCount } from '#lib/text/count-text.ts';
import { formatUnits } from '../format-units.ts';

type Report = ReplyOf<typeof checkStockTake>;

/** Checks a counted file and writes its differences. The option of a check is the time of the count, '' for now. */
const useStockTakeFile = () =>
  useFileImport<string, Report>({
    largest: largestTake,
    tooLarge: takeSentences.tooLarge,
    failed: takeSentences.failed,
    check: (file, countedAt, columns) => {
      const body = { file, ...(columns && { columns }), ...(countedAt !== '' && { countedAt }) };
      return call<typeof checkStockTake>('POST /v1/manage-product-stocks/stock-take/check', { body });
    },
    write: ({ file, report: { countedAt, seen } }, columns) => {
      const body = { file, columns, countedAt, seen };
      return call<typeof writeStockTake>('POST /v1/manage-product-stocks/stock-take', { body });
    },
    inputAfterConflict: ({ report }) => report.countedAt,
    written: (report) => `Stock take saved: ${changeOfUnits(report)}.`,
  });

interface TakeDialogProps {
  /** The path of the stock list as CSV, from which codes can be copied. */
  listFile: string;
  close: () => void;
}

export function TakeDialog({ listFile, close }: TakeDialogProps) {
  const { checked, refusal, isBusy, choose, write, checkAgain } = useStockTakeFile();
  const { read, ...countedAtProps } = useCountedAt();
  const report = checked?.report;
  const isReady = checked && report && !report.isWritten && report.faultCount === 0 && report.different > 0;
  /** A chosen file that can't be checked until the time of the count is valid. */
  const [pending, setPending] = useState<File>();
  const checkFile = (file: File | undefined): void => {
    const countedAt = read();
    setPending(countedAt === undefined ? file : undefined);
    if (file && countedAt !== undefined) void choose(file, countedAt);
  };
  const recheck = (): void => {
    if (pending) return checkFile(pending);
    const countedAt = checked && read();
    if (checked && countedAt !== undefined && countedAt !== checked.input)
      void checkAgain(checked.file, countedAt, columnsOf(checked.report));
  };
  return (
    <Dialog
      isOpen
      title="Stock take"
      about={
        <>
          Choose a CSV or Excel file with the columns code and counted. <a href={listFile}>The list as CSV</a> has the
          codes. Sales after the count are taken into account.
        </>
      }
      width="wide"
      onClose={close}
    >
      <DialogBody>
        <Refusal>{refusal}</Refusal>
        {!report?.isWritten && (
          <div className={styles.choice}>
            <CountedAtFields {...countedAtProps} onLeave={recheck} />
            <FileField
              label="CSV or Excel file"
              hint="Up to 50,000 rows. You review the changes before anything is saved."
              accept={tableFiles}
              isBusy={isBusy}
              onChoose={checkFile}
            />
          </div>
        )}
        {checked && report && (
          <TakeDifferences report={report}>
            <FileColumns
              key={columnsOf(report).join()}
              read={report.read}
              isBusy={isBusy}
              onChoose={
                report.isWritten ? undefined : (columns) => void checkAgain(checked.file, checked.input, columns)
              }
            />
          </TakeDifferences>
        )}
      </DialogBody>
      <DialogFoot
        note={report && !report.isWritten && report.faultCount === 0 ? summaryText(report) : undefined}
        close={close}
        closeLabel={report?.isWritten ? 'Close' : 'Cancel'}
      >
        {isReady && (
          <Button size="small" isBusy={isBusy} onClick={() => void write(checked)}>
            Save {formatUnits(report.different)} {report.different === 1 ? 'difference' : 'differences'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** `3 items differ: 2 units more, 7 fewer.` */
function summaryText(report: Report): string {
  const { different } = report;
  if (different === 0) return takeSentences.nothing;
  return `${formatUnits(different)} ${different === 1 ? 'item differs' : 'items differ'}: ${changeOfUnits(report)}.`;
}

/** `1 unit more, 7 fewer`; zero is left out. */
function changeOfUnits({ unitsMore, unitsLess }: Report): string {
  const more = `${unitCount(unitsMore)} more`;
  if (unitsLess === 0) return more;
  if (unitsMore === 0) return `${unitCount(unitsLess)} fewer`;
  return `${more}, ${formatUnits(unitsLess)} fewer`;
}
