import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { countText } from '#lib/text/count-text.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { FileReport } from '#ui/upload/file-report.tsx';
import { columnsOf, useFileImport } from '#ui/upload/use-file-import.ts';
import styles from '../ledger.module.css';
import { AccountPicker } from './account-picker.tsx';
import {
  type BankLineOnPage,
  type BankReportOnPage,
  bankSentences,
  type checkBankFile,
  largestBankFile,
  type writeBankFile,
} from './contract.ts';

type Choices = { row: number; accountId: string | null }[];

const useBankImport = () =>
  useFileImport<Choices, BankReportOnPage>({
    largest: largestBankFile,
    tooLarge: 'The file is larger than 2 MB.',
    failed: bankSentences.failed,
    check: (file, choices, columns) =>
      call<typeof checkBankFile>('POST /v1/debtors/bank/check', {
        body: { file, choices, ...(columns && { columns }) },
      }),
    write: ({ file, input: choices, report: { seen } }, columns) =>
      call<typeof writeBankFile>('POST /v1/debtors/bank', { body: { file, choices, columns, seen } }),
    inputAfterConflict: ({ input }) => input,
    written: ({ matched, total }) => `${paymentCount(matched)} recorded, ${formatDollars(total)}.`,
  });

const paymentCount = (count: number): string => `${count} ${count === 1 ? 'payment' : 'payments'}`;

/** Imports a bank's file: shows which account each line pays, lets staff choose where it is open, and records the payments. */
export function BankImportDialog({ close }: { close: () => void }) {
  const { checked, refusal, isBusy, choose, write, checkAgain } = useBankImport();
  const [openRow, setOpenRow] = useState<number>();
  const report = checked?.report;
  const isReady = report && !report.isWritten && report.faults.length === 0 && report.matched > 0;
  const pick = (row: number, accountId: string | null | undefined): void => {
    if (!checked) return;
    setOpenRow(undefined);
    const others = checked.input.filter((choice) => choice.row !== row);
    const choices = accountId === undefined ? others : [...others, { row, accountId }];
    void checkAgain(checked.file, choices, columnsOf(checked.report));
  };
  return (
    <Dialog
      isOpen
      title="Import a bank file"
      about="A CSV or Excel export of your bank's transactions. Payments are matched by their reference, then by the amount of one open invoice; lines that were imported before are left out."
      width="wide"
      onClose={close}
    >
      <DialogBody>
        <Refusal>{refusal}</Refusal>
        {!report?.isWritten && (
          <FileField
            label="CSV or Excel file"
            hint="Nothing is recorded until you have seen the payments."
            accept={tableFiles}
            isBusy={isBusy}
            onChoose={(file) => file && void choose(file, [])}
          />
        )}
        {checked && report && (
          <FileReport parts={partsOf(report)} faultCount={report.faults.length} faults={report.faults}>
            <FileColumns
              key={columnsOf(report).join()}
              read={report.read}
              isBusy={isBusy}
              onChoose={
                report.isWritten ? undefined : (columns) => void checkAgain(checked.file, checked.input, columns)
              }
            />
            {report.faults.length === 0 && report.matched === 0 && <p>{bankSentences.nothing}</p>}
            <Lines lines={report.lines} {...{ openRow, setOpenRow, pick }} mayChange={!report.isWritten} />
          </FileReport>
        )}
      </DialogBody>
      <DialogFoot
        note={isReady ? `${paymentCount(report.matched)}, ${formatDollars(report.total)}` : undefined}
        close={close}
        closeLabel={report?.isWritten ? 'Close' : 'Cancel'}
      >
        {isReady && (
          <Button size="small" isBusy={isBusy} onClick={() => void write(checked)}>
            Record {paymentCount(report.matched)}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function partsOf({ lines, paidOut, matched, isWritten }: BankReportOnPage): (string | false)[] {
  const count = (state: BankLineOnPage['state']) => lines.filter((line) => line.state === state).length;
  const [unmatched, known] = [count('unmatched'), count('known')];
  return [
    `${matched} ${isWritten ? 'recorded' : 'matched'}`,
    unmatched > 0 && `${unmatched} without an account`,
    known > 0 && `${known} imported before`,
    paidOut > 0 && `${countText(paidOut, 'line')} without a payment to you`,
  ];
}

const tones: Record<BankLineOnPage['state'], Tone> = {
  matched: 'success',
  unmatched: 'warning',
  known: 'neutral',
  skipped: 'neutral',
};

function words({ state, how, account }: BankLineOnPage): string {
  if (state === 'unmatched') return account === '' ? 'No account' : 'Several accounts';
  if (state === 'known') return 'Imported before';
  if (state === 'skipped') return 'Left out';
  return { reference: 'By reference', amount: 'By amount', hand: 'By hand' }[how ?? 'hand'];
}

interface LinesProps {
  lines: readonly BankLineOnPage[];
  openRow: number | undefined;
  setOpenRow: (row: number | undefined) => void;
  /** Undefined forgets the choice, null leaves the line out. */
  pick: (row: number, accountId: string | null | undefined) => void;
  mayChange: boolean;
}

function Lines({ lines, openRow, setOpenRow, pick, mayChange }: LinesProps) {
  return (
    <SimpleTable
      label="Bank lines"
      isFramed
      rows={lines}
      keyOf={({ row }) => row}
      columns={[
        { label: 'Date', cell: ({ onDay }) => format(day(onDay)) },
        { label: 'Description', isText: true, cell: ({ description }) => description },
        { label: 'Amount', cell: ({ amount }) => formatDollars(amount) },
        { label: 'Match', isText: true, cell: (line) => <Badge tone={tones[line.state]}>{words(line)}</Badge> },
        {
          label: 'Account',
          isText: true,
          cell: (line) =>
            line.row === openRow ? (
              <AccountPicker pick={(accountId) => pick(line.row, accountId)} cancel={() => setOpenRow(undefined)} />
            ) : (
              <Account line={line} {...{ pick, mayChange }} open={() => setOpenRow(line.row)} />
            ),
        },
      ]}
    />
  );
}

interface AccountProps extends Pick<LinesProps, 'pick' | 'mayChange'> {
  line: BankLineOnPage;
  open: () => void;
}

function Account({ line, pick, mayChange, open }: AccountProps) {
  const { row, state, account, document } = line;
  const label = [account, document].filter(Boolean).join(', ');
  if (!mayChange || state === 'known') return label;
  const verb = state === 'matched' ? 'Change' : 'Choose';
  return (
    <span className={styles.account}>
      {label}
      <Button look="plain" size="small" onClick={open} aria-label={`${verb} the account of row ${row}`}>
        {verb}
      </Button>
      {state === 'matched' && (
        <Button look="plain" size="small" onClick={() => pick(row, null)} aria-label={`Leave out row ${row}`}>
          Leave out
        </Button>
      )}
    </span>
  );
}
