import { sql } from 'kysely';
import { recordset } from '#platform/db/recordset.server.ts';
import type { ProductTx } from '../records/change-products.server.ts';
import type { Remark } from './file/columns.ts';
import type { Step, StepWithIds } from './import-step.server.ts';

/** Faults for cells in `image_options` that name an option or a picture that the product does not have. */
export function unknownOptions({ file, stored, items }: Step): Remark[] {
  const labels = new Set([...items.map((item) => item.file), ...(stored?.items ?? [])].flatMap(({ values }) => values));
  const names = new Set(file.images ?? stored?.images);
  return (file.imageOptions ?? [])
    .filter(({ name, option }) => !labels.has(option) || !names.has(name))
    .map(({ name, option }) => ({
      row: file.row,
      column: 'image_options',
      message: names.has(name) ? `There is no option '${option}'.` : `'${name}' is not one of the images.`,
    }));
}

/** Links pictures to the options that they show, even if only the pictures or the options have changed. */
export async function applyImageOptions(tx: ProductTx, steps: readonly StepWithIds[]): Promise<void> {
  const changed = steps.filter(
    ({ file, stored, changes }) =>
      file.imageOptions !== undefined &&
      (!stored || changes.some((column) => ['image_options', 'images', 'value_1', 'variation_1'].includes(column))),
  );
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ id, file }) => (file.imageOptions ?? []).map((one) => ({ product: id, ...one })));
  await sql`update product_images set option_id = null
    where product_id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(tx);
  await sql`update product_images i set option_id = o.id
    from ${recordset(rows, 'product uuid, name text, option text')}
      join variations v on v.product_id = r.product join variation_options o on o.variation_id = v.id and o.label = r.option
    where i.product_id = r.product and i.name = r.name`.execute(tx);
}
