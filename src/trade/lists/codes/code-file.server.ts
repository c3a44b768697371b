import { badInput } from '#lib/api/problem.ts';
import type { ColumnAliases } from '#platform/spreadsheet/guess-columns.ts';
import type { ImportRow } from '#platform/spreadsheet/read-table.server.ts';
import { readUploadedTable } from '#platform/spreadsheet/read-uploaded-table.server.ts';
import type { MatchedLine } from './match-codes.server.ts';
import { badQuantity, noCode, quantityOf } from './pasted-lines.ts';
import { mostItems, listSentences as sentences } from '../sentences.ts';

const known = {
  code: ['product code', 'sku', 'item code', 'item number', 'stock code'],
  quantity: ['qty', 'par', 'par level', 'order quantity', 'units'],
  carton: ['units in a carton', 'carton size', 'pack size'],
  note: ['notes', 'comment'],
} as const;
type Column = keyof typeof known;
const aliases: ColumnAliases<Column> = known;

/** Reads codes from a CSV or Excel file. Throws `Problem` 400 if it is not a table or has no column of codes, 413 for too many rows. */
export async function readCodeFile(file: string): Promise<MatchedLine[]> {
  const table = await readUploadedTable(file, {
    mostRows: mostItems,
    tooMany: sentences.tooManyLines,
    known: aliases,
    required: [['code']],
  });
  const [fault] = table.faults;
  if (fault) throw badInput({ path: 'file', message: fault.message });
  const lines: MatchedLine[] = [];
  for await (const row of table.rows()) lines.push(lineOf(row));
  return lines;
}

function lineOf({ row, cells, faults }: ImportRow<Column>): MatchedLine {
  const { code = '', quantity: units = '', carton = '', note = '' } = cells;
  const text = [code, units].filter(Boolean).join(' ');
  const named = { line: row, text, typed: { code, quantity: units }, note };
  const quantity = units === '' ? null : quantityOf(units);
  const multiple = carton === '' ? null : quantityOf(carton);
  const fault =
    faults[0]?.message ??
    (code === '' ? noCode : undefined) ??
    (quantity === undefined ? badQuantity : undefined) ??
    (multiple === undefined ? sentences.carton : undefined);
  if (fault !== undefined || quantity === undefined) return { ...named, readings: [], fault: fault ?? badQuantity };
  return { ...named, readings: [{ code, quantity }], multiple: multiple ?? null };
}
