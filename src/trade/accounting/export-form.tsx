import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#lib/api/api.ts';
import { download } from '#lib/api/download.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { isDay } from '#lib/day.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { newId } from '#lib/uuid.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { Checkbox, SelectField, TextField } from '#ui/form/field.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { accountingSentences as sentences, type makeExport, type Program, programNames, programs } from './contract.ts';
import type { AmountsAre } from './xero.ts';
import styles from './export-form.module.css';

interface Asked {
  startDate: string;
  endDate: string;
  includesExported: boolean;
}

interface ExportFormProps {
  /** Of the page's address. */
  asked: Asked;
  documentCount: number;
}

/** What to export, and the button that makes the export and downloads its file. Days and the checkbox go into the page's address. */
export function ExportForm({ asked, documentCount }: ExportFormProps) {
  const [program, setProgram] = useState<Program>('xero');
  const [amounts, setAmounts] = useState<AmountsAre>('inclusive');
  const [accountCode, setAccountCode] = useState('200'); // Xero's own code for sales
  const { isBusy, change } = useChange();
  const needsCode = program === 'xero';
  const fault = needsCode && accountCode.trim() === '' ? sentences.accountCode : undefined;
  const send = async (): Promise<void> => {
    const body = { ...asked, id: newId(), program, amounts, accountCode: needsCode ? accountCode : '' };
    const made = await call<typeof makeExport>('POST /v1/trade-accounts/accounting/exports', { body });
    notify({ text: `${made.documentCount.toLocaleString('en-AU')} exported for ${programNames[program]}.` });
    await download(urlOf('/v1/trade-accounts/accounting/exports/{id}/file', { params: { id: made.id } }));
  };
  return (
    <form
      method="dialog"
      className={panel.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!fault && !isBusy) void change(send, sentences.export);
      }}
    >
      <div className={styles.fields}>
        <PeriodFields {...asked} />
        <SelectField
          label="For"
          value={program}
          onChange={(event) => setProgram(programs.find((one) => one === event.target.value) ?? 'xero')}
          choices={programs.map((value) => ({ value, label: programNames[value] }))}
        />
        <SelectField
          label="Amounts"
          value={amounts}
          onChange={(event) => setAmounts(event.target.value === 'inclusive' ? 'inclusive' : 'exclusive')}
          choices={[
            { value: 'inclusive', label: 'With GST' },
            { value: 'exclusive', label: 'Without GST' },
          ]}
        />
        {needsCode && (
          <TextField
            label="Sales account code"
            value={accountCode}
            maxLength={10}
            autoComplete="off"
            onChange={(event) => setAccountCode(event.target.value)}
            error={fault}
          />
        )}
      </div>
      <div className={styles.act}>
        <ExportedAgain isChecked={asked.includesExported} />
        <Button type="submit" size="small" isBusy={isBusy} disabled={documentCount === 0}>
          <DownloadIcon />
          Export
        </Button>
      </div>
      <div className={panel.foot}>
        <p>{hints[program]}</p>
      </div>
    </form>
  );
}

/** What to know when the file is imported. */
const hints: Record<Program, string> = {
  xero:
    'In Xero choose Business, Invoices, Import, and answer the question about tax as you chose the amounts here. Sites come as the tracking category “Site”. ' +
    'More than 500 documents are several files in a zip.',
  myob:
    'In AccountRight choose File, Import/Export Assistant, Sales, Item sales, tab-delimited. Items must exist there with our codes, and one called ADJUSTMENT. ' +
    'INV-200017 has the number 200017 there.',
};

function ExportedAgain({ isChecked }: { isChecked: boolean }) {
  const [, setQuery] = useSearchParams();
  return (
    <Checkbox
      checked={isChecked}
      onChange={(event) => {
        const { checked } = event.target;
        setQuery(
          (before) => {
            const after = new URLSearchParams(before);
            after.delete('again');
            if (checked) after.set('again', '1');
            return after;
          },
          { preventScrollReset: true },
        );
      }}
    >
      Also what has been exported before
    </Checkbox>
  );
}

/** The first and the last day, which go into the page's address once both are days. */
function PeriodFields({ startDate, endDate }: Pick<Asked, 'startDate' | 'endDate'>) {
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState({ startDate: toTypedDay(startDate), endDate: toTypedDay(endDate) });
  const [hasLeft, setLeft] = useState(false);
  const faultOf = (text: string): string | undefined =>
    hasLeft && !isDay(toIsoDay(text)) ? 'Must be a date, such as 31/01/2026.' : undefined;
  const leave = (): void => {
    setLeft(true);
    const now = { startDate: toIsoDay(typed.startDate), endDate: toIsoDay(typed.endDate) };
    if (!isDay(now.startDate) || !isDay(now.endDate) || (now.startDate === startDate && now.endDate === endDate))
      return;
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('startDate', now.startDate);
        after.set('endDate', now.endDate);
        return after;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <>
      <DayField
        label="First day"
        value={typed.startDate}
        onValueChange={(value) => setTyped((before) => ({ ...before, startDate: value }))}
        onBlur={leave}
        error={faultOf(typed.startDate)}
      />
      <DayField
        label="Last day"
        value={typed.endDate}
        onValueChange={(value) => setTyped((before) => ({ ...before, endDate: value }))}
        onBlur={leave}
        error={faultOf(typed.endDate)}
      />
    </>
  );
}
