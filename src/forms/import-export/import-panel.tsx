import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { isRefused, type Upload } from '#ui/upload/uploads.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import type { UploadMethod } from './contract.ts';
import styles from './import-panel.module.css';
import { ImportReport } from './import-report.tsx';
import { importSentences } from './import-sentences.ts';
import { largestZip } from './uploaded-zip.ts';
import { type ImportProgress, useImport } from './use-import.ts';

const rules = { minSize: 0, maxSize: largestZip, maxFiles: 1, types: ['.zip'] };

const methods: { value: UploadMethod; label: string; about: string }[] = [
  { value: 'replace', label: 'Replace', about: 'Adds and updates forms' },
  { value: 'reset', label: 'Reset', about: 'Also archives all other forms' },
];

/** Checks and imports a zip of forms. */
export function ImportPanel() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [method, setMethod] = useState<UploadMethod>();
  const [isSubmitted, setSubmitted] = useState(false);
  const { progress, outcome, run, reset } = useImport();
  const upload = uploads.find((one) => !isRefused(one));
  const start = async (isDryRun: boolean): Promise<void> => {
    setSubmitted(true);
    if (!upload || !method) return;
    const isDone = await run(upload, method, isDryRun);
    if (!isDone || isDryRun) return;
    setUploads([]);
    setSubmitted(false);
  };
  const shown = progress && upload ? [{ ...upload, progress: progress.sent }] : uploads;
  return (
    <>
      <section className={panel.card} aria-label="Import">
        <div className={styles.parts}>
          <Uploader
            label="Zip of forms"
            rules={rules}
            value={shown}
            error={isSubmitted && !upload ? importSentences.required : undefined}
            onChange={(changed) => {
              setUploads(changed);
              reset();
            }}
          />
          <div className={styles.choices}>
            <OptionButtons
              legend="Upload method"
              isEven
              options={methods}
              value={method ?? ''}
              error={isSubmitted && !method ? importSentences.required : undefined}
              onChange={(value) => {
                setMethod(value as UploadMethod); // one of the options above
                reset();
              }}
            />
            {method === 'reset' && (
              <Note tone="warning" isLive>
                {importSentences.reset}
              </Note>
            )}
            <div className={styles.actions}>
              <Button size="small" look="quiet" isBusy={progress !== undefined} onClick={() => void start(true)}>
                Check
              </Button>
              <Button size="small" isBusy={progress !== undefined} onClick={() => void start(false)}>
                Import
              </Button>
              <p role="status">{progress && progressText(progress)}</p>
            </div>
            {progress?.sent === 1 && <progress className={styles.progress} aria-label={progressText(progress)} />}
          </div>
        </div>
      </section>
      {outcome && <ImportReport outcome={outcome} />}
    </>
  );
}

function progressText({ sent, isDryRun }: ImportProgress): string {
  if (sent < 1) return 'Sending the file.';
  return isDryRun ? 'Checking the forms.' : 'Importing the forms.';
}
