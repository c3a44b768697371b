import type { ReactNode } from 'react';
import styles from './file-report.module.css';
import { Note } from '../feedback/note.tsx';
import { RemarksTable } from './remarks-table.tsx';

interface FileReportProps {
  /** What the check counted, such as "3 new"; false parts are left out. */
  parts: readonly (string | false)[];
  faultCount: number;
  faults: Parameters<typeof RemarksTable>[0]['remarks'];
  children: ReactNode;
}

/** The result of checking a file, beginning with its faults. */
export function FileReport({ parts, faultCount, faults, children }: FileReportProps) {
  return (
    <div className={styles.report} aria-live="polite">
      <p>{parts.filter(Boolean).join(', ')}.</p>
      {faultCount > 0 && (
        <>
          <Note tone="danger" isLive>
            {faultCount.toLocaleString('en-AU')} {faultCount === 1 ? 'fault' : 'faults'}. Correct the file and choose it
            again; nothing has been written.
          </Note>
          <RemarksTable label="Faults" words="What is wrong" remarks={faults} />
        </>
      )}
      {children}
    </div>
  );
}
