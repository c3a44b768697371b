import { on } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import writeXlsxFile, { type CellObject, type Row } from 'write-excel-file/node';
import type { ExcelColumn, ExcelRow, ToWorker } from './excel.server.ts';

/** What a cell of Excel holds at most, in UTF-16 units. */
const longest = 32_767;

/** The library looks shared texts up in a plain object, which knows names such as `constructor` already. */
const asText = (value: string): string => (value in Object.prototype ? `${value} ` : value.slice(0, longest));

function cellOf(value: ExcelRow[number], { kind }: ExcelColumn): CellObject | null {
  if (value === null || value === '') return null;
  switch (kind) {
    case 'number':
      return { type: Number, value: Number(value) };
    case 'money':
      return { type: Number, value: Number(value) / 100, format: '"$"#,##0.00' };
    case 'date':
      return { type: Date, value: new Date(`${value}T00:00:00Z`), format: 'dd/mm/yyyy' };
    default:
      return { type: String, value: asText(String(value)) };
  }
}

type Told = Exclude<ToWorker, ExcelRow[] | null>;

async function write({ name, columns }: Told, rows: readonly ExcelRow[]): Promise<Uint8Array> {
  const header: Row = columns.map(({ header: text }) => ({ type: String, value: text, fontWeight: 'bold' }));
  const cells = rows.map((row): Row => columns.map((column, at) => cellOf(row[at] ?? null, column)));
  const file = writeXlsxFile([header, ...cells], {
    sheet: name,
    columns: columns.map(({ width = 18 }) => ({ width })),
    stickyRowsCount: 1,
  });
  return file.toBuffer();
}

/** Reads what it is told until the last row, and answers the file. What it throws ends the worker, which tells the server. */
async function work(port: MessagePort): Promise<void> {
  const rows: ExcelRow[] = [];
  let sheet: Told | undefined;
  for await (const [message] of on(port, 'message') as AsyncIterable<[ToWorker]>) {
    if (message === null) break;
    if (Array.isArray(message)) for (const row of message) rows.push(row);
    else sheet = message;
  }
  if (sheet) port.postMessage(await write(sheet, rows));
}

if (parentPort) await work(parentPort);
