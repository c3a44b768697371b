import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { claims } from '#lib/api/endpoint.ts';
import { userTypes } from '../contract.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import type { AccountsDeps } from '../sign-in/sessions.server.ts';
import { isEmailTaken } from '../profile/taken-emails.server.ts';
import { insertUnlessTaken, type NewUser } from '../profile/write-users.server.ts';

export interface FirstAdministrator {
  email: string;
  password: string;
}

/**
 * Creates the administrator that the environment names, with every claim, unless the e-mail is taken. If the environment names none,
 * creates `admin@example.com` for a demo shop in which nobody can manage users. Returns the generated password, to be printed once;
 * null if none was generated.
 */
export async function ensureAdministrator(deps: AccountsDeps): Promise<FirstAdministrator | null> {
  const { adminEmail, adminPassword, demoContent } = deps.env;
  if (adminEmail !== undefined && adminPassword !== undefined) {
    if (!(await isEmailTaken(deps.db, adminEmail))) await create(deps, { email: adminEmail, password: adminPassword });
    return null;
  }
  if (demoContent === false || (await hasManager(deps.db))) return null;
  const made = { email: 'admin@example.com', password: makePassword() };
  return (await create(deps, made)) ? made : null;
}

/** Whether there is an administrator, archived or not. */
export async function hasAdministrator(db: Db | Tx): Promise<boolean> {
  const administrators = db.selectFrom('users').where('user_type', '=', userTypes.administrator);
  return (await administrators.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether somebody can manage users and their permissions; none of the demo's staff can. */
async function hasManager(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from users where user_type = ${userTypes.administrator} and archived_at is null
      and claims @> array['ManageUsers', 'ManageUserPermissions'] limit 1`.execute(db);
  return rows.length > 0;
}

/** Creates an administrator; false if another process on the same database was first. */
async function create({ db, clock }: AccountsDeps, { email, password }: FirstAdministrator): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const person = { firstName: 'Site', lastName: 'Administrator', email, mobile: '' };
  const id = await inTransaction(db, async (tx) => {
    await lockFirstAdministrator(tx);
    return insertAdministrator(tx, { ...person, passwordHash, at: clock.now() });
  });
  return id !== undefined;
}

/** Makes other transactions that create a first administrator wait until the caller's transaction ends. */
export async function lockFirstAdministrator(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7310018)`.execute(tx);
}

/** Creates an administrator with every claim in the caller's transaction. Undefined if the e-mail is taken. */
export async function insertAdministrator(
  tx: Tx,
  { passwordHash, at, ...person }: Omit<NewUser, 'userType' | 'claims'>,
): Promise<string | undefined> {
  const user = { ...person, userType: userTypes.administrator };
  const id = await insertUnlessTaken(tx, { ...user, claims: [...claims], passwordHash, at });
  if (id === undefined) return undefined;
  const after = { ...user, usersClaims: claims };
  await audit(tx, { actor: null, action: 'create', entity: 'user', entityId: id, after, at });
  return id;
}

/** Five groups of unambiguous letters and digits, about 98 bits; the last group contains a digit. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const digits = '23456789';
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const group = (): string => Array.from({ length: 4 }, () => pick(letters + digits)).join('');
  return [group(), group(), group(), group(), group().slice(1) + pick(digits)].join('-');
}
