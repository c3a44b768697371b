import type { FastifyReply } from 'fastify';
import type { IconDeps } from '#company/brand-icons.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type ListFile, sendRows, setDownloadHeaders } from '#platform/list/list-export.server.ts';
import type { Day } from '#lib/day.ts';
import { type Cents, cents } from '#lib/money.ts';
import { type AsAt, type Debtor, debtorsQuery } from './ageing.server.ts';
import { entryName } from './shapes.ts';
import { statementPdf } from './statement-pdf.server.ts';
import type { Statement } from './statement.server.ts';

/** Sends a statement as a file. */
export async function sendStatement(
  reply: FastifyReply,
  statement: Statement,
  { deps, format }: { deps: IconDeps; format: 'pdf' | 'csv' | 'xlsx' },
): Promise<FastifyReply> {
  const { account, startDate, endDate } = statement;
  const days = `${startDate}-to-${endDate}`;
  const file = reply.header('cache-control', 'private, no-store');
  if (format !== 'pdf') {
    const name = `Statement ${account.number}`;
    return sendRows(file, { name, columns: statementColumns, rows: rowsOf(statement) }, { format, day: days });
  }
  const bytes = await statementPdf(statement, deps);
  const name = `statement-${account.number}-${days}.pdf`;
  return setDownloadHeaders(file, { name, type: 'application/pdf' }).send(bytes);
}

interface StatementRow {
  onDay: Day;
  entry: string;
  document: string;
  site: string;
  poNumber: string;
  dueDay: Day | null;
  amount: Cents | null;
  balance: Cents;
  note: string;
}

const statementColumns: ListFile<StatementRow>['columns'] = [
  { header: 'Date', kind: 'date', of: ({ onDay }) => onDay },
  { header: 'Entry', kind: 'text', width: 20, of: ({ entry }) => entry },
  { header: 'Document', kind: 'text', of: ({ document }) => document },
  { header: 'Site', kind: 'text', width: 30, of: ({ site }) => site },
  { header: 'PO Number', kind: 'text', of: ({ poNumber }) => poNumber },
  { header: 'Due', kind: 'date', of: ({ dueDay }) => dueDay },
  { header: 'Amount', kind: 'money', of: ({ amount }) => amount },
  { header: 'Balance', kind: 'money', of: ({ balance }) => balance },
  { header: 'Note', kind: 'text', width: 42, of: ({ note }) => note },
];

/** A row for each entry, between the opening and the closing balance. */
function rowsOf({ opening, entries, closing, startDate, asAt }: Statement): StatementRow[] {
  let balance: number = opening;
  const none = { document: '', site: '', poNumber: '', dueDay: null, amount: null, note: '' };
  const rows = entries.map(({ kind, site, amount, ...entry }) => {
    balance += amount;
    return { ...entry, entry: entryName(kind, amount), site: site ?? '', amount, balance: cents(balance) };
  });
  return [
    { ...none, onDay: startDate, entry: 'Opening balance', balance: opening },
    ...rows,
    { ...none, onDay: asAt, entry: 'Closing balance', balance: closing },
  ];
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
];

/** Known for today only. */
const creditColumns: typeof debtorColumns = [
  { header: 'Credit Limit', kind: 'money', of: ({ limit }) => limit },
  { header: 'Exposure', kind: 'money', of: ({ exposure }) => exposure },
];

/** Sends the ageing of all accounts as a file. */
export async function sendDebtors(
  reply: FastifyReply,
  { db, asAt, format }: { db: Db; asAt: AsAt; format: 'csv' | 'xlsx' },
): Promise<FastifyReply> {
  const { rows } = await debtorsQuery(asAt, { sort: 'name' }).execute(db);
  const columns = asAt.day === asAt.today ? [...debtorColumns, ...creditColumns] : debtorColumns;
  return sendRows(reply, { name: 'Debtors', columns, rows }, { format, day: asAt.day });
}
