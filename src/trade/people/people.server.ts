import { isoInstant } from '#platform/db/iso-instant.server.ts';
import { sql } from 'kysely';
import { comparableEmail } from '#accounts/normalise-email.ts';
import { badInput, conflict, type Fault, notFound, Problem, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { lockAccount } from '../accounts/sites.server.ts';
import type { TradePermission } from '../permissions.ts';
import { type InvitationInput, type Person, type PersonInput, sentences } from './contract.ts';
import { createInvitation } from './invitations.server.ts';

export type PeopleDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** Who changes the people of an account: staff, or one of its people, who cannot give away more permissions than they have. */
export interface Manager extends ActionContext {
  permissions: readonly TradePermission[] | 'all';
}

/** The people of an account, also those who are invited, by name. */
export async function readPeople(db: Db | Tx, accountId: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select m.id, m.user_id as "userId", coalesce(u.first_name || ' ' || u.last_name, '') as name, coalesce(u.email, m.email) as email,
      m.role_id as "roleId", r.name as "roleName", m.has_all_sites as "hasAllSites", m.limit_cents as "limit",
      array(select s.site_id from trade_member_sites s where s.member_id = m.id order by s.site_id) as "siteIds",
      m.limit_period as "limitPeriod", ${isoInstant('m.invited_at')} as "invitedDate", ${isoInstant('m.joined_at')} as "joinedDate", m.version
    from trade_members m join trade_roles r on r.id = m.role_id left join users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.removed_at is null
    order by lower(coalesce(u.first_name || ' ' || u.last_name, m.email)), m.id`.execute(db);
  return rows;
}

async function readPerson(tx: Tx, accountId: string, personId: string): Promise<Person> {
  const person = (await readPeople(tx, accountId)).find(({ id }) => id === personId);
  if (!person) throw notFound(sentences.notFound);
  return person;
}

/** The fields that the history shows. */
const auditValuesOf = ({ email, roleName, hasAllSites, siteIds, limit, limitPeriod }: Person) => ({
  person: email,
  role: roleName,
  sites: hasAllSites ? 'all' : siteIds.length,
  limit: limit === null ? null : limit / 100,
  limitPeriod,
});

const columnsOf = ({ roleId, hasAllSites, limit, limitPeriod }: PersonInput) => ({
  role_id: roleId,
  has_all_sites: hasAllSites,
  limit_cents: limit ?? null,
  limit_period: limitPeriod,
});

/** Invites somebody by mail. Throws 409 if the account has somebody with this e-mail address. */
export async function invite(
  deps: PeopleDeps,
  accountId: string,
  input: InvitationInput,
  manager: Manager,
): Promise<Person> {
  const work = inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    await requireValid(tx, accountId, input, manager);
    await refuseMemberWithEmail(tx, accountId, input.email);
    const at = deps.clock.now();
    const id = newId(at.getTime());
    const person = { id, account_id: accountId, email: input.email, ...columnsOf(input), invited_at: at };
    await tx.insertInto('trade_members').values(person).execute();
    await writeSites(tx, id, input);
    await createInvitation(deps, tx, id);
    const invited = await readPerson(tx, accountId, id);
    await audit(tx, { ...entryOf(accountId, manager), action: 'invite', after: auditValuesOf(invited), at });
    return invited;
  });
  return refuseDuplicate(work, 'trade_members_email_key', 'email', sentences.emailTaken);
}

/** A member's e-mail address may have changed since the invitation, so the address of the user counts as well. */
async function refuseMemberWithEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  const people = await readPeople(tx, accountId);
  if (!people.some((person) => comparableEmail(person.email) === comparableEmail(email))) return;
  throw new Problem(409, sentences.emailTaken, [{ path: 'email', message: sentences.emailTaken }]);
}

export interface WhichPerson {
  accountId: string;
  personId: string;
  version?: number | undefined;
}

/** Changes role, sites and limit of somebody. Throws 409 for an outdated version, or if nobody remained to manage people. */
export function updatePerson(
  { db, clock }: PeopleDeps,
  { accountId, personId, version }: WhichPerson,
  input: PersonInput,
  manager: Manager,
): Promise<Person> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await readPerson(tx, accountId, personId);
    requireVersion(version, before.version);
    await requireMayManage(tx, before, manager);
    requireLimitOfOther(before, input, manager);
    await requireValid(tx, accountId, input, manager);
    await tx.updateTable('trade_members').set(columnsOf(input)).where('id', '=', personId).execute();
    await sql`delete from trade_member_sites where member_id = ${personId}`.execute(tx);
    await writeSites(tx, personId, input);
    await requireManager(tx, accountId, manager);
    const after = await readPerson(tx, accountId, personId);
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    await sql`update trade_members set version = version + 1 where id = ${personId}`.execute(tx);
    const values = { before: auditValuesOf(before), after: auditValuesOf(after) };
    await audit(tx, { ...entryOf(accountId, manager), action: 'update-person', ...values, at: clock.now() });
    return { ...after, version: before.version + 1 };
  });
}

/** Removes somebody, who is refused from the next request on. Throws 409 if nobody remained to manage people. */
export async function removePerson(
  { db, clock }: PeopleDeps,
  { accountId, personId }: WhichPerson,
  manager: Manager,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await readPerson(tx, accountId, personId);
    await requireMayManage(tx, before, manager);
    const at = clock.now();
    await tx.updateTable('trade_members').set({ removed_at: at }).where('id', '=', personId).execute();
    await requireManager(tx, accountId, manager);
    await audit(tx, { ...entryOf(accountId, manager), action: 'remove-person', before: auditValuesOf(before), at });
  });
}

/** Mails an invitation again. Throws 409 for somebody who has joined. */
export async function inviteAgain(deps: PeopleDeps, { accountId, personId }: WhichPerson): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const { joinedDate } = await readPerson(tx, accountId, personId);
    if (joinedDate !== null) throw conflict(sentences.joinedAlready);
    await createInvitation(deps, tx, personId);
  });
}

const entryOf = (accountId: string, { actor, requestId }: Manager) => ({
  actor,
  requestId,
  entity: 'trade-account',
  entityId: accountId,
});

async function writeSites(tx: Tx, memberId: string, { hasAllSites, siteIds }: PersonInput): Promise<void> {
  if (hasAllSites || siteIds.length === 0) return;
  await sql`insert into trade_member_sites (member_id, site_id) select ${memberId}::uuid, unnest(${[...new Set(siteIds)]}::uuid[])`.execute(
    tx,
  );
}

/** The role must be one of the account and within the manager's own permissions; the sites must be the account's. */
async function requireValid(
  tx: Tx,
  accountId: string,
  { roleId, siteIds }: PersonInput,
  manager: Manager,
): Promise<void> {
  const { rows } = await sql<{ permissions: TradePermission[] | null; strange: number }>`
    select (select permissions from trade_roles where id = ${roleId} and (account_id is null or account_id = ${accountId})) as permissions,
      (select count(*)::int from unnest(${siteIds}::uuid[]) w(id) where not exists (
        select from trade_sites s where s.id = w.id and s.account_id = ${accountId})) as strange`.execute(tx);
  const { permissions = null, strange = 0 } = rows[0] ?? {};
  const faults: Fault[] = [];
  if (permissions === null) faults.push({ path: 'roleId', message: sentences.roleNotFound });
  if (strange > 0) faults.push({ path: 'siteIds', message: sentences.unknownSite });
  if (faults.length > 0) throw badInput(...faults);
  requireWithin(manager, permissions ?? []);
}

/** Throws 403 unless the manager has all of these permissions. */
export function requireWithin({ permissions }: Manager, given: readonly TradePermission[]): void {
  if (permissions !== 'all' && !given.every((one) => permissions.includes(one)))
    throw new Problem(403, sentences.moreThanOwn);
}

/** Nobody of an account decides how much they may spend without approval themselves; staff do. */
function requireLimitOfOther(before: Person, { limit = null, limitPeriod }: PersonInput, manager: Manager): void {
  if (manager.permissions === 'all' || manager.actor.id !== before.userId) return;
  if (limit !== before.limit || (limit !== null && limitPeriod !== before.limitPeriod))
    throw new Problem(403, sentences.ownLimit);
}

/** Nobody changes somebody who may do more than they may. */
async function requireMayManage(tx: Tx, { roleId }: Person, manager: Manager): Promise<void> {
  const role = await tx.selectFrom('trade_roles').select('permissions').where('id', '=', roleId).executeTakeFirst();
  requireWithin(manager, (role?.permissions ?? []) as TradePermission[]); // the services write no others
}

/** The account's own people cannot leave it without somebody who may manage people; staff can. */
export async function requireManager(tx: Tx, accountId: string, { permissions }: Manager): Promise<void> {
  if (permissions === 'all') return;
  const { rows } = await sql`
    select 1 from trade_members m join trade_roles r on r.id = m.role_id
    join users u on u.id = m.user_id and u.archived_at is null
    where m.account_id = ${accountId} and m.removed_at is null and m.has_all_sites
      and 'ManagePeople' = any(r.permissions) limit 1`.execute(tx);
  if (rows.length === 0) throw conflict(sentences.lastManager);
}
