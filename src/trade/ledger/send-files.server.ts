import type { FastifyReply } from 'fastify';
import { stringify } from 'csv-stringify/sync';
import type { IconDeps } from '#company/brand-icons.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type ListFile, sendRows, setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { escapeFormula } from '#lib/text/escape-formula.ts';
import { type Cents, cents, toDollars } from '#lib/money.ts';
import { type AsAt, type Debtor, debtorsQuery } from './ageing.server.ts';
import { kindNames } from './shapes.ts';
import { statementName, statementPdf } from './statement-pdf.server.ts';
import type { Statement } from './statement.server.ts';

/** Sends a statement as a file. */
export async function sendStatement(
  reply: FastifyReply,
  statement: Statement,
  { deps, format }: { deps: IconDeps; format: 'pdf' | 'csv' },
): Promise<FastifyReply> {
  const name = `${statementName(statement)}.${format}`;
  const file = reply.header('cache-control', 'private, no-store');
  if (format === 'csv')
    return setDownloadHeaders(file, { name, type: 'text/csv; charset=utf-8' }).send(csvOf(statement));
  const bytes = await statementPdf(statement, deps);
  return setDownloadHeaders(file, { name, type: 'application/pdf' }).send(bytes);
}

const dollars = (amount: Cents): string => toDollars(amount).toFixed(2);

/** One row for each entry, between the opening and the closing balance. */
function csvOf({ opening, entries, closing, startDate, asAt }: Statement): string {
  let balance: number = opening;
  const rows = entries.map(({ onDay, kind, document, site, poNumber, dueDay, amount, note }) => {
    balance += amount;
    const texts = [document, site ?? '', poNumber].map(escapeFormula);
    return [
      onDay,
      kindNames[kind],
      ...texts,
      dueDay ?? '',
      dollars(amount),
      dollars(cents(balance)),
      escapeFormula(note),
    ];
  });
  const head = ['Date', 'Entry', 'Document', 'Site', 'PO Number', 'Due', 'Amount', 'Balance', 'Note'];
  const sum = (day: string, name: string, amount: Cents) => [day, name, '', '', '', '', '', dollars(amount), ''];
  const all = [head, sum(startDate, 'Opening balance', opening), ...rows, sum(asAt, 'Closing balance', closing)];
  // Excel reads a file as UTF-8 only if it begins with this byte order mark.
  return `\ufeff${stringify(all)}`;
}

const debtorColumns: ListFile<Debtor>['columns'] = [
  { header: 'Account', kind: 'number', width: 12, of: ({ number }) => number },
  { header: 'Name', kind: 'text', width: 42, of: ({ name }) => name },
  { header: 'Status', kind: 'text', width: 12, of: ({ status }) => status },
  { header: 'Not Due', kind: 'money', isSummed: true, of: ({ notDue }) => notDue },
  { header: '1 to 30', kind: 'money', isSummed: true, of: ({ to30 }) => to30 },
  { header: '31 to 60', kind: 'money', isSummed: true, of: ({ to60 }) => to60 },
  { header: '61 to 90', kind: 'money', isSummed: true, of: ({ to90 }) => to90 },
  { header: 'Over 90', kind: 'money', isSummed: true, of: ({ over90 }) => over90 },
  { header: 'Credit', kind: 'money', isSummed: true, of: ({ credit }) => credit },
  { header: 'Balance', kind: 'money', isSummed: true, of: ({ balance }) => balance },
  { header: 'Credit Limit', kind: 'money', of: ({ limit }) => limit },
  { header: 'Exposure', kind: 'money', of: ({ exposure }) => exposure },
];

/** Sends the ageing of all accounts as a file. */
export async function sendDebtors(
  reply: FastifyReply,
  { db, asAt, format }: { db: Db; asAt: AsAt; format: 'csv' | 'xlsx' },
): Promise<FastifyReply> {
  const { rows } = await debtorsQuery(asAt, { sort: 'name' }).execute(db);
  return sendRows(reply, { name: 'Debtors', columns: debtorColumns, rows }, { format, day: asAt.day });
}
