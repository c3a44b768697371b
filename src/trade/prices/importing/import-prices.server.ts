import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { readColumnChoices, storeColumnChoices } from '#platform/spreadsheet/column-choices.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { lockPriceList, type PriceListsDeps } from '../lists/change-price-lists.server.ts';
import { requireList } from '../lists/read-prices.server.ts';
import { importSentences, mostShown, type PriceImportReport } from './import-contract.ts';
import { type Plan, planOf, sealOf } from './plan-import.server.ts';
import { priceFileColumns, readPriceFile } from './read-price-file.server.ts';

interface ImportRequest {
  listId: string;
  file: string;
  columns?: readonly (string | null)[] | undefined;
  isReplacing: boolean;
}

const read = async (db: Db, { file, columns }: ImportRequest) =>
  readPriceFile(file, { chosen: columns, earlierChoices: await readColumnChoices(db, 'price-list') });

/**
 * Previews what a file would change in a list. Throws `Problem` 404 for an unknown list, 400 for an unsupported kind of file, 413 for too
 * many rows.
 */
export async function checkPriceImport({ db }: PriceListsDeps, request: ImportRequest): Promise<PriceImportReport> {
  await requireList(db, request.listId);
  return reportOf(await planOf(db, await read(db, request), request), false);
}

/**
 * Writes the prices of a file, all or none. Throws `Problem` 400 for a file with faults, 409 if the changes do not match the seal `seen`.
 */
export async function writePriceImport(
  { db, clock }: PriceListsDeps,
  { seen, ...request }: ImportRequest & { seen: string },
  { actor, requestId }: ActionContext,
): Promise<PriceImportReport> {
  const file = await read(db, request);
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    await lockPriceList(tx, request.listId); // from here on nobody else changes its prices
    const plan = await planOf(tx, file, request);
    const [fault] = plan.faults;
    if (sealOf(plan) !== seen) throw conflict(importSentences.changed);
    if (fault) throw badInput({ path: 'file', message: `Row ${fault.row}, ${fault.column}: ${fault.message}` });
    await write(tx, request.listId, plan);
    await storeColumnChoices(tx, file.read.columns, { list: 'price-list', known: priceFileColumns, at });
    const { rows, added, changed, removed } = reportOf(plan, true);
    const after = { rows, added, changed, ...(removed > 0 && { removed }) };
    const entry = { entity: 'price-list', entityId: request.listId, after, at };
    await audit(tx, { actor, action: 'import', ...entry, ...(requestId !== undefined && { requestId }) });
    return reportOf(plan, true);
  });
}

async function write(tx: Tx, listId: string, { prices, multiples, gone }: Plan): Promise<void> {
  await sql`delete from list_prices l using ${recordset(gone, '"itemId" uuid, "minQuantity" int, "validFrom" date')}
    where l.price_list_id = ${listId} and l.item_id = r."itemId" and l.min_quantity = r."minQuantity"
      and l.valid_from = r."validFrom"`.execute(tx);
  await sql`insert into list_prices (price_list_id, item_id, min_quantity, valid_from, valid_to, cents)
    select ${listId}, r."itemId", r."minQuantity", r."validFrom", r."validTo", r.cents
    from ${recordset(prices, '"itemId" uuid, "minQuantity" int, "validFrom" date, "validTo" date, cents bigint')}
    order by r."itemId", r."minQuantity", r."validFrom"
    on conflict (price_list_id, item_id, min_quantity, valid_from)
    do update set valid_to = excluded.valid_to, cents = excluded.cents`.execute(tx);
  const cartons = recordset(multiples, '"itemId" uuid, units int');
  await sql`delete from order_multiples m using ${cartons}
    where m.price_list_id = ${listId} and m.item_id = r."itemId" and r.units is null`.execute(tx);
  await sql`insert into order_multiples (price_list_id, item_id, units)
    select ${listId}, r."itemId", r.units from ${cartons} where r.units is not null order by r."itemId"
    on conflict (price_list_id, item_id) do update set units = excluded.units`.execute(tx);
}

function reportOf(plan: Plan, isWritten: boolean): PriceImportReport {
  const { file, changes, faults, warnings } = plan;
  return {
    rows: file.rows,
    added: plan.added,
    changed: plan.changed,
    removed: plan.removed,
    same: plan.same,
    changes: changes.slice(0, mostShown),
    faults: faults.slice(0, mostShown),
    faultCount: faults.length,
    warnings: warnings.slice(0, mostShown),
    warningCount: warnings.length,
    seen: sealOf(plan),
    isWritten,
    read: file.read,
  };
}
