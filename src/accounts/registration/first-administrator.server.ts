import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { claims } from '#lib/api/endpoint.ts';
import { userTypes } from '../contract.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import type { AccountsDeps } from '../sign-in/sessions.server.ts';
import { isEmailTaken } from '../profile/taken-emails.server.ts';
import { insertUnlessTaken } from '../profile/write-users.server.ts';

export interface FirstAdministrator {
  email: string;
  password: string;
}

/**
 * Creates the first administrator, with every claim. If `ADMIN_EMAIL` is set, creates that user unless the e-mail is taken;
 * otherwise creates `admin@example.com` if nobody can manage users, as at the first start. Returns the generated password, to be printed once; null if
 * none was generated.
 */
export async function ensureAdministrator(deps: AccountsDeps): Promise<FirstAdministrator | null> {
  const { adminEmail, adminPassword } = deps.env;
  if (adminEmail !== undefined && adminPassword !== undefined) {
    if (!(await isEmailTaken(deps.db, adminEmail))) await create(deps, { email: adminEmail, password: adminPassword });
    return null;
  }
  if (await hasManager(deps.db)) return null;
  const made = { email: 'admin@example.com', password: makePassword() };
  return (await create(deps, made)) ? made : null;
}

/** Whether somebody can manage users and their permissions; of the demo's staff nobody can. */
async function hasManager(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from users where user_type = ${userTypes.administrator} and archived_at is null
      and claims @> array['ManageUsers', 'ManageUserPermissions'] limit 1`.execute(db);
  return rows.length > 0;
}

/** Creates an administrator; false if another process on the same database was first. */
async function create({ db, clock }: AccountsDeps, { email, password }: FirstAdministrator): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const user = { firstName: 'Site', lastName: 'Administrator', email, mobile: '', userType: userTypes.administrator };
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const id = await insertUnlessTaken(tx, { ...user, claims: [...claims], passwordHash, at });
    if (id === undefined) return false;
    const after = { ...user, usersClaims: claims };
    await audit(tx, { actor: null, action: 'create', entity: 'user', entityId: id, after, at });
    return true;
  });
}

/** Five groups of unambiguous letters and digits, about 98 bits; the last group contains a digit. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const digits = '23456789';
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const group = (): string => Array.from({ length: 4 }, () => pick(letters + digits)).join('');
  return [group(), group(), group(), group(), group().slice(1) + pick(digits)].join('-');
}
