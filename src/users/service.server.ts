import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { endOf, startOf } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences, type UserDetails, type UserFilter, type UserList, type UserRow } from './contract.ts';
import { mayChange } from './rights.ts';

/** What a search looks at; the index `users_words` has the same words. */
const words = sql`search_words(first_name || ' ' || last_name || ' ' || email || ' ' || mobile)`;

/** A number may be typed with blanks; it is stored without. */
const wanted = (search: string | undefined): string | undefined =>
  search !== undefined && /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '') : search;

type Column = Exclude<NonNullable<UserList['sort']>, `-${string}`>;

/** Migration 0012 has an index for each. */
const order: Order<Column> = {
  columns: {
    registationDate: sql.ref('created_at'),
    firstName: sql`lower(first_name || ' ' || last_name)`,
    lastName: sql`lower(last_name || ' ' || first_name)`,
    email: sql`lower(email)`,
    mobile: sql.ref('mobile'),
    userType: sql.ref('user_type'),
  },
  usual: '-registationDate',
  key: sql.ref('id'),
};

/** Users that a filter shows, in no order: those who are not archived. */
export function filtered(db: Db | Tx, { startDate, endDate, userTypes, search }: UserFilter) {
  const searched = searchCondition(words, wanted(search));
  return db
    .selectFrom('users')
    .where('archived_at', 'is', null)
    .where('user_type', 'in', [...new Set(userTypes)].sort())
    .where('created_at', '>=', startOf(startDate))
    .where('created_at', '<', endOf(endDate))
    .$if(searched !== undefined, (query) => query.where(searched ?? sql<boolean>`true`));
}

/** The columns of a list's row. */
export const rowsOf = (query: ReturnType<typeof filtered>) =>
  query
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'mobile', 'user_type as userType'])
    .select(['created_at', 'archived_at', 'version', 'claims as usersClaims']);

/** In the order that is asked for, for exports. */
export function inOrder(query: ReturnType<typeof rowsOf>, sort: UserList['sort'] = order.usual) {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const column = order.columns[sort.replace(/^-/, '') as Column]; // the shape of the query names the columns
  return query.orderBy(sql`${column} ${direction}`).orderBy(sql`${order.key} ${direction}`);
}

/** The users of the filter that the caller sees, and how many there are. */
export async function listUsers(
  db: Db,
  actor: Actor,
  { filter, asked }: { filter: UserFilter; asked: UserList },
): Promise<RowsWithTotal<UserRow>> {
  const query = rowsOf(filtered(db, { ...filter, search: asked.search }));
  const { rows, total } = await tablePage(db, query, { asked, order });
  return { rows: rows.map((row) => wireOf(actor, row)), total };
}

interface Stored {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  userType: number;
  usersClaims: string[];
  created_at: Date;
  archived_at: Date | null;
  version: number;
}

const wireOf = (actor: Pick<Actor, 'claims'>, { created_at, archived_at, ...user }: Stored): UserRow => ({
  ...user,
  registationDate: created_at.toISOString(),
  isActive: archived_at === null,
  mayChange: mayChange(actor.claims, user),
});

/** A user, archived or not. 404 where there is none. */
export async function userOf(db: Db | Tx, actor: Pick<Actor, 'claims'>, id: string): Promise<UserDetails> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'mobile', 'user_type as userType'])
    .select(['created_at', 'archived_at', 'version', 'claims as usersClaims'])
    .select(['company_name as companyName', 'pending_email as pendingEmail'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  const { usersClaims, companyName, pendingEmail } = row;
  return { ...wireOf(actor, row), usersClaims, companyName, pendingEmail };
}
