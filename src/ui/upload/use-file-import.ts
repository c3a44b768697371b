import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { notify } from '../feedback/notify.tsx';
import { readAsDataUrl } from './uploads.ts';

type Columns = (string | null)[];

/** A file that the server has checked, with the options of the check and its report. */
export interface CheckedFile<Input, Report> {
  file: string;
  input: Input;
  report: Report;
}

interface CheckedFileOptions<Input, Report> {
  /** The size limit in bytes, and the message for a larger file. */
  largest: number;
  tooLarge: string;
  /** Shown if a call fails without a message of its own. */
  failed: string;
  check: (file: string, input: Input, columns: Columns | undefined) => Promise<Report>;
  write: (checked: CheckedFile<Input, Report>, columns: Columns) => Promise<Report>;
  /** The options for repeating the check after a conflict (409). */
  inputAfterConflict: (checked: CheckedFile<Input, Report>) => Input;
  written: (report: Report) => string;
}

/** What each column of a checked file is imported as, in the order of the file. */
export const columnsOf = ({ read }: { read: TableFileInfo }): Columns => read.columns.map(({ column }) => column);

/**
 * Imports a table file. `choose` checks a file for the preview, `checkAgain` checks it with other columns or options,
 * and `write` imports it. After a conflict (409) the file is checked again, so that the preview is up to date.
 */
export function useFileImport<Input, Report extends { read: TableFileInfo }>(
  options: CheckedFileOptions<Input, Report>,
) {
  const [checked, setChecked] = useState<CheckedFile<Input, Report>>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    await work().catch((error: unknown) => setRefusal(errorMessageOf(error, options.failed)));
    setBusy(false);
  };
  const check = async (file: string, input: Input, columns?: Columns): Promise<void> =>
    setChecked({ file, input, report: await options.check(file, input, columns) });
  const choose = (chosen: File, input: Input): Promise<void> =>
    run(async () => {
      setChecked(undefined);
      if (chosen.size > options.largest) throw new Problem(413, options.tooLarge);
      const file = await readAsDataUrl(chosen).catch(() => {
        throw new Problem(0, `${chosen.name} could not be read.`);
      });
      await check(file, input);
    });
  const write = (one: CheckedFile<Input, Report>): Promise<void> =>
    run(async () => {
      const columns = columnsOf(one.report);
      try {
        const report = await options.write(one, columns);
        setChecked({ ...one, report });
        notify({ text: options.written(report) });
        await revalidate();
      } catch (error) {
        if (error instanceof Problem && error.status === 409)
          await check(one.file, options.inputAfterConflict(one), columns);
        throw error;
      }
    });
  const checkAgain = (file: string, input: Input, columns: Columns): Promise<void> =>
    run(() => check(file, input, columns));
  return { checked, refusal, isBusy, choose, write, checkAgain };
}
