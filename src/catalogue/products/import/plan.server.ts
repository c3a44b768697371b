import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import { mostUnits } from '../variations/movement-contract.ts';
import { sanitiseDescription } from '../description.server.ts';
import { type StoredItem, type StoredProduct, storedByUrl } from '../stored/stored.server.ts';
import type { Column, Remark } from './file/catalogue.ts';
import { documentsOf, missingDocuments, unknownOptions, unknownUrls } from './extras.server.ts';
import { reportExcess } from './file/limits.ts';
import type { FileProduct } from './file/rows.ts';
import type { Pictures, Progress, Step } from './step.server.ts';

export interface Plan {
  added: Step[];
  changed: Step[];
  left: number;
  faults: Remark[];
  warnings: Remark[];
}

const chunkSize = 500;

interface PlanOptions {
  /** The pictures of `--images`, if given. */
  pictures?: Pictures | undefined;
  onProgress?: Progress | undefined;
}

/** Compares a file with the shop. Nothing is written. */
export async function planImport(
  db: Kysely<Tables>,
  products: FileProduct[],
  { pictures, onProgress }: PlanOptions = {},
): Promise<Plan> {
  const rows = products.reduce((sum, { items }) => sum + items.length, 0);
  let done = 0;
  const plan: Plan = { added: [], changed: [], left: 0, faults: [], warnings: [] };
  for (let i = 0; i < products.length; i += chunkSize) {
    const chunk = products.slice(i, i + chunkSize);
    const urls = chunk.map(({ url }) => url);
    const stored = new Map((await storedByUrl(db, urls)).map((one) => [one.url, one]));
    for (const file of chunk) {
      file.longDescription = file.longDescription === undefined ? undefined : sanitiseDescription(file.longDescription);
      addStep(plan, stepOf(file, stored.get(file.url), pictures), pictures);
      done += file.items.length;
    }
    await onProgress?.(done, rows);
  }
  plan.faults.push(...(await takenCodes(db, [...plan.added, ...plan.changed])), ...(await unknownUrls(db, products)));
  plan.faults.sort((a, b) => a.row - b.row);
  return plan;
}

function addStep(plan: Plan, step: Step, pictures: Pictures | undefined): void {
  const { faults, warnings } = remarksOn(step, pictures);
  plan.faults.push(...faults);
  plan.warnings.push(...warnings);
  if (!step.stored) plan.added.push(step);
  else if (step.changes.length > 0) plan.changed.push(step);
  else plan.left++;
}

function stepOf(file: FileProduct, stored: StoredProduct | undefined, pictures: Pictures | undefined): Step {
  const items = matchItems(file, stored);
  const step: Step = { file, stored, items, changes: [] };
  if (stored) step.changes = [...productChanges(file, stored, pictures), ...itemChanges(step, stored)];
  return step;
}

/** Matches each item of the file to the stored one of the same code, else the one of the same values. */
function matchItems(file: FileProduct, stored: StoredProduct | undefined): Step['items'] {
  const free = new Set(stored?.items);
  const take = (item: StoredItem | undefined): StoredItem | undefined => {
    if (item) free.delete(item);
    return item;
  };
  const sameCode = file.items.map((item) =>
    take([...free].find(({ code }) => item.code !== '' && code.toLowerCase() === item.code.toLowerCase())),
  );
  return file.items.map((item, i) => {
    const storedItem = sameCode[i] ?? take([...free].find(({ values }) => key(values) === key(item.values)));
    // A file without columns for variations leaves them unchanged.
    const values = file.variations === undefined && storedItem ? storedItem.values : item.values;
    return { file: { ...item, values }, stored: storedItem };
  });
}

const key = (values: readonly string[]): string => values.join('\u0000').toLowerCase();

const differs = (fileValue: unknown, storedValue: unknown): boolean =>
  fileValue !== undefined && JSON.stringify(fileValue) !== JSON.stringify(storedValue);

function productChanges(file: FileProduct, stored: StoredProduct, pictures: Pictures | undefined): Column[] {
  const pairs: [Column, unknown, unknown][] = [
    ['name', file.name, stored.name],
    ['short_description', file.shortDescription, stored.shortDescription],
    ['long_description', file.longDescription, stored.longDescription],
    ['categories', file.categories, stored.categories],
    ['supplier', file.supplier?.toLowerCase(), stored.supplier.toLowerCase()],
    ['variation_1', file.variations, stored.variations],
    ['is_active', file.isActive, stored.isActive],
    ['allow_sale_without_stock', file.allowSaleWithoutStock, stored.allowSaleWithoutStock],
    ['is_consignment', file.isConsignment, stored.isConsignment],
    ['images', imagesOf(file, stored, pictures), stored.imageKeys],
    ['image_options', file.imageOptions, stored.imageOptions],
    ['facts', file.facts, stored.facts],
    ['documents', documentsOf(file, stored, pictures), documentsOf(stored, stored, undefined)],
    ['goes_with', file.goesWith, stored.goesWith],
  ];
  const changed = pairs
    .filter(([, fileValue, storedValue]) => differs(fileValue, storedValue))
    .map(([column]) => column);
  return stored.isArchived ? [...changed, 'is_active'] : changed;
}

