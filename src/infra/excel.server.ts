import { Worker } from 'node:worker_threads';
import { Problem } from '#lib/problem.ts';

/**
 * What a column holds: `money` whole cents, `date` a business day `YYYY-MM-DD`. `text` stays text whatever it begins with,
 * so that nothing in it is run.
 */
export interface ExcelColumn {
  header: string;
  kind: 'text' | 'number' | 'money' | 'date';
  /** In characters; 18 where left out. */
  width?: number;
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

/** The media type of an `.xlsx` file. */
export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file is put together in memory: 100,000 rows of eight cells take about 500 MB and 7 s. */
const mostExcelRows = 150_000;
const workerMemoryMb = 1024;
const tooMany = 'These are too many rows for an Excel file. Narrow the list, or export it as CSV.';

/**
 * Writes an `.xlsx` file in a worker, so that the server goes on answering: a bold header that stays in view, typed cells.
 * `rows` come in parts, as they are read. Throws `Problem` 400 beyond 150,000 rows, and whatever `rows` throws.
 */
export const writeExcel = (sheet: Sheet): Promise<Buffer> => inTurn(() => write(sheet));

/** One file at a time: two would take twice the memory. */
const inTurn = queue();

function queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

async function write({ name, columns, rows }: Sheet): Promise<Buffer> {
  const worker = new Worker(new URL('excel-worker.server.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
  });
  const send = (message: ToWorker) => worker.postMessage(message);
  const written = new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The worker ended before the file was written.')));
  });
  written.catch(() => {}); // told below; until then it would count as unhandled
  try {
    send({ name, columns });
    let count = 0;
    for await (const part of rows) {
      count += part.length;
      if (count > mostExcelRows) throw new Problem(400, tooMany);
      send(part);
    }
    send(null);
    return await written;
  } finally {
    await worker.terminate();
  }
}
