import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import type { OpenSpool } from '#platform/storage/spool.server.ts';
import { mostUnits } from '../variations/stock-movement-contract.ts';
import { sanitiseDescription } from '../sanitise-description.server.ts';
import { type StoredItem, type StoredProduct, readProductsByUrl } from '../records/read-catalogue-products.server.ts';
import type { Column, Remark } from './file/columns.ts';
import { documentsOf, missingDocuments } from './import-documents.server.ts';
import { UnknownComplements } from './import-facts-and-complements.server.ts';
import { unknownOptions } from './import-image-options.server.ts';
import { reportTooManyOptions } from './file/variation-limits.ts';
import type { FileProducts } from './file/file-products.server.ts';
import type { FileProduct } from './file/parse-product.ts';
import type { FileKeys, Progress, Step } from './import-step.server.ts';
import { StepList } from './step-list.server.ts';
import { TakenCodes } from './taken-codes.server.ts';

export interface Plan {
  added: StepList;
  changed: StepList;
  left: number;
  faults: Remark[];
  warnings: Remark[];
}

const chunkSize = 500;

interface PlanOptions {
  /** The pictures and documents of the import's folder, if one was given. */
  fileKeys?: FileKeys | undefined;
  /** Further faults of a product that is new or would change. */
  refuse?: ((step: Step) => Remark[]) | undefined;
  onProgress?: Progress | undefined;
  openSpool: OpenSpool;
}

/** Compares a file with the stored products. Nothing is written. */
export async function planImport(
  db: Kysely<Tables>,
  products: FileProducts,
  { fileKeys, refuse = () => [], onProgress, openSpool }: PlanOptions,
): Promise<Plan> {
  let done = 0;
  const [added, changed] = [new StepList(openSpool()), new StepList(openSpool())];
  const plan: Plan = { added, changed, left: 0, faults: [], warnings: [] };
  const [codes, complements, refused] = [new TakenCodes(), new UnknownComplements(), [] as Remark[]];
  for (const chunk of products.chunks(chunkSize)) {
    const urls = chunk.map(({ url }) => url);
    const stored = new Map((await readProductsByUrl(db, urls)).map((one) => [one.url, one]));
    const steps = chunk.map((file) => {
      file.longDescription = file.longDescription === undefined ? undefined : sanitiseDescription(file.longDescription);
      complements.add(file, products);
      return stepOf(file, stored.get(file.url), fileKeys);
    });
    for (const step of steps) addStep(plan, step, fileKeys);
    const written = steps.filter(isWritten);
    refused.push(...written.flatMap(refuse));
    await codes.add(db, written);
    done += chunk.reduce((sum, { items }) => sum + items.length, 0);
    await onProgress?.(done, products.rows);
  }
  plan.faults.push(...codes.faults(), ...(await complements.faults(db)));
  plan.faults.sort((a, b) => a.row - b.row);
  plan.faults.push(...refused);
  return plan;
}

const isWritten = ({ stored, changes }: Step): boolean => !stored || changes.length > 0;

function addStep(plan: Plan, step: Step, fileKeys: FileKeys | undefined): void {
  const { faults, warnings } = remarksOn(step, fileKeys);
  plan.faults.push(...faults);
  plan.warnings.push(...warnings);
  if (!isWritten(step)) plan.left++;
  else (step.stored ? plan.changed : plan.added).add(step);
}

function stepOf(file: FileProduct, stored: StoredProduct | undefined, fileKeys: FileKeys | undefined): Step {
  const items = matchItems(file, stored);
  const step: Step = { file, stored, items, changes: [] };
  if (stored) step.changes = [...productChanges(file, stored, fileKeys), ...itemChanges(step, stored)];
  return step;
}

/** Matches each item of the file to the stored item with the same code, or else with the same values. */
function matchItems(file: FileProduct, stored: StoredProduct | undefined): Step['items'] {
  const free = new Set(stored?.items);
  const take = (item: StoredItem | undefined): StoredItem | undefined => {
    if (item) free.delete(item);
    return item;
  };
  const byCode = file.items.map((item) =>
    take([...free].find(({ code }) => item.code !== '' && code.toLowerCase() === item.code.toLowerCase())),
  );
  return file.items.map((item, i) => {
    const storedItem = byCode[i] ?? take([...free].find(({ values }) => key(values) === key(item.values)));
    // A file without columns for variations leaves them unchanged.
    const values = file.variations === undefined && storedItem ? storedItem.values : item.values;
    return { file: { ...item, values }, stored: storedItem };
  });
}

