import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { useSubmit } from '#ui/overlay/form-dialog.tsx';
import type {
  ImportReport,
  ProductImport,
  readImport,
  recheckImport,
  startImport,
} from '#catalogue/products/import-export-contract.ts';
import { countText } from '#lib/text/count-text.ts';
import { importSentences, largestFile } from '#catalogue/products/import-sentences.ts';
import styles from './import-dialog.module.css';
import { Report } from './import-report.tsx';
import { importText, isRunning, partDone, rowsText } from './import-progress-text.ts';
import { sendFile } from './send-file.ts';

interface ImportDialogProps {
  /** The import to show; null to choose a file. */
  current: ProductImport | null;
  onStarted: (started: ProductImport) => void;
  /** Called when a request was refused, because another user's import may be running. */
  onRefused: () => void;
  close: () => void;
}

/** Lets the user choose a file, shows what it would change, and starts the import, which continues when the dialog is closed. */
export function ImportDialog({ current, onStarted, onRefused, close }: ImportDialogProps) {
  const { refusal, setRefusal, isBusy, run } = useSubmit(importSentences.send);
  const upload = useUpload();
  const report = useReport(current, setRefusal);
  const attempt = (work: () => Promise<void>): Promise<void> =>
    run(work, (error) => error instanceof Problem && error.status === 409 && onRefused());
  const choose = async (file: File | undefined): Promise<void> => {
    setRefusal(undefined);
    if (!file) return;
    if (file.size > largestFile) return setRefusal(importSentences.tooLarge);
    await attempt(async () => onStarted(await upload.send(file)));
  };
  const start = (id: string): Promise<void> =>
    attempt(async () => {
      const route = 'POST /v1/manage-products/imports/{id}/start';
      onStarted(await call<typeof startImport>(route, { params: { id } }));
      close();
    });
  const recheck = (id: string, columns: (string | null)[]): Promise<void> =>
    attempt(async () => {
      const route = 'POST /v1/manage-products/imports/{id}/check';
      onStarted(await call<typeof recheckImport>(route, { params: { id }, body: { columns } }));
    });
  const leave = (): void => {
    upload.abort();
    close();
  };
  const isReady = current?.state === 'checked' && current.faultCount === 0 && current.added + current.changed > 0;
  const canChooseFile = current === null || !isRunning(current);
  return (
    <Dialog isOpen title="Import products" about={<Template />} width="wide" onClose={leave}>
      <DialogBody>
        <Refusal>{refusal ?? current?.refusal ?? undefined}</Refusal>
        {canChooseFile && upload.part === undefined && current?.state !== 'done' && (
          <FileField
            label="CSV or Excel file"
            hint="Up to 64 MB. You review the changes before anything is saved."
            accept={tableFiles}
            onChoose={(file) => void choose(file)}
          />
        )}
        {upload.part !== undefined && <Bar words={`Uploading ${upload.name}.`} done={upload.part} />}
        {current && isRunning(current) && (
          <Bar words={importText(current)} done={partDone(current)} rows={rowsText(current)} />
        )}
        {report && (
          <Report
            report={report}
            isBusy={isBusy}
            onChoose={current?.state === 'checked' ? (columns) => void recheck(current.id, columns) : undefined}
          />
        )}
      </DialogBody>
      <DialogFoot
        note={
          current && isRunning(current)
            ? 'You can close this dialog. The import continues, and a banner shows its progress.'
            : undefined
        }
        close={leave}
        closeLabel={current === null || isReady ? 'Cancel' : 'Close'}
      >
        {isReady && (
          <Button size="small" isBusy={isBusy} onClick={() => void start(current.id)}>
            Import {countText(current.added + current.changed, 'product')}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Template() {
  const path = '/v1/manage-products/imports/template';
  return (
    <>
      A CSV or Excel file, exported from here or from another program. Templates:{' '}
      <a href={path} download>
        CSV
      </a>
      ,{' '}
      <a href={`${path}?format=xlsx`} download>
        Excel
      </a>
      .
    </>
  );
}

/** Screen readers do not announce each row; the progress bar has the value. */
function Bar({ words, done, rows }: { words: string; done: number; rows?: string }) {
  return (
    <div className={styles.progress}>
      <p role="status">{words}</p>
      <progress value={done} aria-label={words}>
        {Math.round(done * 100)} %
      </progress>
      <p aria-hidden="true">{rows ?? `${Math.round(done * 100)} %`}</p>
    </div>
  );
}

function useUpload() {
  const [sent, setSent] = useState<{ name: string; part: number }>();
  const controller = useRef<AbortController>(null);
  const send = async (file: File): Promise<ProductImport> => {
    const { signal } = (controller.current = new AbortController());
    setSent({ name: file.name, part: 0 });
    try {
      return await sendFile(file, { signal, onProgress: (part) => setSent({ name: file.name, part }) });
    } finally {
      setSent(undefined);
    }
  };
  return { ...sent, send, abort: () => controller.current?.abort() };
}

function useReport(current: ProductImport | null, fail: (sentence: string) => void): ImportReport | undefined {
  const [loaded, setLoaded] = useState<{ key: string; report: ImportReport | null }>();
  const key = current && !isRunning(current) && current.refusal === null ? `${current.id} ${current.state}` : undefined;
  const id = current?.id ?? '';
  useEffect(() => {
    if (key === undefined) return;
    const request = new AbortController();
    const { signal } = request;
    call<typeof readImport>('GET /v1/manage-products/imports/{id}', { params: { id } }, { signal }).then(
      ({ report }) => setLoaded({ key, report }),
      (error: unknown) => signal.aborted || fail(errorMessageOf(error, importSentences.send)),
    );
    return () => request.abort();
  }, [key, id, fail]);
  return loaded && loaded.key === key ? (loaded.report ?? undefined) : undefined;
}
