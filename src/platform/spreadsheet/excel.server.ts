import { on } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Problem } from '#lib/api/problem.ts';

/**
 * What a column holds: `money` cents, `date` a business day `YYYY-MM-DD`. `text` stays text whatever it begins with, so
 * that nothing in it is run.
 */
export interface ExcelColumn {
  header: string;
  kind: 'text' | 'number' | 'money' | 'date';
  /** In characters; 18 where left out. */
  width?: number;
  /** Of numbers and money: a last row says their sum. */
  isSummed?: boolean;
}

/** As the columns say; null leaves a cell empty. */
export type ExcelRow = (string | number | null)[];

export interface Sheet {
  name: string;
  columns: readonly ExcelColumn[];
  rows: Iterable<ExcelRow[]> | AsyncIterable<ExcelRow[]>;
}

/** What the worker is told: the sheet, then its rows in parts, then `null`. */
export type ToWorker = Pick<Sheet, 'name' | 'columns'> | ExcelRow[] | null;

/** What it answers: bytes of the file, `more` when it is ready for rows, `null` at the end. */
export type FromWorker = Uint8Array | 'more' | null;

/** What a sheet holds under its header. */
export const mostExcelRows = 1_048_575;
const workerMemoryMb = 256;
export const tooManyRows = 'These are too many rows for an Excel file. Narrow the list, or export it as CSV.';

/**
 * Writes an `.xlsx` file in a worker, so that the server goes on answering: a bold header that stays in view and filters, typed cells, printed landscape at the width of a page.
 * `rows` come in parts, as they are read. Throws `Problem` 400 beyond 1,048,575 rows, and whatever `rows` throws.
 */
export const writeExcel = (sheet: Sheet): Promise<Buffer> => buffer(streamExcel(sheet));

/** The same file, as it is written: neither its rows nor its bytes are ever held as a whole. */
export async function* streamExcel({ name, columns, rows }: Sheet): AsyncGenerator<Buffer> {
  const worker = await inTurn();
  const ending = new AbortController();
  const feeding = feed(worker, { name, columns, rows }, ending.signal).catch((error: unknown) => ending.abort(error));
  try {
    const answers = on(worker, 'message', { signal: ending.signal, close: ['exit'] }) as AsyncIterable<[FromWorker]>; // our own worker
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

/** Tells the worker the rows, each part once it is ready for it. */
async function feed(worker: Worker, { name, columns, rows }: Sheet, signal: AbortSignal): Promise<void> {
  const send = (message: ToWorker) => worker.postMessage(message);
  const ready = on(worker, 'message', { signal }) as AsyncIterableIterator<[FromWorker]>; // our own worker
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

/** One file is made at a time: two would take twice the processor from the shop. A reader who is slow keeps nobody waiting. */
const inTurn = queue();

function queue(): () => Promise<Worker> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    const worker = new Worker(new URL('excel-worker.server.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
    });
    worker.once('exit', resolve);
    return worker;
  };
}
