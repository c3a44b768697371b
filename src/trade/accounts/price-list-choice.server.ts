import { sql } from 'kysely';
import { badInput, conflict } from '#lib/api/problem.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { sentences } from './contract.ts';

/** Throws 400 if a price list that an account or a site chooses is archived. */
export async function requireChoosable(tx: Tx, id: string | null | undefined): Promise<void> {
  if ((await lockArchived(tx, id)) !== undefined)
    throw badInput({ path: 'priceListId', message: sentences.listArchived });
}

/** Throws 409 if the price list of an account that opens again, or of a site that is restored, has been archived meanwhile. */
export async function requireStillOpen(tx: Tx, id: string | null): Promise<void> {
  const name = await lockArchived(tx, id);
  if (name !== undefined) throw conflict(sentences.listArchivedMeanwhile(name));
}

/** The name of a list that is archived. Archiving waits for the lock, and then finds that the list is used. */
async function lockArchived(tx: Tx, id: string | null | undefined): Promise<string | undefined> {
  if (!id) return undefined;
  const { rows } = await sql<{ name: string; isArchived: boolean }>`
    select name, archived_at is not null as "isArchived" from price_lists where id = ${id} for key share`.execute(tx);
  return rows.find(({ isArchived }) => isArchived)?.name;
}
