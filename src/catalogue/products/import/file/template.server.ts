import { stringify } from 'csv-stringify/sync';
import { writeExcel } from '#platform/spreadsheet/write-excel.server.ts';
import { type Column, columns } from './columns.ts';
import { excelCell, excelColumns } from './export-catalogue.server.ts';

/** A product in two sizes. It is not active, in case somebody leaves it in the file. */
const examples: Partial<Record<Column, string>>[] = [
  {
    url: 'example-floor-cleaner',
    name: 'Example Floor Cleaner',
    code: 'EXAMPLE-1L',
    short_description: 'Neutral cleaner for sealed floors.',
    categories: 'Chemicals > Floor care',
    price: '12.95',
    variation_1: 'Size',
    value_1: '1 L',
    is_active: 'no',
  },
  { url: 'example-floor-cleaner', code: 'EXAMPLE-5L', price: '44.00', value_1: '5 L', is_active: 'no' },
];

/** Starts with a byte order mark, so that Excel recognises UTF-8. */
export const csvTemplate = (): string =>
  `\ufeff${stringify([columns, ...examples.map((cells) => columns.map((column) => cells[column] ?? ''))])}`;

export const excelTemplate = (): Promise<Buffer> =>
  writeExcel({
    name: 'Products',
    columns: excelColumns(columns),
    rows: [examples.map((cells) => columns.map((column) => excelCell(column, cells[column])))],
  });