const key = (values: readonly string[]): string => values.join('\u0000').toLowerCase();

const differs = (fileValue: unknown, storedValue: unknown): boolean =>
  fileValue !== undefined && JSON.stringify(fileValue) !== JSON.stringify(storedValue);

function productChanges(file: FileProduct, stored: StoredProduct, fileKeys: FileKeys | undefined): Column[] {
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
    ['images', imagesOf(file, stored, fileKeys), stored.imageKeys],
    ['image_options', file.imageOptions, stored.imageOptions],
    ['facts', file.facts, stored.facts],
    ['documents', documentsOf(file, stored, fileKeys), documentsOf(stored, stored, undefined)],
    ['goes_with', file.goesWith, stored.goesWith],
  ];
  const changed = pairs
    .filter(([, fileValue, storedValue]) => differs(fileValue, storedValue))
    .map(([column]) => column);
  return stored.isArchived ? [...changed, 'is_active'] : changed;
}

/**
 * The storage keys of a product's pictures: the key of the file in the folder, or else of the stored picture with that
 * name.
 */
export function imagesOf(
  file: FileProduct,
  stored: StoredProduct | undefined,
  fileKeys: FileKeys | undefined,
): string[] | undefined {
  return file.images?.flatMap((name) => {
    const known = fileKeys?.get(name) ?? stored?.imageKeys[stored.images.indexOf(name)];
    return known === undefined ? [] : [known];
  });
}

function itemChanges({ items }: Step, stored: StoredProduct): Column[] {
  const changes = new Set<Column>();
  for (const { file, stored: item } of items) {
    if (!item || file.code !== item.code) changes.add('code');
    if (!item || key(file.values) !== key(item.values)) changes.add('value_1');
    if (item && differs(file.values, item.values)) changes.add('value_1');
    if (!item || differs(file.price, item.price)) changes.add('price');
    if (item ? differs(file.stock, item.stock) : (file.stock ?? 0) !== 0) changes.add('stock');
  }
  const order = items.map(({ stored: item }) => (item ? stored.items.indexOf(item) : -1));
  if (items.length === stored.items.length && order.some((place, i) => place !== i)) changes.add('value_1');
  return [...changes];
}

function remarksOn(step: Step, fileKeys: FileKeys | undefined): { faults: Remark[]; warnings: Remark[] } {
  const { file, stored } = step;
  const faults: Remark[] = [];
  const warnings: Remark[] = [];
  const fault = (row: number, column: Column, message: string) => faults.push({ row, column, message });
  if (!stored && file.name === undefined) fault(file.row, 'name', 'Product name is required: the product is new.');
  if (!stored && !file.categories) fault(file.row, 'categories', 'At least 1 category is required.');
  for (const name of file.images ?? []) {
    if (fileKeys?.has(name) || stored?.images.includes(name)) continue;
    fault(
      file.row,
      'images',
      fileKeys ? `'${name}' is not in the folder.` : `'${name}' cannot be found: set --images to its folder.`,
    );
  }
  faults.push(...missingDocuments(step, fileKeys), ...unknownOptions(step));
  const imageCount = file.images?.length ?? stored?.images.length ?? 0;
  if (imageCount === 0) warnings.push({ row: file.row, column: 'images', message: 'Not shown: no image.' });
  for (const item of step.items) remarkOnItem(step, item, { faults, warnings });
  const unnamed = stored?.items.filter((one) => !step.items.some((item) => item.stored === one)) ?? [];
  if (unnamed.length > 0 && step.changes.includes('variation_1')) {
    const codes = unnamed.map(({ code }) => `'${code}'`).join(', ');
    fault(file.row, 'variation_1', `The variations change, so the file must list every item. Missing: ${codes}.`);
  }
  if (!stored || step.changes.some((column) => column === 'variation_1' || column === 'value_1')) {
    const others = unnamed.map(({ values }) => ({ values }));
    reportTooManyOptions([...others, ...step.items.map((item) => item.file)], (row = file.row, ...remark) =>
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
    const why = stored ? 'the item has no average cost yet' : 'the item is new and has stock';
    fault('purchase_price', `Purchase price is required: ${why}.`);
  }
}
