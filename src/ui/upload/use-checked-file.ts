import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Problem, sentenceOf } from '#lib/api/problem.ts';
import type { TableRead } from '#lib/table-file.ts';
import { notify } from '../feedback/notify.tsx';
import { readAsDataUrl } from './uploads.ts';

type Columns = (string | null)[];

/** A file that the server has looked at: with what it was asked, and what it answered. */
export interface CheckedFile<Asked, Report> {
  file: string;
  asked: Asked;
  report: Report;
}

interface CheckedFileOptions<Asked, Report> {
  /** Bytes; a larger file is refused with the sentence. */
  largest: number;
  tooLarge: string;
  /** Said where a call fails without a sentence of its own. */
  failed: string;
  check: (file: string, asked: Asked, columns: Columns | undefined) => Promise<Report>;
  write: (checked: CheckedFile<Asked, Report>, columns: Columns) => Promise<Report>;
  /** What is asked once more where what was checked has changed meanwhile. */
  askAgain: (checked: CheckedFile<Asked, Report>) => Asked;
  written: (report: Report) => string;
}

/** What each column of a checked file is taken as, in their order. */
export const columnsOf = ({ read }: { read: TableRead }): Columns => read.columns.map(({ column }) => column);

/**
 * A table file that is checked first and then written as it was shown: `choose` checks a file, `again` checks it with other
 * columns or another question, `write` writes it; what has changed meanwhile (409) is checked and shown once more.
 */
export function useCheckedFile<Asked, Report extends { read: TableRead }>(options: CheckedFileOptions<Asked, Report>) {
  const [checked, setChecked] = useState<CheckedFile<Asked, Report>>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    await work().catch((error: unknown) => setRefusal(sentenceOf(error, options.failed)));
    setBusy(false);
  };
  const check = async (file: string, asked: Asked, columns?: Columns): Promise<void> =>
    setChecked({ file, asked, report: await options.check(file, asked, columns) });
  const choose = (chosen: File, asked: Asked): Promise<void> =>
    run(async () => {
      setChecked(undefined);
      if (chosen.size > options.largest) throw new Problem(413, options.tooLarge);
      const file = await readAsDataUrl(chosen).catch(() => {
        throw new Problem(0, `${chosen.name} could not be read.`);
      });
      await check(file, asked);
    });
  const write = (one: CheckedFile<Asked, Report>): Promise<void> =>
    run(async () => {
      const columns = columnsOf(one.report);
      try {
        const report = await options.write(one, columns);
        setChecked({ ...one, report });
        notify({ text: options.written(report) });
        await revalidate();
      } catch (error) {
        if (error instanceof Problem && error.status === 409) await check(one.file, options.askAgain(one), columns);
        throw error;
      }
    });
  const again = (file: string, asked: Asked, columns: Columns): Promise<void> => run(() => check(file, asked, columns));
  return { checked, refusal, isBusy, choose, write, again };
}
