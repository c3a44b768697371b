import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { toFileItem, type Upload } from '#ui/upload/uploads.ts';
import type { FormsImport, UploadMethod } from './contract.ts';
import { importSentences } from './import-sentences.ts';
import { type RemarkColumns, columnsOf } from './fault-columns.ts';

/** Result of a check or an import. */
export interface ImportOutcome {
  isDryRun: boolean;
  /** Why nothing was changed. */
  refusal?: string;
  faults: readonly RemarkColumns[];
  result?: FormsImport;
}

/** Progress of an upload; the server reads the zip once `sent` is 1. */
export interface ImportProgress {
  isDryRun: boolean;
  /** A fraction from 0 to 1. */
  sent: number;
}

/** Sends a zip to be checked or imported. */
export function useImport() {
  const [progress, setProgress] = useState<ImportProgress>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const abort = useRef<AbortController>(null);
  const { revalidate } = useRevalidator();
  const run = async (upload: Upload, method: UploadMethod, isDryRun: boolean): Promise<boolean> => {
    const { signal } = (abort.current = new AbortController());
    setProgress({ isDryRun, sent: 0 });
    setOutcome(undefined);
    try {
      const onProgress = (sent: number): void => setProgress({ isDryRun, sent });
      const result = await sendZip(upload, method, isDryRun, { signal, onProgress });
      setOutcome({ isDryRun, faults: [], result });
      if (!isDryRun) notify({ text: summaryText(result) });
      if (!isDryRun) await revalidate();
      return true;
    } catch (error) {
      if (!signal.aborted) setOutcome({ isDryRun, ...refusalOf(error) });
      return false;
    } finally {
      setProgress(undefined);
    }
  };
  const reset = (): void => {
    abort.current?.abort();
    setOutcome(undefined);
  };
  return { progress, outcome, run, reset };
}

async function sendZip(
  upload: Upload,
  uploadMethod: UploadMethod,
  isDryRun: boolean,
  sending: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<FormsImport> {
  const file = await toFileItem(upload).catch(() => {
    throw new Problem(0, `${upload.origFileName} could not be read.`);
  });
  const body = JSON.stringify({ files: [file], uploadMethod });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const url = `/v1/form-builder/upload-forms${isDryRun ? '?dryRun=true' : ''}`;
  return (await uploadWithProgress(url, { headers, body, ...sending })) as FormsImport; // the server encoded it with the same shape
}

const refusalOf = (error: unknown): Pick<ImportOutcome, 'refusal' | 'faults'> => ({
  refusal: errorMessageOf(error, importSentences.notImported),
  faults: error instanceof Problem ? error.faults.map(columnsOf) : [],
});

const forms = (count: number): string => `${count.toLocaleString('en-AU')} ${count === 1 ? 'form' : 'forms'}`;

/** `3 forms added, 1 replaced, 0 archived, 4 unchanged.` */
export const summaryText = ({ added, replaced, archived, unchanged }: FormsImport): string =>
  `${forms(added.length)} added, ${replaced.length} replaced, ${archived.length} archived, ${unchanged.length} unchanged.`;
