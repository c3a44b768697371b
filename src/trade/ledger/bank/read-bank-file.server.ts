import { createHash } from 'node:crypto';
import type { ColumnAliases } from '#platform/spreadsheet/guess-columns.ts';
import type { ImportRow } from '#platform/spreadsheet/read-table.server.ts';
import { readUploadedTable } from '#platform/spreadsheet/read-uploaded-table.server.ts';
import { type Day, isDay } from '#lib/day.ts';
import { type Cents, cents, fromDollars } from '#lib/money.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { parseNumber } from '#lib/text/number-text.ts';
import { bankSentences, mostBankLines } from './contract.ts';

/** The columns of a bank's file, with the names that Australian banks give them. */
const bankColumns = {
  date: [
    'transaction date',
    'posted date',
    'value date',
    'effective date',
    'processed date',
    'entered date',
    'bank date',
  ],
  description: [
    'narrative',
    'transaction details',
    'details',
    'transaction description',
    'transaction',
    'particulars',
    'memo',
    'payee',
  ],
  amount: [
    'credit',
    'credit amount',
    'credits',
    'paid in',
    'money in',
    'deposit',
    'deposits',
    'credit aud',
    'transaction amount',
    'value',
  ],
  direction: ['type', 'transaction type', 'debit/credit', 'credit/debit', 'dr/cr', 'cr/dr', 'indicator'],
  reference: [
    'lodgement reference',
    'lodgement ref',
    'payment reference',
    'end to end id',
    'payer reference',
    'other party reference',
  ],
} as const satisfies ColumnAliases<string>;
type BankColumn = keyof typeof bankColumns;

export interface ReadLine {
  row: number;
  onDay: Day;
  amount: Cents;
  description: string;
  /** The same for the same line of another file. */
  hash: Buffer;
}

interface Fault {
  row: number;
  column: string;
  message: string;
}

export interface BankFile {
  lines: ReadLine[];
  /** How many lines have no money in. */
  paidOut: number;
  faults: Fault[];
  read: TableFileInfo;
}

/** Reads a bank's file. Throws `Problem` 400 for an unsupported kind of file, 413 for too many lines; other faults are returned. */
export async function readBankFile(
  file: string,
  { columns, today }: { columns?: readonly (string | null)[] | undefined; today: Day },
): Promise<BankFile> {
  const table = await readUploadedTable(file, {
    mostRows: mostBankLines,
    tooMany: bankSentences.tooMany,
    known: bankColumns,
    required: [['date'], ['amount'], ['description', 'reference']],
    chosen: columns,
  });
  const result: BankFile = { lines: [], paidOut: 0, faults: [...table.faults], read: table.read };
  if (result.faults.length > 0) return result;
  const counts = new Map<string, number>();
  for await (const row of table.rows()) addLine(result, row, { today, counts });
  return result;
}

interface Reading {
  today: Day;
  /** How often each line has occurred so far: a bank may list the same payment twice on a day. */
  counts: Map<string, number>;
}

/** How a column beside amounts without a sign marks money out. */
const moneyOut = /^\s*(d|dr|debit|withdrawal)\s*$/i;

function addLine(result: BankFile, { row, cells, faults }: ImportRow<BankColumn>, { today, counts }: Reading): void {
  const own: Fault[] = [...faults];
  if (moneyOut.test(cells.direction ?? '')) return void result.paidOut++;
  const typed = cells.amount ?? '';
  const amount = typed === '' ? cents(0) : amountOf(typed);
  if (amount === undefined) own.push({ row, column: 'amount', message: `'${typed}' is not an amount.` });
  else if (amount <= 0) return void result.paidOut++;
  const onDay = dayIn(cells.date ?? '');
  if (onDay === undefined) own.push({ row, column: 'date', message: `'${cells.date ?? ''}' is not a date.` });
  else if (onDay > today) own.push({ row, column: 'date', message: 'The day is in the future.' });
  if (own.length > 0 || amount === undefined || onDay === undefined) return void result.faults.push(...own);
  const description = [cells.description, cells.reference].filter(Boolean).join(' ').slice(0, 300);
  const text = `${onDay} ${amount} ${description}`;
  const count = (counts.get(text) ?? 0) + 1;
  counts.set(text, count);
  const hash = createHash('sha256').update(`${text} ${count}`).digest();
  result.lines.push({ row, onDay, amount, description, hash });
}

/** `1,234.50`, `+500.00`, `$20`, `500.00 CR`; `(20.00)`, `-20.00` and `20.00 DR` are money out. */
function amountOf(typed: string): Cents | undefined {
  const plain = typed.replace(/[$\s]|AUD|CR$/gi, '').replace(/^\+/, '');
  const isOut = /^\(.*\)$|^-|DR$/i.test(plain);
  const number = parseNumber(plain.replace(/^[-(]|\)$|DR$/gi, ''));
  const amount = number === undefined ? undefined : fromDollars(number);
  return amount === undefined || !isOut ? amount : cents(-amount);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-11-30`, `30/11/2026`, `30/11/26`, `30-Nov-2026`, `30 Nov 26`, `20261130`. */
function dayIn(typed: string): Day | undefined {
  const text = typed.trim().slice(0, 20);
  const compact = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(text);
  if (compact) return dayFrom(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '');
  const [, date = '', month = '', year = ''] =
    /^(\d{1,2})[-/ ]([a-z]{3,9}|\d{1,2})[-/ ](\d{2}|\d{4})\b/i.exec(text) ?? [];
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return dayFrom(year.length === 2 ? `20${year}` : year, named > 0 ? String(named) : month, date);
}

function dayFrom(year: string, month: string, date: string): Day | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}