/** The keys that a product's pictures would have: those in the folder, else those stored under the name. */
export function imagesOf(
  file: FileProduct,
  stored: StoredProduct | undefined,
  pictures: Pictures | undefined,
): string[] | undefined {
  return file.images?.flatMap((name) => {
    const known = pictures?.get(name) ?? stored?.imageKeys[stored.images.indexOf(name)];
    return known === undefined ? [] : [known];
  });
}

function itemChanges({ items }: Step, stored: StoredProduct): Column[] {
  const changes = new Set<Column>();
  for (const { file, stored: held } of items) {
    if (!held || file.code !== held.code) changes.add('code');
    if (!held || key(file.values) !== key(held.values)) changes.add('value_1');
    if (held && differs(file.values, held.values)) changes.add('value_1');
    if (!held || differs(file.price, held.price)) changes.add('price');
    if (held ? differs(file.stock, held.stock) : (file.stock ?? 0) !== 0) changes.add('stock');
  }
  const order = items.map(({ stored: held }) => (held ? stored.items.indexOf(held) : -1));
  if (items.length === stored.items.length && order.some((place, i) => place !== i)) changes.add('value_1');
  return [...changes];
}

function remarksOn(step: Step, pictures: Pictures | undefined): { faults: Remark[]; warnings: Remark[] } {
  const { file, stored } = step;
  const faults: Remark[] = [];
  const warnings: Remark[] = [];
  const fault = (row: number, column: Column, message: string) => faults.push({ row, column, message });
  if (!stored && file.name === undefined) fault(file.row, 'name', 'Product Name is required: the product is new.');
  if (!stored && !file.categories) fault(file.row, 'categories', 'At least 1 category is required.');
  for (const name of file.images ?? []) {
    if (pictures?.has(name) || stored?.images.includes(name)) continue;
    fault(
      file.row,
      'images',
      pictures ? `'${name}' is not in the folder.` : `'${name}' needs --images with its folder.`,
    );
  }
  faults.push(...missingDocuments(step, pictures), ...unknownOptions(step));
  const imageCount = file.images?.length ?? stored?.images.length ?? 0;
  if (imageCount === 0) warnings.push({ row: file.row, column: 'images', message: 'Not shown: no image.' });
  for (const item of step.items) remarkOnItem(step, item, { faults, warnings });
  const unnamed = stored?.items.filter((storedItems) => !step.items.some((item) => item.stored === storedItems)) ?? [];
  if (unnamed.length > 0 && step.changes.includes('variation_1')) {
    const codes = unnamed.map(({ code }) => `'${code}'`).join(', ');
    fault(file.row, 'variation_1', `The variations change, so every item must be in the file; missing: ${codes}.`);
  }
  if (!stored || step.changes.some((column) => column === 'variation_1' || column === 'value_1')) {
    const held = unnamed.map(({ values }) => ({ values }));
    reportExcess([...held, ...step.items.map((item) => item.file)], (row = file.row, ...remark) =>
      fault(row, ...remark),
    );
  }
  return { faults, warnings };
}

function remarkOnItem(
  step: Step,
  { file, stored }: Step['items'][number],
  { faults, warnings }: Pick<Plan, 'faults' | 'warnings'>,
): void {
  const { row, stock } = file;
  const fault = (column: Column, message: string) => faults.push({ row, column, message });
  const mayGoBelow = step.file.allowSaleWithoutStock ?? step.stored?.allowSaleWithoutStock ?? false;
  const onHand = stored?.stock ?? 0;
  if (file.code === '' && !stored) fault('code', 'Product Code is required.');
  if ((file.price === undefined ? (stored?.price ?? null) : file.price) === null)
    warnings.push({ row, column: 'price', message: 'Not shown: no price.' });
  if (stock === undefined || stock === onHand) return;
  const most = mostUnits.toLocaleString('en-AU');
  if (Math.abs(stock) > mostUnits) fault('stock', `Stock must be from -${most} to ${most}.`);
  if (stock < 0 && !mayGoBelow) fault('stock', 'Stock must not be below 0.');
  if (stock > onHand && (file.purchasePrice ?? stored?.purchasePrice ?? null) === null) {
    const why = stored ? 'the item has no average yet' : 'the item is new and has stock';
    fault('purchase_price', `Purchase price is required: ${why}.`);
  }
}

/** Faults of codes that belong to products outside the file. */
async function takenCodes(db: Kysely<Tables>, steps: readonly Step[]): Promise<Remark[]> {
  const faults: Remark[] = [];
  const coded = steps.flatMap(({ items }) => items.filter(({ file }) => file.code !== ''));
  const keeping = new Set(coded.map(({ stored }) => stored?.id));
  for (let i = 0; i < coded.length; i += chunkSize) {
    const rows = new Map(coded.slice(i, i + chunkSize).map(({ file }) => [file.code.toLowerCase(), file.row]));
    const owners = await sql<{ id: string; code: string; name: string }>`
      select i.id, i.code, p.name from product_items i join products p on p.id = i.product_id
      where lower(i.code) = any(${[...rows.keys()]}) and i.archived_at is null`.execute(db);
    for (const { id, code, name } of owners.rows) {
      if (keeping.has(id)) continue;
      const row = rows.get(code.toLowerCase()) ?? 0;
      faults.push({ row, column: 'code', message: `Code '${code}' belongs to '${name}'.` });
    }
  }
  return faults;
}
