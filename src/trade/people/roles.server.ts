import { sql } from 'kysely';
import { conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { refuseDuplicate, violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { lockAccount } from '../accounts/sites.server.ts';
import { type Role, type RoleInput, sentences } from './contract.ts';
import { type Manager, type PeopleDeps, requireManager, requireWithin } from './people.server.ts';

/** The roles that people of an account can have: those of every account, then its own by name. */
export async function readRoles(db: Db | Tx, accountId: string): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select id, name, permissions, account_id is null as "isBuiltIn", version from trade_roles
    where account_id is null or account_id = ${accountId} order by account_id nulls first, case when account_id is null then id end, lower(name)`.execute(
    db,
  );
  return rows;
}

/** Adds a role. Throws 403 for permissions that the manager lacks, 409 for a name in use. */
export function addRole(
  { db, clock }: PeopleDeps,
  accountId: string,
  input: RoleInput,
  manager: Manager,
): Promise<Role> {
  requireWithin(manager, input.permissions);
  return withNameConflict(
    inTransaction(db, async (tx) => {
      await lockAccount(tx, accountId);
      const at = clock.now();
      const id = newId(at.getTime());
      await tx
        .insertInto('trade_roles')
        .values({ id, account_id: accountId, ...valuesOf(input), created_at: at })
        .execute();
      await record(tx, manager, { accountId, action: 'add-role', after: { role: input.name, ...input }, at });
      return readRole(tx, accountId, id);
    }),
  );
}

export interface WhichRole {
  accountId: string;
  roleId: string;
  version?: number | undefined;
}

/** Changes one of the account's own roles, for everybody who has it. Throws 409 if nobody remained to manage people. */
export function updateRole(
  { db, clock }: PeopleDeps,
  { accountId, roleId, version }: WhichRole,
  input: RoleInput,
  manager: Manager,
): Promise<Role> {
  requireWithin(manager, input.permissions);
  return withNameConflict(
    inTransaction(db, async (tx) => {
      await lockAccount(tx, accountId);
      const before = await readRole(tx, accountId, roleId);
      requireVersion(version, before.version);
      requireWithin(manager, before.permissions);
      if (before.isBuiltIn) throw conflict(sentences.builtInRole);
      await sql`update trade_roles set name = ${input.name}, permissions = ${[...new Set(input.permissions)]}, version = version + 1
        where id = ${roleId}`.execute(tx);
      await requireManager(tx, accountId, manager);
      const values = { before: shown(before), after: { role: input.name, ...input } };
      await record(tx, manager, { accountId, action: 'update-role', ...values, at: clock.now() });
      return readRole(tx, accountId, roleId);
    }),
  );
}

/** Deletes one of the account's own roles. Throws 409 if somebody has, or had, it. */
export async function removeRole(
  { db, clock }: PeopleDeps,
  { accountId, roleId }: WhichRole,
  manager: Manager,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await readRole(tx, accountId, roleId);
    requireWithin(manager, before.permissions);
    if (before.isBuiltIn) throw conflict(sentences.builtInRole);
    // Those who have left keep their role on record; they get the one with the fewest permissions.
    await tx
      .updateTable('trade_members')
      .set(({ selectFrom }) => ({
        role_id: selectFrom('trade_roles').select('id').where('account_id', 'is', null).where('name', '=', 'Buyer'),
      }))
      .where('role_id', '=', roleId)
      .where('removed_at', 'is not', null)
      .execute();
    await tx.deleteFrom('trade_roles').where('id', '=', roleId).execute();
    await record(tx, manager, { accountId, action: 'remove-role', before: shown(before), at: clock.now() });
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'trade_members_role_id_fkey' ? conflict(sentences.roleInUse) : error;
  });
}

const valuesOf = ({ name, permissions }: RoleInput) => ({ name, permissions: [...new Set(permissions)] });

const shown = ({ name, permissions }: Role) => ({ role: name, permissions });

async function readRole(tx: Tx, accountId: string, roleId: string): Promise<Role> {
  const role = (await readRoles(tx, accountId)).find(({ id }) => id === roleId);
  if (!role) throw notFound(sentences.roleNotFound);
  return role;
}

const record = (
  tx: Tx,
  { actor, requestId }: Manager,
  { accountId, ...change }: { accountId: string; action: string; before?: object; after?: object; at: Date },
): Promise<void> => audit(tx, { actor, requestId, entity: 'trade-account', entityId: accountId, ...change });

const withNameConflict = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'trade_roles_name_key', 'name', sentences.roleNameTaken);
