import { sql } from 'kysely';
import { inTransaction } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { storeColumnChoices, readColumnChoices } from '#platform/spreadsheet/column-choices.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { changePromos, lockPromos, type PromosDeps, type PromoTx } from '../change-promo.server.ts';
import { promoFileColumns, readPromoFile } from './read-promo-file.server.ts';
import { importSentences, mostShown, type PromoImportReport } from './import-contract.ts';
import { type Plan, type Planned, planOf, sealOf } from './plan-import.server.ts';

interface ImportRequest {
  file: string;
  columns?: readonly (string | null)[] | undefined;
  isUpdating: boolean;
}

const read = async ({ db }: Pick<PromosDeps, 'db'>, { file, columns }: ImportRequest) =>
  readPromoFile(file, { chosen: columns, earlierChoices: await readColumnChoices(db, 'promos') });

/**
 * Previews what a promo file would add and change. Throws `Problem` 400 for an unsupported kind of file, 413 for too
 * many rows.
 */
export async function checkPromoImport(deps: PromosDeps, request: ImportRequest): Promise<PromoImportReport> {
  return reportOf(await planOf(deps.db, await read(deps, request), request.isUpdating), false);
}

/**
 * Adds and changes the promos in a file, either all or none. Throws `Problem` 400 for a file with faults, 409 if the changes
 * do not match the seal `seen`.
 */
export async function writePromoImport(
  deps: PromosDeps,
  { seen, ...request }: ImportRequest & { seen: string },
  context: ActionContext,
): Promise<PromoImportReport> {
  const file = await read(deps, request);
  const work = inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const before = await planOf(tx, file, request.isUpdating);
    const known = before.planned.flatMap(({ stored }) => (stored ? [stored.id] : []));
    await lockPromos(tx, known);
    const plan = await planOf(tx, file, request.isUpdating); // planned again, now that nobody can change the promos
    const [fault] = plan.faults;
    if (sealOf(plan) !== seen) throw conflict(importSentences.changed);
    if (fault) throw badInput({ path: 'file', message: `Row ${fault.row}, ${fault.column}: ${fault.message}` });
    const written = plan.planned.map((one) => ({ ...one, id: one.stored?.id ?? newId(at.getTime()) }));
    const ids = written.map(({ id }) => id);
    const change = { action: 'import', before: plan.planned.flatMap(({ stored }) => stored ?? []), context, at };
    await changePromos(tx, ids, { ...change, more: productCounts(written) }, (promos) => write(promos, written, at));
    await storeColumnChoices(tx, file.read.columns, { list: 'promos', known: promoFileColumns, at });
    return reportOf(plan, true);
  });
  return work.catch((error: unknown) => {
    // Somebody else added one of the codes at the same time.
    throw violatedConstraint(error) === 'promos_code_key' ? conflict(importSentences.changed) : error;
  });
}

const columns = `id uuid, code text, description text, discount_percentage numeric, discount_cents bigint,
  minimum_spend_cents bigint, expiry_day date, is_applicable_to_all_products boolean, is_one_time_use_only boolean`;
const names = columns.replaceAll(/ (uuid|text|numeric|bigint|date|boolean)/g, '');

type Written = Planned & { id: string };

async function write(tx: PromoTx, written: readonly Written[], at: Date): Promise<void> {
  const rowOf = ({ id, promo }: Written) => ({
    id,
    code: promo.code,
    description: promo.description,
    discount_percentage: promo.discountPercentage ?? null,
    discount_cents: promo.discountAmount ?? null,
    minimum_spend_cents: promo.minimumSpend ?? 0,
    expiry_day: promo.expiryDate ?? null,
    is_applicable_to_all_products: promo.isApplicableToAllProducts,
    is_one_time_use_only: promo.isOneTimeUseOnly,
  });
  const added = recordset(written.filter(({ stored }) => !stored).map(rowOf), columns);
  const changed = recordset(written.filter(({ stored }) => stored).map(rowOf), columns);
  await sql`insert into promos (${sql.raw(names)}, created_at) select ${sql.raw(names)}, ${at}
    from ${added}`.execute(tx);
  await sql`
    update promos p set description = r.description, discount_percentage = r.discount_percentage,
      discount_cents = r.discount_cents, minimum_spend_cents = r.minimum_spend_cents, expiry_day = r.expiry_day,
      is_applicable_to_all_products = r.is_applicable_to_all_products, is_one_time_use_only = r.is_one_time_use_only
    from ${changed} where p.id = r.id`.execute(tx);
  await writeProducts(tx, written);
}

/** For the audit entries: the number of each promo's products before and after, if the file lists them. */
const productCounts = (written: readonly Written[]): Map<string, [object, object]> =>
  new Map(
    written.flatMap(({ id, products, productsBefore }) =>
      products ? [[id, [{ products: productsBefore.length }, { products: products.length }]] as const] : [],
    ),
  );

/** Removes products that the file no longer lists and adds new ones. Archived products stay, since no list shows them. */
async function writeProducts(tx: PromoTx, written: readonly Written[]): Promise<void> {
  const pairs = (which: (one: Written) => string[]) =>
    recordset(
      written.flatMap((one) => which(one).map((product) => ({ promo: one.id, product }))),
      'promo uuid, product uuid',
    );
  const gone = pairs(({ products, productsBefore }) =>
    products ? productsBefore.filter((id) => !products.includes(id)) : [],
  );
  const fresh = pairs(({ products = [], productsBefore }) => products.filter((id) => !productsBefore.includes(id)));
  await sql`delete from promo_products s using ${gone}
    where s.promo_id = r.promo and s.product_id = r.product`.execute(tx);
  await sql`insert into promo_products (promo_id, product_id) select r.promo, r.product from ${fresh}
    order by r.promo, r.product on conflict do nothing`.execute(tx);
}

function reportOf(plan: Plan, isWritten: boolean): PromoImportReport {
  const { file, planned, same, faults, warnings } = plan;
  const added = planned.filter(({ stored }) => !stored).length;
  return {
    rows: file.rows,
    added,
    changed: planned.length - added,
    same,
    changes: planned.slice(0, mostShown).map(({ change }) => change),
    faults: faults.slice(0, mostShown),
    faultCount: faults.length,
    warnings: warnings.slice(0, mostShown),
    seen: sealOf(plan),
    isWritten,
    read: file.read,
  };
}
