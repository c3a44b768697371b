import { type InferResult, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { inListOrder, type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Inbox } from '#inbox/change-rows.server.ts';
import { inboxCondition, sentColumns } from '#inbox/list-rows.server.ts';
import { type EnquiryFilter, type EnquiryList, type EnquiryRow, sentences } from './inbox-contract.ts';

type Column = Exclude<NonNullable<EnquiryList['sort']>, `-${string}`>;

/** How enquiries can be sorted; migration 0010 has an index for each column. */
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

/** How many characters of a message the list shows. */
const excerptLength = 200;

/** The enquiries that match a filter, unsorted. */
function matchingEnquiries(db: Db | Tx, { spam, ...filter }: EnquiryFilter) {
  const query = db.selectFrom('enquiries').where(inboxCondition(filter));
  return spam === 'all' ? query : query.where('is_suspected_spam', '=', spam === 'only');
}

const rowsOf = (query: ReturnType<typeof matchingEnquiries>) =>
  query
    .select(['id', 'company', 'name', 'email', 'phone', 'mobile', 'message', 'status', 'version'])
    .select(['user_id as userId', 'is_suspected_spam as isSuspectedSpam', 'created_at as createdAt']);

type StoredRow = InferResult<ReturnType<typeof rowsOf>>[number];

const asEnquiryRow = ({ createdAt, ...row }: StoredRow): EnquiryRow => ({
  ...row,
  createdDate: createdAt.toISOString(),
});

/** A page of the inbox, and the number of matches (counted up to 10,001). */
export async function listEnquiries(db: Db, list: EnquiryList): Promise<RowsWithTotal<EnquiryRow>> {
  const { rows, total } = await tablePage(db, rowsOf(matchingEnquiries(db, list)), { asked: list, order });
  return { rows: rows.map((row) => ({ ...asEnquiryRow(row), message: excerpt(row.message) })), total };
}

const excerpt = (message: string): string =>
  Array.from(message.slice(0, 2 * excerptLength))
    .slice(0, excerptLength)
    .join('');

/** An enquiry with its whole message. Throws `Problem` 404. */
export async function readEnquiry(db: Db, id: string): Promise<EnquiryRow> {
  const row = await rowsOf(db.selectFrom('enquiries').where('id', '=', id)).executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  return asEnquiryRow(row);
}

/** What the shared inbox needs to know about enquiries. */
export const enquiryInbox: Inbox<EnquiryFilter> = {
  table: 'enquiries',
  entity: 'enquiry',
  name: sql<string>`name || ', ' || company`,
  version: sql<number>`version`,
  incrementVersion: sql`version = version + 1`,
  gone: sentences.gone,
  matches: (tx, filter, limit) => matchingEnquiries(tx, filter).select('id').limit(limit).execute(),
};

/** The enquiries that match a filter, as a file in the order of the list. */
export const enquiryFile = (db: Db, filter: EnquiryFilter, sort: EnquiryList['sort']): ListFile<StoredRow> => ({
  name: 'Enquiries',
  query: rowsOf(inListOrder(matchingEnquiries(db, filter), order, sort)),
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
