import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { removeRedirects } from '../records/remove-redirects.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { newId } from '#lib/uuid.ts';
import { changeProducts, type ProductTx } from '../records/change-products.server.ts';
import { auditValuesOf } from '../records/audit-products.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { ensureCategories } from './import-categories.server.ts';
import { applyDocuments } from './import-documents.server.ts';
import {
  applyComplements,
  applyFacts,
  complementsOf,
  type GivenComplements,
} from './import-facts-and-complements.server.ts';
import { applyImageOptions } from './import-image-options.server.ts';
import { analyzeTablesWithin, manyRows } from './analyze-tables.server.ts';
import { imagesOf, type Plan } from './plan-import.server.ts';
import type { FileKeys, Progress, Step, StepWithIds } from './import-step.server.ts';
import type { StepList } from './step-list.server.ts';
import { applyStock } from './import-stock.server.ts';
import { ensureSuppliers } from './import-suppliers.server.ts';
import { applyVariations } from './import-variations.server.ts';

export interface ApplyOptions {
  at: Date;
  fileKeys?: FileKeys;
  /** Sizes of pictures and documents in bytes, by storage key. */
  sizes?: ReadonlyMap<string, number>;
  onProgress?: Progress;
  /** Who imports; if undefined, the products get no audit entries. */
  context?: ActionContext | undefined;
}

const chunkSize = 500;

/** Writes a plan that has no faults, within the caller's transaction. */
export async function applyImport(tx: Tx, plan: Plan, options: ApplyOptions): Promise<void> {
  const { context, at } = options;
  const { suppliers, categories } = await ensureNamed(tx, plan, options);
  const rows = plan.added.rows + plan.changed.rows;
  const complements: GivenComplements[] = [];
  let [written, done] = [0, 0];
  let nextAnalysis = manyRows;
  await options.onProgress?.(0, rows);
  for (const steps of chunksOf(plan)) {
    const chunk = steps.map((step) => withIds(step, at));
    const ids = chunk.map(({ id }) => id);
    const isFirst = written === 0;
    written += chunk.length;
    complements.push(...complementsOf(chunk));
    await changeProducts(tx, ids, { action: 'import', context, at, before: beforeOf(chunk) }, async (write) => {
      if (isFirst) await releaseCodes(write, plan.changed);
      await insertProducts(write, chunk, { suppliers, at });
      await updateProducts(write, chunk, suppliers);
      await applyCategories(write, chunk, categories);
      await applyImages(write, chunk, options);
      await applyFacts(write, chunk);
      await applyDocuments(write, chunk, options);
      await applyVariations(write, chunk, at);
      await applyImageOptions(write, chunk);
      await applyStock(write, chunk, options);
      if (written === plan.added.length + plan.changed.length) await applyComplements(write, complements);
    });
    done += chunk.reduce((sum, { items }) => sum + items.length, 0);
    if (done >= nextAnalysis) {
      await analyzeTablesWithin(tx);
      nextAnalysis = done * 4;
    }
    await options.onProgress?.(done, rows);
  }
  const { added, changed, left } = plan;
  const after = { added: added.length, changed: changed.length, left };
  const entry = { action: 'import', entity: 'catalogue', entityId: 'catalogue', after, at };
  await audit(tx, { ...context, actor: context?.actor ?? null, ...entry });
}

/** All steps, at most `chunkSize` at once. */
function* chunksOf({ added, changed }: Plan): Generator<Step[]> {
  yield* added.chunks(chunkSize);
  yield* changed.chunks(chunkSize);
}

/** Finds or creates the suppliers and categories that the file names; returns their ids. */
async function ensureNamed(tx: Tx, plan: Plan, options: ApplyOptions) {
  const names = new Map<string, string>();
  const paths = new Set<string>();
  for (const steps of chunksOf(plan)) {
    await nextTurn(); // a plan may be hundreds of megabytes
    for (const step of steps) {
      const { supplier, categories = [] } = step.file;
      if (supplier) names.set(supplier.toLowerCase(), supplier);
      if (hasNewCategories(step)) for (const path of categories) paths.add(path);
    }
  }
  const suppliers = await ensureSuppliers(tx, [...names.values()], options);
  return { suppliers, categories: await ensureCategories(tx, [...paths], options) };
}

const withIds = (step: Step, at: Date): StepWithIds => ({
  ...step,
  id: step.stored?.id ?? newId(at.getTime()),
  items: step.items.map((item) => ({ ...item, id: item.stored?.id ?? newId(at.getTime()) })),
});

/** The audit values from the plan, which was read before any code was cleared; the products have been locked ever since. */
const beforeOf = (steps: readonly StepWithIds[]) => auditValuesOf(steps.flatMap(({ stored }) => stored ?? []));

