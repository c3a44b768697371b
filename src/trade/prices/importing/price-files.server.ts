import { stringify } from 'csv-stringify/sync';
import { writeExcel } from '#platform/spreadsheet/write-excel.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import type { Day } from '#lib/day.ts';
import { itemName } from '#lib/text/item-name.ts';
import { matchingRows, type StoredPrice } from '../lists/read-prices.server.ts';
import type { PricesQuery } from '../lists/prices-contract.ts';

const headers = ['Product code', 'Min quantity', 'Price', 'Valid from', 'Valid to', 'Order multiple'] as const;

/** The prices of a list that a file can name, as one that can be imported again; the other columns are left out then. */
export function priceFile(
  db: Db,
  listId: string,
  { today, ...query }: Pick<PricesQuery, 'sort' | 'search' | 'show'> & { today: Day },
): ListFile<StoredPrice> {
  const statement = matchingRows(listId, { ...query, today, isForFile: true });
  const [code, quantity, price, from, to, multiple] = headers;
  return {
    name: 'Prices',
    query: { compile: () => statement.compile(db) },
    columns: [
      { header: code, kind: 'text', width: 18, of: (row) => row.code },
      { header: 'Product', kind: 'text', width: 40, of: (row) => itemName(row.productName, row.variation) },
      { header: quantity, kind: 'number', of: (row) => row.minQuantity },
      { header: price, kind: 'money', of: (row) => row.price },
      { header: from, kind: 'date', of: (row) => row.validFrom as Day | null }, // a date of the database
      { header: to, kind: 'date', of: (row) => row.validTo as Day | null },
      { header: multiple, kind: 'number', of: (row) => row.multiple },
      { header: 'Shop price', kind: 'money', of: (row) => row.basePrice },
      { header: 'Average purchase price', kind: 'money', of: (row) => row.cost },
    ],
  };
}

/** Two prices of one item, which is bought in cartons of 12. Codes like these are unlikely, so that rows left in the file are refused. */
const examples = [
  ['EXAMPLE-1', '1', '4.50', '2027-01-01', '', '12'],
  ['EXAMPLE-1', '48', '4.20', '2027-01-01', '', '12'],
];

/** The template as CSV, with the byte order mark that lets Excel recognise UTF-8. */
export const csvTemplate = (): string => `\ufeff${stringify([headers, ...examples])}`;

/** The template as a workbook. All cells are text, so that no code becomes a number. */
export const excelTemplate = (): Promise<Buffer> =>
  writeExcel({
    name: 'Prices',
    columns: headers.map((header) => ({ header, kind: 'text' as const, width: 18 })),
    rows: [examples],
  });
