import { parentPort } from 'node:worker_threads';
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

async function write(sheet: Exclude<ToWorker, ExcelRow[] | null>, rows: ExcelRow[]): Promise<Uint8Array> {
  const { name, columns } = sheet;
  const header: Row = columns.map(({ header: text }) => ({ type: String, value: text, fontWeight: 'bold' }));
  const cells = rows.map((row): Row => columns.map((column, at) => cellOf(row[at] ?? null, column)));
  const file = writeXlsxFile([header, ...cells], {
    sheet: name,
    columns: columns.map(({ width = 18 }) => ({ width })),
    stickyRowsCount: 1,
  });
  return file.toBuffer();
}

let sheet: Exclude<ToWorker, ExcelRow[] | null> | undefined;
const rows: ExcelRow[] = [];

parentPort?.on('message', (message: ToWorker) => {
  if (Array.isArray(message)) for (const row of message) rows.push(row);
  else if (message !== null) sheet = message;
  // An error that nobody catches ends the worker, which tells the server.
  else if (sheet) void write(sheet, rows).then((bytes) => parentPort?.postMessage(bytes));
});
