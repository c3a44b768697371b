import type { ReactNode } from 'react';
import styles from './file-report.module.css';
import { Note } from '../feedback/note.tsx';
import { RemarksTable } from './remarks-table.tsx';

interface FileReportProps {
  /** What was found in the file, to be said with commas between; what does not apply is false. */
  parts: readonly (string | false)[];
  faultCount: number;
  faults: Parameters<typeof RemarksTable>[0]['remarks'];
  children: ReactNode;
}

/** What a checked file holds, and first of all what is wrong with it. */
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
