import { stringify } from 'csv-stringify/sync';
import { writeExcel } from '#platform/spreadsheet/write-excel.server.ts';
import { promoFileColumns } from './read-promo-file.server.ts';

const columns = Object.keys(promoFileColumns);

/**
 * Two examples: a percentage and an amount off everything. Both have expired, in case somebody leaves them in the file.
 */
const examples = [
  ['EXAMPLE10', '10 % off everything.', '10', '', '', '2020-12-31', 'yes', 'no', ''],
  ['EXAMPLE-20-OFF', '$20 off from $100 on.', '', '20.00', '100.00', '2020-12-31', 'yes', 'yes', ''],
];

/** The template as CSV, with the byte order mark that lets Excel recognise UTF-8. */
export const csvTemplate = (): string => `\ufeff${stringify([columns, ...examples])}`;

/** The template as a workbook. All cells are text, so that no code becomes a number. */
export const excelTemplate = (): Promise<Buffer> =>
  writeExcel({
    name: 'Promos',
    columns: columns.map((header) => ({ header, kind: 'text' as const, width: 20 })),
    rows: [examples],
  });
