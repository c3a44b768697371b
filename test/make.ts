import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { rebuildListings } from '#catalogue/products/listings/listing.server.ts';
import { setOnHand } from '#stock/ledger/counted.server.ts';

let made = 0;
const next = (): number => ++made;

export async function makeSupplier(db: Db, name = `Supplier ${next()}`): Promise<string> {
  const id = newId();
  await sql`insert into suppliers (id, name, created_at) values (${id}, ${name}, now())`.execute(db);
  return id;
}

export interface MadeCategory {
  id: string;
  url: string;
  path: string[];
}

export async function makeCategory(db: Db, name = `Category ${next()}`, parent?: MadeCategory): Promise<MadeCategory> {
  const id = newId();
  const url = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${next()}`;
  const path = [...(parent?.path ?? []), id];
  await sql`insert into categories (id, parent_id, name, url, level, path, created_at)
    values (${id}, ${parent?.id ?? null}, ${name}, ${url}, ${path.length}, ${path}::uuid[], now())`.execute(db);
  return { id, url, path };
}

export interface ItemTraits {
  code?: string;
  /** Dollars; null for none yet. */
  price?: number | null;
  onHand?: number;
  /** One for each variation, in order. */
  values?: string[];
}

export interface ProductTraits {
  name?: string;
  url?: string;
  shortDescription?: string;
  longDescription?: string;
  supplierId?: string;
  categories?: MadeCategory[];
  isActive?: boolean;
  isArchived?: boolean;
  allowSaleWithoutStock?: boolean;
  /** File keys; one is made where left out. */
  images?: string[];
  variations?: string[];
  /** Of a plain product, or of its only item. */
  code?: string;
  price?: number | null;
  onHand?: number;
  items?: ItemTraits[];
}

export interface MadeProduct {
  id: string;
  url: string;
  name: string;
  itemIds: string[];
}

/** A product that is shown: one item with a price, 10 on hand, a picture. Traits change that. It is listed at once. */
export async function makeProduct(db: Db, traits: ProductTraits = {}): Promise<MadeProduct> {
  const id = newId();
  const n = next();
  const { name = `Product ${n}`, url = `product-${n}` } = traits;
  return db.transaction().execute(async (tx) => {
    await sql`insert into products (id, url, name, short_description, long_description, supplier_id, is_active,
        allow_sale_without_stock, archived_at, created_at)
      values (${id}, ${url}, ${name}, ${traits.shortDescription ?? ''}, ${traits.longDescription ?? ''}, ${traits.supplierId ?? null},
        ${traits.isActive ?? true}, ${traits.allowSaleWithoutStock ?? false}, ${traits.isArchived ? new Date() : null}, now())`.execute(
      tx,
    );
    for (const [position, category] of (traits.categories ?? []).entries()) {
      await sql`insert into product_categories (product_id, category_id, position) values (${id}, ${category.id}, ${position})`.execute(
        tx,
      );
    }
    for (const [position, key] of (traits.images ?? [`products/${id}`]).entries()) {
      await sql`insert into product_images (id, product_id, name, file_key, size, is_primary, position)
        values (${newId()}, ${id}, ${`picture-${position}.png`}, ${key}, 1000, ${position === 0}, ${position})`.execute(
        tx,
      );
    }
    const itemIds = await makeItems(tx, id, { ...traits, n });
    await rebuildListings(tx, [id]);
    return { id, url, name, itemIds };
  });
}

type Tx = Parameters<typeof rebuildListings>[0];

async function makeItems(tx: Tx, productId: string, traits: ProductTraits & { n: number }): Promise<string[]> {
  const { code = `CODE-${traits.n}`, price = 10, onHand = 10 } = traits;
  const items = traits.items ?? [{ code, price, onHand }];
  const labels = (traits.variations ?? []).map((_, place) => [
    ...new Set(items.map(({ values }) => values?.[place] ?? '')),
  ]);
  const options = new Map<string, { variation: string; option: string }>();
  for (const [place, name] of (traits.variations ?? []).entries()) {
    const variation = newId();
    await sql`insert into variations (id, product_id, name, position) values (${variation}, ${productId}, ${name}, ${place})`.execute(
      tx,
    );
    for (const [position, label] of (labels[place] ?? []).entries()) {
      const option = newId();
      await sql`insert into variation_options (id, variation_id, label, position) values (${option}, ${variation}, ${label}, ${position})`.execute(
        tx,
      );
      options.set(`${place} ${label}`, { variation, option });
    }
  }
  const itemIds: string[] = [];
  for (const [position, item] of items.entries()) {
    const id = newId();
    const cents = item.price === undefined ? price : item.price;
    await sql`insert into product_items (id, product_id, code, price_cents, label, position, created_at)
      values (${id}, ${productId}, ${item.code ?? `${code}-${position}`}, ${cents === null ? null : Math.round(cents * 100)},
        ${(item.values ?? []).join(' / ')}, ${position}, now())`.execute(tx);
    for (const [place, value] of (item.values ?? []).entries()) {
      const known = options.get(`${place} ${value}`);
      if (known)
        await sql`insert into item_options (item_id, variation_id, option_id) values (${id}, ${known.variation}, ${known.option})`.execute(
          tx,
        );
    }
    itemIds.push(id);
  }
  const counted = items.map((item, place) => ({
    itemId: itemIds[place] ?? '',
    quantity: item.onHand ?? onHand,
    purchasePrice: null,
  }));
  await setOnHand(tx, counted, { reason: 'Made for a test', at: new Date() });
  return itemIds;
}
