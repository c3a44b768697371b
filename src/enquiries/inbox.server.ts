import { type InferResult, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { inListOrder, type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { notFound } from '#lib/api/problem.ts';
import { type Inbox, inboxCondition, sentColumns } from '#inbox/service.server.ts';
import { type EnquiryFilter, type EnquiryList, type EnquiryRow, sentences } from './inbox-contract.ts';

type Column = Exclude<NonNullable<EnquiryList['sort']>, `-${string}`>;

/** Migration 0010 has an index for each. */
const order: Order<Column> = {
  columns: {
    createdDate: sql.ref('created_at'),
    name: sql`lower(name)`,
    company: sql`lower(company)`,
    status: sql.ref('status'),
  },
  usual: '-createdDate',
  key: sql.ref('id'),
};

/** Length of a message's excerpt in the list, in characters. */
const excerptLength = 200;

/** Enquiries that match a filter, unordered. */
function filtered(db: Db | Tx, { spam, ...filter }: EnquiryFilter) {
  const query = db.selectFrom('enquiries').where(inboxCondition(filter));
  return spam === 'all' ? query : query.where('is_suspected_spam', '=', spam === 'only');
}

const rowsOf = (query: ReturnType<typeof filtered>) =>
  query
    .select(['id', 'company', 'name', 'email', 'phone', 'mobile', 'message', 'status', 'version'])
    .select(['user_id as userId', 'is_suspected_spam as isSuspectedSpam', 'created_at as createdAt']);

type StoredRow = InferResult<ReturnType<typeof rowsOf>>[number];

const wireOf = ({ createdAt, ...row }: StoredRow): EnquiryRow => ({ ...row, createdDate: createdAt.toISOString() });

/** A page of the inbox, and the number of matches (counted up to 10,001). */
export async function listEnquiries(db: Db, list: EnquiryList): Promise<RowsWithTotal<EnquiryRow>> {
  const { rows, total } = await tablePage(db, rowsOf(filtered(db, list)), { asked: list, order });
  return { rows: rows.map((row) => ({ ...wireOf(row), message: excerpt(row.message) })), total };
}

const excerpt = (message: string): string =>
  Array.from(message.slice(0, 2 * excerptLength))
    .slice(0, excerptLength)
    .join('');

/** An enquiry. Throws 404 if it does not exist. */
export async function readEnquiry(db: Db, id: string): Promise<EnquiryRow> {
  const row = await rowsOf(db.selectFrom('enquiries').where('id', '=', id)).executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  return wireOf(row);
}

/** The inbox of enquiries. */
export const enquiryInbox: Inbox<EnquiryFilter> = {
  table: 'enquiries',
  entity: 'enquiry',
  name: sql<string>`name || ', ' || company`,
  version: sql<number>`version`,
  raised: sql`version = version + 1`,
  gone: sentences.gone,
  matches: (tx, filter, most) => filtered(tx, filter).select('id').limit(most).execute(),
};

/** The filtered enquiries as a file, in the list's order. */
export const enquiryFile = (db: Db, filter: EnquiryFilter, sort: EnquiryList['sort']): ListFile<StoredRow> => ({
  name: 'Enquiries',
  query: rowsOf(inListOrder(filtered(db, filter), order, sort)),
  columns: [
    ...sentColumns,
    { header: 'Company', kind: 'text', width: 28, of: ({ company }) => company },
    { header: 'Name', kind: 'text', width: 24, of: ({ name }) => name },
    { header: 'Email', kind: 'text', width: 32, of: ({ email }) => email },
    { header: 'Phone', kind: 'text', of: ({ phone }) => formatPhone(phone) },
    { header: 'Mobile', kind: 'text', of: ({ mobile }) => formatPhone(mobile) },
    { header: 'Message', kind: 'text', width: 80, of: ({ message }) => message },
    { header: 'Suspected spam', kind: 'text', of: ({ isSuspectedSpam }) => (isSuspectedSpam ? 'Yes' : 'No') },
  ],
});
