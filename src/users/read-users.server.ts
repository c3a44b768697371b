import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { endOf, startOf } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences, type UserDetails, type UserFilter, type UserList, type UserRow } from './contract.ts';
import { mayChange } from './permissions.ts';

/** The words that are searched; the index `users_words` has the same expression. */
const words = sql`search_words(first_name || ' ' || last_name || ' ' || email || ' ' || mobile)`;

/** The search text. A phone number is reduced to its digits, because numbers are stored that way. */
const searchText = (search: string | undefined): string | undefined =>
  search !== undefined && /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '') : search;

type Column = Exclude<NonNullable<UserList['sort']>, `-${string}`>;

/** How users can be sorted; there is an index for each column. */
export const order: Order<Column> = {
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

/** The users that match a filter and are not archived, unsorted. */
export function matchingUsers(db: Db | Tx, { startDate, endDate, userTypes, search }: UserFilter) {
  const searched = searchCondition(words, searchText(search));
  return db
    .selectFrom('users')
    .where('archived_at', 'is', null)
    .where('user_type', 'in', [...new Set(userTypes)].sort())
    .where('created_at', '>=', startOf(startDate))
    .where('created_at', '<', endOf(endDate))
    .$if(searched !== undefined, (query) => query.where(searched ?? sql<boolean>`true`));
}

export const rowsOf = (query: ReturnType<typeof matchingUsers>) =>
  query
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'mobile', 'user_type as userType'])
    .select(['created_at', 'archived_at', 'version', 'claims as usersClaims']);

/** A page of the users that match the filter, and the number of matches. */
export async function listUsers(
  db: Db,
  actor: Actor,
  filter: UserFilter,
  asked: UserList,
): Promise<RowsWithTotal<UserRow>> {
  const query = rowsOf(matchingUsers(db, { ...filter, search: asked.search }));
  const { rows, total } = await tablePage(db, query, { asked, order });
  return { rows: rows.map((row) => rowFor(actor, row)), total };
}

export type StoredUser = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const rowFor = (actor: Pick<Actor, 'claims'>, { created_at, archived_at, ...user }: StoredUser): UserRow => ({
  ...user,
  registationDate: created_at.toISOString(),
  isActive: archived_at === null,
  mayChange: mayChange(actor.claims, user),
});

/** A user, archived or not. Throws 404 if there is no such user. */
export async function userOf(db: Db | Tx, actor: Pick<Actor, 'claims'>, id: string): Promise<UserDetails> {
  const row = await rowsOf(db.selectFrom('users'))
    .select(['company_name as companyName', 'pending_email as pendingEmail'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  const { usersClaims, companyName, pendingEmail } = row;
  return { ...rowFor(actor, row), usersClaims, companyName, pendingEmail };
}
