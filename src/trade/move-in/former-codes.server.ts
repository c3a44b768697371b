import { sql } from 'kysely';
import { badInput, type Fault } from '#lib/api/problem.ts';
import { normaliseWords } from '#lib/text/search-words.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { isSold } from '../lists/order-items.server.ts';
import type { ConfirmedMatch } from './contract.ts';
import { formerSentences as sentences } from './sentences.ts';

const longestKey = 300;

/** By what a line is remembered: its code, or else the words of its description. */
export const keyOf = ({ code, description }: { code: string; description: string }): string =>
  (code === '' ? normaliseWords(description) : code.toLowerCase()).slice(0, longestKey);

export interface RememberedItem {
  itemId: string;
  description: string;
}

/** What the account has confirmed for these keys before; items that are no longer sold are left out. */
export async function readRemembered(
  db: Db,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, RememberedItem>> {
  const { rows } = await sql<RememberedItem & { key: string }>`
    select f.code_key as key, f.item_id as "itemId", f.description from former_supplier_codes f
    join product_items i on i.id = f.item_id join products p on p.id = i.product_id
    where f.account_id = ${accountId} and f.code_key = any(${keys}::text[]) and ${isSold}`.execute(db);
  return new Map(rows.map(({ key, ...item }) => [key, item]));
}

/**
 * Remembers for an account which item each former code stands for; a code that was known gets the new item. Of two lines with one code
 * the last counts. Throws 400 with a fault at each item that is not sold.
 */
export async function rememberCodes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, matches }: { accountId: string; matches: readonly ConfirmedMatch[] },
  { actor, requestId }: ActionContext,
): Promise<void> {
  const byKey = new Map(matches.map((match) => [keyOf(match), match]));
  byKey.delete('');
  const rows = [...byKey]
    .map(([code_key, { description, itemId }]) => ({ code_key, description, item_id: itemId }))
    .sort((one, other) => (one.code_key < other.code_key ? -1 : 1)); // in one order, so that two requests never block each other
  await inTransaction(db, async (tx) => {
    const at = clock.now();
    const { rows: sold } = await sql<{ id: string }>`
      select i.id from product_items i join products p on p.id = i.product_id
      where i.id = any(${matches.map(({ itemId }) => itemId)}::uuid[]) and ${isSold}`.execute(tx);
    const known = new Set(sold.map(({ id }) => id));
    const faults: Fault[] = matches.flatMap(({ itemId }, at) =>
      known.has(itemId) ? [] : [{ path: `matches.${at}.itemId`, message: sentences.itemGone }],
    );
    if (faults.length > 0) throw badInput(...faults);
    const { rows: stored } = await sql<{ key: string; code: string }>`
      with stored as (
      insert into former_supplier_codes (account_id, code_key, description, item_id, confirmed_at)
      select ${accountId}::uuid, code_key, description, item_id, ${at}
      from ${recordset(rows, 'code_key text, description text, item_id uuid')} order by code_key
      on conflict (account_id, code_key) do update set description = excluded.description, item_id = excluded.item_id,
        confirmed_at = excluded.confirmed_at
      where former_supplier_codes.item_id <> excluded.item_id or former_supplier_codes.description <> excluded.description
      returning code_key, item_id)
      select s.code_key as key, coalesce(i.code, '') as code from stored s join product_items i on i.id = s.item_id order by 1`.execute(
      tx,
    );
    if (stored.length === 0) return;
    const after = { formerCodes: stored.map(({ key, code }) => `${key} is ${code}`) };
    await audit(tx, {
      actor,
      action: 'remember-codes',
      entity: 'trade-account',
      entityId: accountId,
      after,
      at,
      requestId,
    });
  });
}
