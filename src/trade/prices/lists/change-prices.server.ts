import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { itemName } from '#lib/text/item-name.ts';
import { toDollars } from '#lib/money.ts';
import { lockPriceList, type PriceListsDeps } from './change-price-lists.server.ts';
import { always, priceSentences, type ReplacedRow, type SavedPrice } from './prices-contract.ts';

type Row = Pick<ReplacedRow, 'itemId' | 'minQuantity' | 'validFrom' | 'validTo' | 'price' | 'multiple'>;

const cartonOnly = { minQuantity: null, price: null, validFrom: null, validTo: null };

interface Change extends PriceListsDeps {
  listId: string;
  context: ActionContext;
}

/** Adds a price, or replaces `replaces`. 409 if that or the carton has changed since, or if the list has such a price already. */
export async function savePrice(change: Change, { replaces, ...input }: SavedPrice): Promise<void> {
  await inTransaction(change.db, async (tx) => {
    await lockPriceList(tx, change.listId);
    const item = await requireItem(tx, input.itemId);
    if (replaces) await takeRow(tx, change.listId, replaces);
    const { itemId, minQuantity, price = null, validFrom = null, validTo = null } = input;
    const former = await readMultiple(tx, change.listId, itemId);
    const { multiple = former, replacedMultiple = null } = input;
    if (multiple !== former) {
      if (!replaces && former !== replacedMultiple) throw conflict(priceSentences.cartonChanged);
      await setMultiple(tx, change.listId, { itemId, multiple });
    }
    const formerCarton = former === null || multiple === former ? null : { ...cartonOnly, itemId, multiple: former };
    const after: Row = {
      itemId,
      minQuantity: price === null ? null : minQuantity,
      price,
      validFrom,
      validTo,
      multiple,
    };
    if (price !== null) await insertPrice(tx, change.listId, after);
    await auditRow(tx, change, { item, before: replaces ?? formerCarton, after });
  });
}

/** Removes a price. With an item's last price its order multiple goes too, and is returned. 409 if the row has changed since. */
export async function removePrice(change: Change, row: ReplacedRow): Promise<{ multiple: number | null }> {
  return inTransaction(change.db, async (tx) => {
    await lockPriceList(tx, change.listId);
    await takeRow(tx, change.listId, row);
    const { rows } = await sql<{ multiple: number }>`
      delete from order_multiples m where m.price_list_id = ${change.listId} and m.item_id = ${row.itemId}
      and not exists (select from list_prices l where l.price_list_id = m.price_list_id and l.item_id = m.item_id)
      returning units as multiple`.execute(tx);
    await auditRow(tx, change, { item: await requireItem(tx, row.itemId), before: row, after: null });
    return rows[0] ?? { multiple: null };
  });
}

/** The item's name and code for the history. Throws `Problem` 400 if there is no such item. */
async function requireItem(tx: Tx, itemId: string): Promise<string> {
  const { rows } = await sql<{ code: string; name: string; label: string }>`
    select coalesce(i.code, '') as code, p.name, i.label from product_items i join products p on p.id = i.product_id
    where i.id = ${itemId}`.execute(tx);
  const [item] = rows;
  if (!item) throw badInput({ path: 'itemId', message: priceSentences.itemGone });
  return [item.code, itemName(item.name, item.label)].filter(Boolean).join(' ');
}

/** Deletes the row if it is still as it was read; throws `Problem` 409 otherwise. The list is locked, so nobody changes it now. */
async function takeRow(tx: Tx, listId: string, { itemId, minQuantity, ...read }: ReplacedRow): Promise<void> {
  const isSame = (await readMultiple(tx, listId, itemId)) === read.multiple;
  if (minQuantity === null) {
    if (!isSame || read.multiple === null) throw conflict(priceSentences.changed);
    return;
  }
  const { numAffectedRows } = await sql`
    delete from list_prices where price_list_id = ${listId} and item_id = ${itemId} and min_quantity = ${minQuantity}
      and valid_from = ${read.validFrom ?? always} and valid_to is not distinct from ${read.validTo}::date
      and cents = ${read.price}::bigint`.execute(tx);
  if (!isSame || !numAffectedRows) throw conflict(priceSentences.changed);
}

async function insertPrice(tx: Tx, listId: string, { itemId, minQuantity, ...row }: Row): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into list_prices (price_list_id, item_id, min_quantity, valid_from, valid_to, cents)
    values (${listId}, ${itemId}, ${minQuantity}, ${row.validFrom ?? always}, ${row.validTo}, ${row.price})
    on conflict do nothing`.execute(tx);
  if (!numAffectedRows) throw conflict(priceSentences.taken);
}

async function readMultiple(tx: Tx, listId: string, itemId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('order_multiples')
    .select('units')
    .where('price_list_id', '=', listId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return row?.units ?? null;
}

async function setMultiple(
  tx: Tx,
  listId: string,
  { itemId, multiple }: Pick<Row, 'itemId' | 'multiple'>,
): Promise<void> {
  if (multiple === null) {
    await sql`delete from order_multiples where price_list_id = ${listId} and item_id = ${itemId}`.execute(tx);
    return;
  }
  await sql`insert into order_multiples (price_list_id, item_id, units) values (${listId}, ${itemId}, ${multiple})
    on conflict (price_list_id, item_id) do update set units = excluded.units`.execute(tx);
}

const auditValuesOf = (item: string, { minQuantity, price, validFrom, validTo, multiple }: Row) => ({
  item,
  price: price === null ? null : toDollars(price),
  ...(minQuantity !== null && minQuantity > 1 && { fromQuantity: minQuantity }),
  ...(validFrom && { validFrom }),
  ...(validTo && { validTo }),
  ...(multiple !== null && { carton: multiple }),
});

function auditRow(
  tx: Tx,
  { clock, listId, context: { actor, requestId } }: Change,
  { item, before, after }: { item: string; before: Row | null; after: Row | null },
): Promise<void> {
  return audit(tx, {
    actor,
    action: 'price',
    entity: 'price-list',
    entityId: listId,
    before: before && auditValuesOf(item, before),
    after: after && auditValuesOf(item, after),
    at: clock.now(),
    requestId,
  });
}