/** Clears the codes of all items first, because items may exchange their codes, even between chunks. */
async function releaseCodes(tx: ProductTx, changed: StepList): Promise<void> {
  for (const steps of changed.chunks(chunkSize)) {
    const ids = steps.flatMap(({ items }) => items.flatMap(({ stored }) => stored?.id ?? []));
    await sql`update product_items set code = null where id = any(${ids})`.execute(tx);
  }
}

async function insertProducts(
  tx: ProductTx,
  steps: readonly StepWithIds[],
  { suppliers, at }: { suppliers: Map<string, string>; at: Date },
): Promise<void> {
  const made = steps.filter(({ stored }) => !stored);
  const rows = made.map(({ id, file }) => ({
    id,
    url: file.url,
    name: file.name,
    short: file.shortDescription ?? '',
    long: file.longDescription ?? '',
    supplier: suppliers.get((file.supplier ?? '').toLowerCase()) ?? null,
    active: file.isActive ?? true,
    without: file.allowSaleWithoutStock ?? false,
    consignment: file.isConsignment ?? false,
  }));
  const shape =
    'id uuid, url text, name text, short text, long text, supplier uuid, active bool, without bool, consignment bool';
  await sql`
    insert into products (id, url, name, short_description, long_description, supplier_id, is_active,
      allow_sale_without_stock, is_consignment, created_at)
    select id, url, name, short, long, supplier, active, without, consignment, ${at}
    from ${recordset(rows, shape)}`.execute(tx);
  const urls = made.map(({ file }) => file.url);
  await removeRedirects(tx, urls);
}

/** Writes only the columns that the file has. */
async function updateProducts(
  tx: ProductTx,
  steps: readonly StepWithIds[],
  suppliers: Map<string, string>,
): Promise<void> {
  const rows = steps.flatMap(({ id, file, stored }) =>
    stored
      ? {
          id,
          name: file.name,
          short: file.shortDescription,
          long: file.longDescription,
          supplied: file.supplier !== undefined,
          supplier: suppliers.get((file.supplier ?? '').toLowerCase()),
          active: file.isActive,
          without: file.allowSaleWithoutStock,
          consignment: file.isConsignment,
        }
      : [],
  );
  const shape = `id uuid, name text, short text, long text, supplied bool, supplier uuid, active bool, without bool,
    consignment bool`;
  await sql`
    update products p set name = coalesce(r.name, p.name),
      short_description = coalesce(r.short, p.short_description),
      long_description = coalesce(r.long, p.long_description),
      supplier_id = case when r.supplied then r.supplier else p.supplier_id end,
      is_active = coalesce(r.active, p.is_active),
      allow_sale_without_stock = coalesce(r.without, p.allow_sale_without_stock),
      is_consignment = coalesce(r.consignment, p.is_consignment), archived_at = null
    from ${recordset(rows, shape)} where p.id = r.id`.execute(tx);
}

const hasNewCategories = ({ stored, changes }: Step): boolean => !stored || changes.includes('categories');

async function applyCategories(
  tx: ProductTx,
  steps: readonly StepWithIds[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const changed = steps.filter(hasNewCategories);
  const rows = changed.flatMap(({ id, file }) => {
    const own = [...new Set((file.categories ?? []).map((path) => ids.get(path)))];
    return own.map((category, position) => ({ product: id, category, position }));
  });
  await sql`delete from product_categories where product_id = any(${changed.map(({ id }) => id)})`.execute(tx);
  await sql`insert into product_categories (product_id, category_id, position)
    select product, category, position
    from ${recordset(rows, 'product uuid, category uuid, position int')}`.execute(tx);
}

async function applyImages(
  tx: ProductTx,
  steps: readonly StepWithIds[],
  { fileKeys, sizes, at }: ApplyOptions,
): Promise<void> {
  const changed = steps.filter(({ stored, changes }) => !stored || changes.includes('images'));
  const rows = changed.flatMap(({ id, file, stored }) => {
    const names = file.images ?? [];
    return (imagesOf(file, stored, fileKeys) ?? []).map((key, position) => ({
      id: newId(at.getTime()),
      product: id,
      name: names[position],
      key,
      size: sizes?.get(key) ?? 0,
      position,
    }));
  });
  // Pictures are deleted and inserted again; the delete returns the sizes, alternative texts and options that those that stay keep.
  await sql`
    with old as (
      delete from product_images where product_id = any(${changed.map(({ id }) => id)})
      returning product_id, file_key, size, alternative_text, option_id)
    insert into product_images (id, product_id, name, file_key, size, is_primary, position, alternative_text, option_id)
    select r.id, r.product, r.name, r.key, greatest(r.size, (select max(size) from old where file_key = r.key), 0),
      r.position = 0, r.position,
      coalesce((select max(alternative_text) from old where file_key = r.key and product_id = r.product), ''),
      (select option_id from old where file_key = r.key and product_id = r.product limit 1)
    from ${recordset(rows, 'id uuid, product uuid, name text, key text, size int, position int')}`.execute(tx);
}
