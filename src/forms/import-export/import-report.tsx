import { useEffect, useId, useRef, useState } from 'react';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { cx } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { FormChange } from './contract.ts';
import styles from './import-panel.module.css';
import { type RemarkColumns, columnsOf } from './fault-columns.ts';
import { summaryText, type ImportOutcome } from './use-import.ts';

/** The result of a check or an import. It gets the focus, because it may be below the visible part of the page. */
export function ImportReport({ outcome }: { outcome: ImportOutcome }) {
  const { isDryRun, refusal, faults, result } = outcome;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [outcome]);
  const id = useId();
  return (
    <section className={cx(panel.card, styles.report)} aria-labelledby={id}>
      <h2 ref={head} id={id} tabIndex={-1}>
        {titleOf(outcome)}
      </h2>
      <Refusal>{refusal}</Refusal>
      {faults.length > 0 && <Remarks label="Faults" words="Fault" remarks={faults} />}
      {result && (
        <>
          <p>{summaryText(result)}</p>
          <Changes changes={result.changes} isDryRun={isDryRun} />
          {result.warnings.length > 0 && (
            <Remarks label="Warnings" words="Warning" remarks={result.warnings.map(columnsOf)} />
          )}
        </>
      )}
    </section>
  );
}

function titleOf({ isDryRun, result }: ImportOutcome): string {
  if (!result) return 'Nothing has been changed';
  return isDryRun ? 'What the import would change' : 'What the import changed';
}

const tones: Record<FormChange['change'], Tone> = {
  added: 'success',
  replaced: 'info',
  archived: 'warning',
  unchanged: 'neutral',
};

function changeText({ change, version }: FormChange): string {
  if (change === 'added') return version > 1 ? `Restored, version ${version}` : 'Added';
  if (change === 'replaced') return `New version ${version}`;
  return change === 'archived' ? 'Archived' : 'Unchanged';
}

function Changes({ changes, isDryRun }: { changes: readonly FormChange[]; isDryRun: boolean }) {
  return (
    <SimpleTable
      label="Changes"
      isFramed
      rows={changes}
      keyOf={({ url, change }) => `${url} ${change}`}
      columns={[
        { label: 'Form', cell: ({ formName }) => formName },
        { label: 'Url', isText: true, cell: ({ url }) => url },
        {
          label: isDryRun ? 'What would change' : 'What changed',
          isText: true,
          cell: (one) => <Badge tone={tones[one.change]}>{changeText(one)}</Badge>,
        },
      ]}
    />
  );
}

/** Rows shown at once; the filter finds the others. */
const maxRows = 200;

const textOf = (remark: RemarkColumns): string => Object.values(remark).join(' ').toLowerCase();

interface RemarksProps {
  label: string;
  /** Header of the message column. */
  words: string;
  remarks: readonly RemarkColumns[];
}

function Remarks({ label, words: header, remarks }: RemarksProps) {
  const [filter, setFilter] = useState('');
  const words = filter.trim().toLowerCase();
  const matches = remarks.filter((remark) => textOf(remark).includes(words));
  const shown = matches.slice(0, maxRows);
  const hasCodes = remarks.some(({ code }) => code !== '');
  return (
    <div className={cx(styles.part, styles.remarks)}>
      <h3>{`${label} (${remarks.length.toLocaleString('en-AU')})`}</h3>
      {remarks.length > 5 && (
        <TextField
          label={`Filter ${label.toLowerCase()}`}
          className={styles.filter}
          type="search"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <SimpleTable
        label={label}
        isFramed
        rows={shown.map((remark, key) => ({ ...remark, key }))}
        keyOf={({ key }) => key}
        none="No matches for this filter."
        columns={[
          { label: header, cell: ({ message }) => message, about: ({ file }) => file },
          { label: 'Section', isText: true, cell: ({ section }) => section },
          { label: 'Row', cell: ({ row }) => row },
          { label: 'Field', isText: true, cell: ({ field }) => field },
          { label: 'Property', isText: true, cell: ({ property }) => property },
          ...(hasCodes ? [{ label: 'Code', cell: ({ code }: RemarkColumns) => code }] : []),
          { label: 'Position', cell: ({ position }) => position },
        ]}
      />
      <p className={styles.muted} role="status">
        {matches.length > shown.length &&
          `Showing the first ${maxRows} of ${matches.length.toLocaleString('en-AU')}. Use the filter to find others.`}
      </p>
    </div>
  );
}
