import { type Selectable, sql } from 'kysely';
import type { StoredAddress } from '#addresses/full-address.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Users } from '#platform/db/tables.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { userTypes } from '../contract.ts';
import { endLinks, linkKinds } from '../mail/mailed-links.server.ts';
import { noPassword } from '../sign-in/password-hashing.server.ts';
import { endSessions } from '../sign-in/sessions.server.ts';
import { comparableEmail, storableEmail } from '../normalise-email.ts';
import { emailTakenProblem, isEmailReserved } from './taken-emails.server.ts';

/** A user to create. `personFields` has validated names, e-mail and mobile; the password was hashed before the transaction. */
export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  passwordHash: string;
  at: Date;
  address?: StoredAddress;
  userType?: number;
  claims?: string[];
}

/** Creates a user like `insertUnlessTaken`, but throws 409 if the e-mail is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<{ userId: string }> {
  const userId = await insertUnlessTaken(tx, user);
  if (userId === undefined) throw emailTakenProblem();
  return { userId };
}

/**
 * Creates a user in the caller's transaction, an individual unless `userType` says otherwise, and returns the id.
 * Undefined if the e-mail is taken.
 */
export async function insertUnlessTaken(tx: Tx, user: NewUser): Promise<string | undefined> {
  const { address = {} } = user;
  if (await isEmailReserved(tx, user.email)) return undefined;
  const row = await tx
    .insertInto('users')
    .values({
      id: newId(user.at.getTime()),
      user_type: user.userType ?? userTypes.individual,
      claims: user.claims ?? [],
      first_name: user.firstName,
      last_name: user.lastName,
      email: storableEmail(user.email),
      mobile: user.mobile,
      password_hash: user.passwordHash,
      unit_number: address.unitNumber || null,
      street_number: address.streetNumber || null,
      street_name: address.streetName || null,
      city: address.city || null,
      state: address.state || null,
      postcode: address.postcode || null,
      created_at: user.at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type LockedUser = Selectable<Users>;

/** Locks a user; undefined if there is no such user. */
export const lockUser = (tx: Tx, id: string): Promise<LockedUser | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Locks a member's own row. Throws 404 if there is no such row. */
export async function lockMember(tx: Tx, id: string): Promise<LockedUser> {
  const user = await lockUser(tx, id);
  if (!user) throw notFound();
  return user;
}

/** Columns that no form shows: a change to these columns alone does not raise the version. */
const unversioned = ['password_hash', 'pending_email'];

/**
 * Sets columns of locked users, with all consequences: the version is raised; an archived user's sessions and mailed links end; a new
 * password ends reset links and all sessions except `keptSession`; a new e-mail ends reset links; and if no change of e-mail is
 * pending any more, its link ends. Throws 409 if the new e-mail is taken.
 */
export async function updateUsers(
  tx: Tx,
  users: readonly LockedUser[],
  columns: Partial<LockedUser>,
  now: Date,
  keptSession?: string,
): Promise<void> {
  if (users.length === 0) return;
  const { email, password_hash, archived_at, pending_email } = columns;
  const ids = users.map(({ id }) => id);
  const hasNewEmail =
    email !== undefined && users.some((user) => comparableEmail(user.email) !== comparableEmail(email));
  if (hasNewEmail && (await isEmailReserved(tx, email))) throw emailTakenProblem();
  const isVersioned = Object.keys(columns).some((column) => !unversioned.includes(column));
  await tx
    .updateTable('users')
    .set(columns)
    .set(isVersioned ? { version: sql`version + 1` } : {})
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'users_email_key' ? emailTakenProblem() : error;
    });
  if (archived_at || password_hash) await endSessions(tx, ids, now, keptSession);
  if (archived_at) await endLinks(tx, ids, linkKinds, now);
  if (password_hash || hasNewEmail) await endLinks(tx, ids, ['reset-password'], now);
  if (pending_email === null) await endLinks(tx, ids, ['confirm-email'], now);
}

/** Leaves users without a password: they can sign in once they have set one by a mailed link. */
export const removePasswords = (tx: Db | Tx, userIds: readonly string[]): Promise<unknown> =>
  sql`update users set password_hash = ${noPassword} where id = any(${userIds}::uuid[])`.execute(tx);

/**
 * Deletes users of the demo content with everything that belongs to them; a user to whom another record still refers is archived
 * instead. Real users are archived, never deleted.
 */
export async function removeUsers(tx: Tx, userIds: readonly string[], at: Date): Promise<void> {
  const theirs = sql`user_id = any(${userIds}::uuid[])`;
  for (const table of ['sessions', 'mailed_links', 'form_drafts', 'form_files'])
    await sql`delete from ${sql.table(table)} where ${theirs}`.execute(tx);
  await sql`delete from table_views where owner_id = any(${userIds}::uuid[])`.execute(tx);
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(tx);
  const named = rows.map(
    ({ table, column }) => sql`exists (select from ${sql.table(table)} r where r.${sql.ref(column)} = u.id)`,
  );
  const listed = sql`u.id = any(${userIds}::uuid[])`;
  await sql`delete from users u where ${listed} and not (${sql.join(named, sql` or `)})`.execute(tx);
  await sql`update users u set archived_at = coalesce(archived_at, ${at}), version = version + 1 where ${listed}`.execute(
    tx,
  );
}
