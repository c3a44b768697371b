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
import { importSentences, largestFile } from '#catalogue/products/import-sentences.ts';
import styles from './importing.module.css';
import { Report } from './import-report.tsx';
import { figure, importInWords, isRunning, partDone, rowsInWords } from './import-progress-text.ts';
import { sendFile } from './send-file.ts';

interface ImportDialogProps {
  /** The import that it shows; null to choose a new file. */
  current: ProductImport | null;
  take: (taken: ProductImport) => void;
  /** Called when the import was refused, as another user's may be running. */
  onRefused: () => void;
  close: () => void;
}

/**
 * Chooses a file, shows the changes it would make, and starts the import, which continues after the dialog is closed.
 */
export function ImportDialog({ current, take, onRefused: refused, close }: ImportDialogProps) {
  const { refusal, setRefusal, isBusy, run } = useSubmit(importSentences.send);
  const sending = useSending();
  const report = useReport(current, setRefusal);
  const attempt = (work: () => Promise<void>): Promise<void> =>
    run(work, (error) => error instanceof Problem && error.status === 409 && refused());
  const choose = async (file: File | undefined): Promise<void> => {
    setRefusal(undefined);
    if (!file) return;
    if (file.size > largestFile) return setRefusal(importSentences.tooLarge);
    await attempt(async () => take(await sending.send(file)));
  };
  const start = (id: string): Promise<void> =>
    attempt(async () => {
      const route = 'POST /v1/manage-products/imports/{id}/start';
      take(await call<typeof startImport>(route, { params: { id } }));
      close();
    });
  const recheck = (id: string, columns: (string | null)[]): Promise<void> =>
    attempt(async () => {
      const route = 'POST /v1/manage-products/imports/{id}/check';
      take(await call<typeof recheckImport>(route, { params: { id }, body: { columns } }));
    });
  const leave = (): void => {
    sending.abort();
    close();
  };
  const isReady = current?.state === 'checked' && current.faultCount === 0 && current.added + current.changed > 0;
  const isOpen = current === null || !isRunning(current);
  return (
    <Dialog isOpen title="Import products" about={<Template />} width="wide" onClose={leave}>
      <DialogBody>
        <Refusal>{refusal ?? current?.refusal ?? undefined}</Refusal>
        {isOpen && sending.part === undefined && current?.state !== 'done' && (
          <FileField
            label="CSV or Excel file"
            hint="Up to 64 MB. You review the changes before anything is saved."
            accept={tableFiles}
            onChoose={(file) => void choose(file)}
          />
        )}
        {sending.part !== undefined && <Bar words={`Sending ${sending.name}.`} done={sending.part} />}
        {current && isRunning(current) && (
          <Bar words={importInWords(current)} done={partDone(current)} rows={rowsInWords(current)} />
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
            ? 'You can close this: the import continues, and a banner shows its progress.'
            : undefined
        }
        close={leave}
        closeLabel={current === null || isReady ? 'Cancel' : 'Close'}
      >
        {isReady && (
          <Button size="small" isBusy={isBusy} onClick={() => void start(current.id)}>
            Import {figure(current.added + current.changed)} products
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
      A CSV or Excel file as the export writes it, or with other columns. A template:{' '}
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

/** Screen readers do not announce every row; the progress bar has the value. */
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

function useSending() {
  const [sent, setSent] = useState<{ name: string; part: number }>();
  const stopper = useRef<AbortController>(null);
  const send = async (file: File): Promise<ProductImport> => {
    const { signal } = (stopper.current = new AbortController());
    setSent({ name: file.name, part: 0 });
    try {
      return await sendFile(file, { signal, onProgress: (part) => setSent({ name: file.name, part }) });
    } finally {
      setSent(undefined);
    }
  };
  return { ...sent, send, abort: () => stopper.current?.abort() };
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
