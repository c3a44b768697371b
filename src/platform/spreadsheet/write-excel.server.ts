import { on } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Problem } from '#lib/api/problem.ts';

/**
 * A column and the kind of its values: `money` is in cents, `date` a business day `YYYY-MM-DD`. A `text` stays text even if it begins
 * with `=`, so that it is never run as a formula.
 */
export interface ExcelColumn {
  header: string;
  kind: 'text' | 'number' | 'money' | 'date';
  /** The width in characters; 18 by default. */
  width?: number;
  /** Adds the sum of a column of numbers or money in a last row. */
  isSummed?: boolean;
}

/** A value for each column; null leaves the cell empty. */
export type ExcelRow = (string | number | null)[];

export interface Sheet {
  name: string;
  columns: readonly ExcelColumn[];
  rows: Iterable<ExcelRow[]> | AsyncIterable<ExcelRow[]>;
}

/** Messages to the worker: the sheet, then batches of rows, then null. */
export type ToWorker = Pick<Sheet, 'name' | 'columns'> | ExcelRow[] | null;

/** Messages from the worker: bytes of the file, `more` when it is ready for rows, null at the end. */
export type FromWorker = Uint8Array | 'more' | null;

/** The most rows under the header of a sheet. */
export const mostExcelRows = 1_048_575;
const workerMemoryMb = 256;
export const tooManyRows = 'There are too many rows for an Excel file. Narrow the list, or export it as CSV.';

/**
 * Writes an `.xlsx` file with a bold, frozen header, filters and typed cells, which prints in landscape at page width. A worker
 * writes it, so that the server stays responsive. `rows` yields batches. Throws `Problem` 400 beyond 1,048,575 rows, and rethrows errors
 * of `rows`.
 */
export const writeExcel = (sheet: Sheet): Promise<Buffer> => buffer(streamExcel(sheet));

/** Like `writeExcel`, but returns a stream, for files that are too large for memory. */
export async function* streamExcel({ name, columns, rows }: Sheet): AsyncGenerator<Buffer> {
  const worker = await startWorkerInTurn();
  const ending = new AbortController();
  const feeding = feed(worker, { name, columns, rows }, ending.signal).catch((error: unknown) => ending.abort(error));
  try {
    const answers = on(worker, 'message', { signal: ending.signal, close: ['exit'] }) as AsyncIterable<[FromWorker]>; // only our worker sends messages
    let isWhole = false;
    for await (const [answer] of answers) {
      if (answer === 'more') continue;
      isWhole = answer === null;
      if (answer === null) break;
      yield Buffer.from(answer.buffer, answer.byteOffset, answer.length);
    }
    if (!isWhole) throw new Error('The worker ended before the file was written.');
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    ending.abort();
    await worker.terminate();
    await feeding;
  }
}

/** Sends the rows to the worker, each batch when the worker is ready for it. */
async function feed(worker: Worker, { name, columns, rows }: Sheet, signal: AbortSignal): Promise<void> {
  const send = (message: ToWorker) => worker.postMessage(message);
  const ready = on(worker, 'message', { signal }) as AsyncIterableIterator<[FromWorker]>; // only our worker sends messages
  const whenReady = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await ready.next();
      if (done || value[0] === 'more') return;
    }
  };
  send({ name, columns });
  let count = 0;
  for await (const batch of rows) {
    count += batch.length;
    if (count > mostExcelRows) throw new Problem(400, tooManyRows);
    await whenReady();
    send(batch);
  }
  send(null);
  await ready.return?.();
}

/**
 * Starts a file's worker once the previous file's worker has ended: two at once would take twice as much processor time from the
 * shop.
 */
const startWorkerInTurn = workerQueue();

function workerQueue(): () => Promise<Worker> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    const worker = new Worker(new URL('write-excel-worker.server.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
    });
    worker.once('exit', resolve);
    return worker;
  };
}
