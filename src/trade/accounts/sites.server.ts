import { sql } from 'kysely';
import { badInput, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { refuseDuplicate, violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { sentences } from './contract.ts';
import { requireChoosable, requireStillOpen } from './price-list-choice.server.ts';
import type { ArchivedSite, SiteDetails, SiteInput, SiteInputOfStaff } from './sites-contract.ts';

export type SitesDeps = Pick<Deps, 'db' | 'clock'>;

/** The sites of an account that are not archived, by name. */
export async function readSites(db: Db | Tx, accountId: string): Promise<SiteDetails[]> {
  const { rows } = await sql<SiteDetails>`
    select id, name, address, instructions, hours, contact_name as "contactName", contact_phone as "contactPhone",
      cost_centre as "costCentre", budget_cents as budget, price_list_id as "priceListId", version
    from trade_sites where account_id = ${accountId} and archived_at is null order by lower(name), id`.execute(db);
  return rows;
}

/** The archived sites of an account, the one archived last first. */
export async function readArchivedSites(db: Db | Tx, accountId: string): Promise<ArchivedSite[]> {
  const { rows } = await sql<ArchivedSite>`
    select id, name, address from trade_sites where account_id = ${accountId} and archived_at is not null
    order by archived_at desc, id`.execute(db);
  return rows;
}

/** The columns to write. A price list that is undefined stays, as only staff choose it. */
function columnsOf({
  name,
  instructions,
  hours,
  contactName,
  contactPhone,
  costCentre,
  budget,
  ...rest
}: SiteInputOfStaff) {
  const { unitNumber, streetNumber, streetName, city, state, postcode, priceListId } = rest;
  return {
    name,
    address: JSON.stringify({ unitNumber, streetNumber, streetName, city, state, postcode }),
    instructions,
    hours,
    contact_name: contactName,
    contact_phone: contactPhone,
    cost_centre: costCentre,
    budget_cents: budget ?? null,
    ...(priceListId !== undefined && { price_list_id: priceListId }),
  };
}

/** Which site of which account, and the version that a change is based on. */
export interface SiteOfAccount {
  accountId: string;
  siteId: string;
  version?: number | undefined;
}

/** Adds a site. Throws 409 if the account has one of this name, 404 if there is no such account. */
export function addSite(
  { db, clock }: SitesDeps,
  accountId: string,
  input: SiteInput | SiteInputOfStaff,
  { actor, requestId }: ActionContext,
): Promise<SiteDetails> {
  return withSentences(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      const id = newId(at.getTime());
      await lockAccount(tx, accountId);
      const columns = columnsOf(input);
      await requireChoosable(tx, columns.price_list_id);
      await tx
        .insertInto('trade_sites')
        .values({ id, account_id: accountId, ...columns, created_at: at })
        .execute();
      const site = await readSite(tx, { accountId, siteId: id });
      const after = { site: site.name, ...site };
      await audit(tx, {
        actor,
        action: 'add-site',
        entity: 'trade-account',
        entityId: accountId,
        after,
        at,
        requestId,
      });
      return site;
    }),
  );
}

/** Changes a site. Throws 409 for an outdated version or a name that another site has. */
export function updateSite(
  { db, clock }: SitesDeps,
  { accountId, siteId, version }: SiteOfAccount,
  input: SiteInput | SiteInputOfStaff,
  { actor, requestId }: ActionContext,
): Promise<SiteDetails> {
  return withSentences(
    inTransaction(db, async (tx) => {
      const before = await lockSite(tx, { accountId, siteId });
      requireVersion(version, before.version);
      const columns = columnsOf(input);
      if (columns.price_list_id !== before.priceListId) await requireChoosable(tx, columns.price_list_id);
      await tx.updateTable('trade_sites').set(columns).where('id', '=', siteId).execute();
      const after = await readSite(tx, { accountId, siteId });
      if (JSON.stringify(before) === JSON.stringify(after)) return before;
      await sql`update trade_sites set version = version + 1 where id = ${siteId}`.execute(tx);
      const change = {
        action: 'update-site',
        before: { site: before.name, ...before },
        after: { site: after.name, ...after },
      };
      await audit(tx, { actor, entity: 'trade-account', entityId: accountId, ...change, at: clock.now(), requestId });
      return { ...after, version: before.version + 1 };
    }),
  );
}

/** Archives a site, so that nobody orders for it. */
export async function archiveSite(
  { db, clock }: SitesDeps,
  { accountId, siteId }: SiteOfAccount,
  { actor, requestId }: ActionContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await lockSite(tx, { accountId, siteId });
    const at = clock.now();
    await tx.updateTable('trade_sites').set({ archived_at: at }).where('id', '=', siteId).execute();
    await endStandingOrders(tx, siteId, at);
    const before = { site: name };
    await audit(tx, {
      actor,
      action: 'archive-site',
      entity: 'trade-account',
      entityId: accountId,
      before,
      at,
      requestId,
    });
  });
}

/**
 * Restores an archived site, so that its people order for it again; its standing orders stay ended. A site that is not archived stays
 * unchanged. Throws 409 if another site has its name by now, or if its price list is archived.
 */
export function restoreSite(
  { db, clock }: SitesDeps,
  { accountId, siteId }: SiteOfAccount,
  { actor, requestId }: ActionContext,
): Promise<SiteDetails> {
  const restored = inTransaction(db, async (tx) => {
    const { rows } = await sql`update trade_sites set archived_at = null, version = version + 1
      where id = ${siteId} and account_id = ${accountId} and archived_at is not null returning 1`.execute(tx);
    const site = await readSite(tx, { accountId, siteId });
    if (rows.length === 0) return site;
    await requireStillOpen(tx, site.priceListId);
    const change = { action: 'restore-site', after: { site: site.name } };
    await audit(tx, { actor, entity: 'trade-account', entityId: accountId, ...change, at: clock.now(), requestId });
    return site;
  });
  return refuseNameTaken(restored);
}

/** Nothing is ordered for an archived site any more. */
async function endStandingOrders(tx: Tx, siteId: string, at: Date): Promise<void> {
  await sql`
    with ended as (update standing_orders set ended_at = ${at} where site_id = ${siteId} and ended_at is null returning id)
    update standing_order_runs r set state = 'skipped', decided_at = ${at} from ended e
    where r.standing_order_id = e.id and r.state = 'open'`.execute(tx);
}

async function readSite(tx: Tx, { accountId, siteId }: SiteOfAccount): Promise<SiteDetails> {
  const site = (await readSites(tx, accountId)).find(({ id }) => id === siteId);
  if (!site) throw notFound(sentences.siteNotFound);
  return site;
}

async function lockSite(tx: Tx, which: SiteOfAccount): Promise<SiteDetails> {
  await sql`select from trade_sites where id = ${which.siteId} and account_id = ${which.accountId} for update`.execute(
    tx,
  );
  return readSite(tx, which);
}

/** Locks an account against other changes of it. Throws 404. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from trade_accounts where id = ${id} for no key update`.execute(tx);
  if (rows.length === 0) throw notFound(sentences.notFound);
}

const refuseNameTaken = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'trade_sites_name_key', 'name', sentences.siteNameTaken);

async function withSentences<T>(work: Promise<T>): Promise<T> {
  try {
    return await refuseNameTaken(work);
  } catch (error) {
    if (violatedConstraint(error) !== 'trade_sites_price_list_id_fkey') throw error;
    throw badInput({ path: 'priceListId', message: sentences.priceListNotFound });
  }
}
