import { sql } from 'kysely';
import { recordset } from '#platform/db/recordset.server.ts';
import { newId } from '#lib/uuid.ts';
import type { ProductTx } from '../records/change-products.server.ts';
import type { StepWithIds } from './import-step.server.ts';

/** Writes items with their code, price, values and order. Options that no item uses any more stay, but shoppers can't choose them. */
export async function applyVariations(tx: ProductTx, steps: readonly StepWithIds[], at: Date): Promise<void> {
  await writeItems(tx, steps, at);
  const changed = steps.filter(
    ({ stored, changes, file }) =>
      (file.variations ?? []).length + (stored?.variations.length ?? 0) > 0 &&
      (!stored || changes.some((column) => column === 'variation_1' || column === 'value_1')),
  );
  const renamed = changed.filter(({ changes }) => changes.includes('variation_1'));
  await sql`delete from variations where product_id = any(${renamed.map(({ id }) => id)})`.execute(tx);
  await insertVariations(tx, changed.filter(({ stored }) => !stored).concat(renamed), at);
  await insertOptions(tx, changed, at);
  await linkOptions(tx, changed);
}

async function writeItems(tx: ProductTx, steps: readonly StepWithIds[], at: Date): Promise<void> {
  const rows = steps.flatMap(({ id, items, stored }) => {
    const storedCount = stored?.items.length ?? 0;
    const hasAllItems = items.filter((item) => item.stored).length === storedCount;
    return items.map((item, place) => ({
      id: item.id,
      product: id,
      isNew: item.stored === undefined,
      code: item.file.code || null,
      isPriced: item.file.price !== undefined,
      price: item.file.price,
      label: item.file.values.join(' / '),
      // If the file lacks some stored items, the others keep their positions and new ones come last.
      position: hasAllItems ? place : item.stored ? null : storedCount + place,
    }));
  });
  const shape = 'id uuid, product uuid, code text, price bigint, label text, position int, "isPriced" bool';
  const made = rows.filter(({ isNew }) => isNew);
  // With the flags of the stock list, as `writeStockListFlags` would set them: the product is not archived any more.
  await sql`
    insert into product_items (id, product_id, code, price_cents, label, position, created_at, is_listed, is_watched)
    select r.id, r.product, r.code, r.price, r.label, r.position, ${at}, true, not p.allow_sale_without_stock
    from ${recordset(made, shape)} join products p on p.id = r.product`.execute(tx);
  const existing = rows.filter(({ isNew }) => !isNew);
  await sql`
    update product_items i set code = r.code, price_cents = case when r."isPriced" then r.price else i.price_cents end,
      label = r.label, position = coalesce(r.position, i.position)
    from ${recordset(existing, shape)} where i.id = r.id`.execute(tx);
}

async function insertVariations(tx: ProductTx, steps: readonly StepWithIds[], at: Date): Promise<void> {
  const rows = steps.flatMap(({ id, file }) =>
    (file.variations ?? []).map((name, position) => ({
      id: newId(at.getTime()),
      product: id,
      name,
      position,
    })),
  );
  await sql`insert into variations (id, product_id, name, position)
    select id, product, name, position
    from ${recordset(rows, 'id uuid, product uuid, name text, position int')}`.execute(tx);
}

interface Value {
  id: string;
  product: string;
  item: string;
  place: number;
  label: string;
}

const valuesOf = (steps: readonly StepWithIds[]): Omit<Value, 'id'>[] =>
  steps.flatMap(({ id, items }) =>
    items.flatMap((item) =>
      item.file.values.map((label, place) => ({
        product: id,
        item: item.id,
        place,
        label,
      })),
    ),
  );

/** Adds new options after the existing ones, in the order of the file. */
async function insertOptions(tx: ProductTx, steps: readonly StepWithIds[], at: Date): Promise<void> {
  const seen = new Set<string>();
  const rows = valuesOf(steps).flatMap((value, order) => {
    const key = `${value.product} ${value.place} ${value.label.toLowerCase()}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...value, id: newId(at.getTime()), order }];
  });
  await sql`
    insert into variation_options (id, variation_id, label, position)
    select r.id, v.id, r.label, row_number() over (partition by v.id order by r."order") - 1 +
      (select count(*) from variation_options o where o.variation_id = v.id)
    from ${recordset(rows, 'id uuid, product uuid, place int, label text, "order" int')}
    join variations v on v.product_id = r.product and v.position = r.place
    where not exists (select from variation_options o
      where o.variation_id = v.id and lower(o.label) = lower(r.label))`.execute(tx);
}

async function linkOptions(tx: ProductTx, steps: readonly StepWithIds[]): Promise<void> {
  const rows = valuesOf(steps);
  await sql`delete from item_options where item_id = any(${rows.map(({ item }) => item)})`.execute(tx);
  await sql`
    update variation_options o set label = r.label
    from ${recordset(rows, 'product uuid, place int, label text')}
    join variations v on v.product_id = r.product and v.position = r.place
    where o.variation_id = v.id and lower(o.label) = lower(r.label) and o.label <> r.label`.execute(tx);
  await sql`
    insert into item_options (item_id, variation_id, option_id)
    select r.item, v.id, o.id from ${recordset(rows, 'item uuid, product uuid, place int, label text')}
    join variations v on v.product_id = r.product and v.position = r.place
    join variation_options o on o.variation_id = v.id and lower(o.label) = lower(r.label)`.execute(tx);
}
