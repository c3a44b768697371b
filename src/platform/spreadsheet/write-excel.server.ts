import { on } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Problem } from '#lib/api/problem.ts';

/**
 * The values of a column: `money` in cents, `date` a business day `YYYY-MM-DD`. `text` stays text whatever it begins with, so
 * that it is never run as a formula.
 */
export interface ExcelColumn {
  header: string;
  kind: 'text' | 'number' | 'money' | 'date';
  /** In characters; 18 by default. */
  width?: number;
  /** For numbers and money: adds a last row with the sum. */
  isSummed?: boolean;
}

/** One value for each column; null leaves the cell empty. */
export type ExcelRow = (string | number | null)[];

export interface Sheet {
  name: string;
  columns: readonly ExcelColumn[];
  rows: Iterable<ExcelRow[]> | AsyncIterable<ExcelRow[]>;
}

/** Messages to the worker: the sheet, then batches of rows, then `null`. */
export type ToWorker = Pick<Sheet, 'name' | 'columns'> | ExcelRow[] | null;

/** Messages from the worker: bytes of the file, `more` when it is ready for rows, `null` at the end. */
export type FromWorker = Uint8Array | 'more' | null;

/** The most rows under the header of a sheet. */
export const mostExcelRows = 1_048_575;
const workerMemoryMb = 256;
export const tooManyRows = 'These are too many rows for an Excel file. Narrow the list, or export it as CSV.';

/**
 * Writes an `.xlsx` file in a worker, so that the server stays responsive: a bold, frozen header with filters, typed cells, printed
 * landscape at page width. `rows` come in batches. Throws `Problem` 400 beyond 1,048,575 rows, and errors of `rows`.
 */
export const writeExcel = (sheet: Sheet): Promise<Buffer> => buffer(streamExcel(sheet));

/** The same file as a stream: neither its rows nor its bytes are ever in memory as a whole. */
export async function* streamExcel({ name, columns, rows }: Sheet): AsyncGenerator<Buffer> {
  const worker = await inTurn();
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

/** Sends the rows to the worker, each batch once it is ready. */
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
  for await (const part of rows) {
    count += part.length;
    if (count > mostExcelRows) throw new Problem(400, tooManyRows);
    await whenReady();
    send(part);
  }
  send(null);
  await ready.return?.();
}

/** One file is written at a time, since two would take twice the processor from the shop. A slow reader delays no other file. */
const inTurn = queue();

function queue(): () => Promise<Worker> {
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
