import type { ReactNode } from 'react';
import { FileColumns } from '#ui/upload/file-columns.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { RemarksTable } from '#ui/upload/remarks-table.tsx';
import type { ImportReport } from '#catalogue/products/import-export-contract.ts';
import { countText } from '#lib/text/count-text.ts';
import styles from './import-dialog.module.css';
import { figure } from './import-progress-text.ts';

interface ReportProps {
  report: ImportReport;
  isBusy: boolean;
  onChoose: ((columns: (string | null)[]) => void) | undefined;
}

export function Report({ report, isBusy, onChoose }: ReportProps) {
  const { read, rows, added, changed, left, changes, faults, faultCount, warnings, isWritten } = report;
  return (
    <div className={styles.report} aria-live="polite">
      <p>
        {countText(rows, 'row')}: {countText(added, 'product')} {isWritten ? 'added' : 'to add'}, {figure(changed)}{' '}
        {isWritten ? 'changed' : 'to change'}, {figure(left)} unchanged.
      </p>
      {faultCount > 0 && (
        <Note tone="danger" isLive>
          {countText(faultCount, 'fault')}. Correct the file and choose it again. Nothing has been changed.
        </Note>
      )}
      <Remarks label="Faults" words="What is wrong" remarks={faults} />
      {read && (
        <FileColumns
          key={read.columns.map(({ column }) => column).join()}
          read={read}
          isBusy={isBusy}
          onChoose={onChoose}
        />
      )}
      {changes.length > 0 && (
        <Part label="Changes">
          <SimpleTable
            label="Changes"
            isFramed
            rows={changes}
            keyOf={({ url }) => url}
            columns={[
              { label: 'Product', cell: ({ name }) => name },
              { label: 'Url', isText: true, cell: ({ url }) => url },
              {
                label: isWritten ? 'What changed' : 'What changes',
                isText: true,
                cell: ({ isNew, columns }) => (isNew ? 'New' : columns.join(', ')),
              },
            ]}
          />
        </Part>
      )}
      <Remarks label="Warnings" words="Warning" remarks={warnings} />
    </div>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{label}</h3>
      {children}
    </div>
  );
}

function Remarks({ label, words, remarks }: { label: string; words: string; remarks: ImportReport['faults'] }) {
  if (remarks.length === 0) return null;
  return (
    <Part label={label}>
      <RemarksTable label={label} words={words} remarks={remarks} />
    </Part>
  );
}
