import { useState } from 'react';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { download } from '#lib/api/download.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import { useOtherChanges } from '#ui/use-other-changes.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import { type downloadReport, reportRequest, reportTypes, sentences } from './inventory-contract.ts';
import styles from './reports.module.css';

const path: (typeof downloadReport)['path'] = '/v1/reports/download-report';

interface Typed {
  reportType: string;
  startDate: string;
  endDate: string;
}

type Name = keyof Typed;

interface ReportFormProps {
  startDate: string;
  endDate: string;
  /** Called when both days are valid and differ from the page's. */
  onPeriod: (startDate: string, endDate: string) => void;
}

const asRead = ({ reportType, startDate, endDate }: Typed) => ({
  reportType: reportType === '' ? undefined : Number(reportType),
  startDate: toIsoDay(startDate),
  endDate: toIsoDay(endDate),
});

function faultsOf(typed: Typed): Partial<Record<Name, string>> {
  const parsed = reportRequest.safeParse(asRead(typed));
  const faults: Partial<Record<string, string>> = {};
  for (const { path, message } of parsed.error?.issues ?? []) faults[String(path[0])] ??= message;
  return faults;
}

/** The form that downloads a report (specification of the shop, section 2). Its days are the page's period. */
export function ReportForm({ startDate, endDate, onPeriod }: ReportFormProps) {
  const [typed, setTyped] = useState<Typed>({
    reportType: '',
    startDate: toTypedDay(startDate),
    endDate: toTypedDay(endDate),
  });
  const setAskedPeriod = useOtherChanges(`${startDate} ${endDate}`, () =>
    setTyped({ ...typed, startDate: toTypedDay(startDate), endDate: toTypedDay(endDate) }),
  );
  const [left, setLeft] = useState<Partial<Record<Name, true>>>({});
  const faults = faultsOf(typed);
  const isValid = Object.keys(faults).length === 0;
  const errorOf = (name: Name): string | undefined => (left[name] ? faults[name] : undefined);
  const leave = (name: Name) => (): void => {
    setLeft((before) => ({ ...before, [name]: true }));
    const now = asRead(typed);
    const isOther = now.startDate !== startDate || now.endDate !== endDate;
    if (faults.startDate || faults.endDate || !isOther) return;
    setAskedPeriod(`${now.startDate} ${now.endDate}`);
    onPeriod(now.startDate, now.endDate);
  };
  const dayField = (name: 'startDate' | 'endDate', label: string) => (
    <DayField
      label={label}
      className={panel.day ?? ''}
      value={typed[name]}
      onValueChange={(value) => setTyped((before) => (before[name] === value ? before : { ...before, [name]: value }))}
      onBlur={leave(name)}
      error={errorOf(name)}
    />
  );
  return (
    <form
      method="dialog"
      noValidate
      className={styles.fields}
      aria-label="Download a report"
      onSubmit={(event) => {
        event.preventDefault();
        setLeft({ reportType: true, startDate: true, endDate: true });
      }}
    >
      <SelectField
        label="Report Type"
        className={styles.type}
        value={typed.reportType}
        choices={reportTypes}
        onChange={(event) => setTyped({ ...typed, reportType: event.target.value })}
        onBlur={leave('reportType')}
        error={errorOf('reportType')}
      >
        <option value="">Choose a report</option>
      </SelectField>
      {dayField('startDate', 'Start Date')}
      {dayField('endDate', 'End Date')}
      {isValid && <Download asked={asRead(typed)} />}
    </form>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function Download({ asked }: { asked: ReturnType<typeof asRead> }) {
  const [bytes, setBytes] = useState<number>();
  const save = async (): Promise<void> => {
    setBytes(0);
    await attempt(async () => {
      await download(path, { body: { ...asked, reportType: asked.reportType ?? 0 }, onBytes: setBytes });
      notify({ text: 'The report has been exported successfully.' });
    }, sentences.failed);
    setBytes(undefined);
  };
  return (
    <div className={`${panel.act} ${styles.act}`}>
      <Button size="small" isBusy={bytes !== undefined} onClick={() => void save()}>
        <DownloadIcon />
        Download Report
      </Button>
      {bytes !== undefined && (
        <p className={styles.progress} role="status">
          <progress aria-label="Preparing the report" />
          {bytes === 0 ? 'Preparing…' : `${sizeOf(bytes)} so far`}
        </p>
      )}
    </div>
  );
}
