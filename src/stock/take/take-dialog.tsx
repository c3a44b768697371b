import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { columnsOf, useFileImport } from '#ui/upload/use-file-import.ts';
import { CountedAt, useCountedAt } from '../counted-at.tsx';
import { type checkStockTake, largestTake, takeSentences, type writeStockTake } from './take-contract.ts';
import styles from './take.module.css';
import { TakeDifferences } from './take-differences.tsx';
import { units } from '../units.ts';

type Report = ReplyOf<typeof checkStockTake>;

/** A counted file, its comparison with the stock at that moment, and the resulting movements; '' means now. */
const useTake = () =>
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
    written: (report) => `Stock taken: ${changeOfUnits(report)}.`,
  });

interface TakeDialogProps {
  /** The path of the list as CSV, from which codes can be copied. */
  listFile: string;
  close: () => void;
}

export function TakeDialog({ listFile, close }: TakeDialogProps) {
  const { checked: taken, refusal, isBusy, choose, write, checkAgain } = useTake();
  const { read, ...moment } = useCountedAt();
  const report = taken?.report;
  const isReady = taken && report && !report.isWritten && report.faultCount === 0 && report.different > 0;
  const [pending, setPending] = useState<File>();
  const take = (file: File | undefined): void => {
    const countedAt = read();
    setPending(countedAt === undefined ? file : undefined);
    if (file && countedAt !== undefined) void choose(file, countedAt);
  };
  const takeAgain = (): void => {
    if (pending) return take(pending);
    const countedAt = taken && read();
    if (taken && countedAt !== undefined && countedAt !== taken.input)
      void checkAgain(taken.file, countedAt, columnsOf(taken.report));
  };
  return (
    <Dialog
      isOpen
      title="Stock take"
      about={
        <>
          A CSV or Excel file with the columns code and counted; <a href={listFile}>the list as CSV</a> has the codes.
          Sales after the count are taken into account.
        </>
      }
      width="wide"
      onClose={close}
    >
      <DialogBody>
        <Refusal>{refusal}</Refusal>
        {!report?.isWritten && (
          <div className={styles.choice}>
            <CountedAt {...moment} onLeave={takeAgain} />
            <FileField
              label="CSV or Excel file"
              hint="Up to 50,000 rows. You review the changes before anything is saved."
              accept={tableFiles}
              isBusy={isBusy}
              onChoose={take}
            />
          </div>
        )}
        {taken && report && (
          <TakeDifferences report={report}>
            <FileColumns
              key={columnsOf(report).join()}
              read={report.read}
              isBusy={isBusy}
              onChoose={report.isWritten ? undefined : (columns) => void checkAgain(taken.file, taken.input, columns)}
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
          <Button size="small" isBusy={isBusy} onClick={() => void write(taken)}>
            Write {units(report.different)} {report.different === 1 ? 'difference' : 'differences'}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** `3 items differ: 2 units more, 7 less.` */
function summaryText(report: Report): string {
  const { different } = report;
  if (different === 0) return takeSentences.nothing;
  return `${units(different)} ${different === 1 ? 'item differs' : 'items differ'}: ${changeOfUnits(report)}.`;
}

/** `1 unit more, 7 less`; zero is left out. */
function changeOfUnits({ unitsMore, unitsLess }: Report): string {
  const more = `${units(unitsMore)} ${unitsMore === 1 ? 'unit' : 'units'} more`;
  if (unitsLess === 0) return more;
  if (unitsMore === 0) return `${units(unitsLess)} ${unitsLess === 1 ? 'unit' : 'units'} less`;
  return `${more}, ${units(unitsLess)} less`;
}
