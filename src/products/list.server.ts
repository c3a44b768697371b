import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { type Asked, found, mostRows, type Rows } from '#infra/table-page.server.ts';
import type { ProductRow, ProductSort, ProductsFilter } from './contract.ts';

const defaultPageSize = 10;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Indexes of migration 0014 serve each of these, followed by the id. */
const sortedBy: Record<Exclude<ProductSort, 'productSupplier'>, RawBuilder<unknown>> = {
  productName: sql`p.name_key collate "C"`,
  productCode: sql`lower(p.code) collate "C"`,
  createdDate: sql`p.created_at`,
  hasVariations: sql`p.has_variations`,
  displayedOnline: sql`p.is_active`,
};

const bySupplier = sql`coalesce(lower(s.name), '')`;

/** What a filter asks of products `p`; archived ones are in no list. */
export function condition(filter: ProductsFilter): RawBuilder<boolean> {
  const parts = [
    sql`p.archived_at is null`,
    filter.category &&
      sql`p.id in (select k.product_id from product_categories k where k.category_id = any(array(
      select c.id from categories c where c.path @> array[${filter.category}::uuid])))`,
    filter.supplier && sql`p.supplier_id = ${filter.supplier}`,
    filter.displayedOnline && sql`p.is_active = ${filter.displayedOnline === 'true'}`,
    filter.hasVariations && sql`p.has_variations = ${filter.hasVariations === 'true'}`,
    filter.outOfStock && sql`p.is_out_of_stock = ${filter.outOfStock === 'true'}`,
    sought(filter.search),
  ].filter((part) => part !== undefined && part !== '');
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** In names and in the codes of items: two indexes, so two questions. */
function sought(search: string | undefined): RawBuilder<unknown> | undefined {
  const inName = found(sql`search_words(n.name)`, search);
  const inCode = found(sql`search_words(i.code)`, search);
  if (!inName || !inCode) return undefined;
  return sql`p.id in (
    select n.id from products n where n.archived_at is null and ${inName}
    union all select i.product_id from product_items i where i.archived_at is null and ${inCode})`;
}

/**
 * A page of the back office's products, or all of them up to 10,000. Counting first tells how to read: where few are meant
 * they are gathered and sorted, however rare they are; where many are, a sort's own index soon has a page of them.
 */
export async function listManagedProducts(db: Db, asked: Asked & ProductsFilter): Promise<Rows<ProductRow>> {
  const isPaged = asked.page !== undefined || asked.pageSize !== undefined;
  const limit = isPaged ? (asked.pageSize ?? defaultPageSize) : mostRows;
  const offset = ((asked.page ?? 1) - 1) * limit;
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select from products p where ${condition(asked)} limit ${mostRows + 1}) c`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  if (offset >= Math.min(total, mostRows)) return { rows: [], total };
  const isNarrow = total <= mostRows;
  const page = { sort: asked.sort ?? 'productName', limit, offset };
  const { rows } = await (isNarrow ? gathered(asked, page) : walked(asked, page)).execute(db);
  return { rows, total };
}

interface Page {
  sort: string;
  limit: number;
  offset: number;
}

const columns = sql`p.id, p.name as "productName", p.code as "productCode",
  to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdDate",
  p.has_variations as "hasVariations", coalesce(s.name, '') as "productSupplier", p.is_active as "displayedOnline",
  p.is_shown as "isShown", p.is_out_of_stock as "isOutOfStock", p.url as "productUrl", p.version`;

const directionOf = (sort: string): RawBuilder<unknown> => sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
const columnOf = (sort: string): ProductSort => sort.replace(/^-/, '') as ProductSort; // the query's shape names the sorts

const gathered = (filter: ProductsFilter, { sort, limit, offset }: Page): RawBuilder<ProductRow> => {
  const column = columnOf(sort);
  const direction = directionOf(sort);
  const by = column === 'productSupplier' ? bySupplier : sortedBy[column];
  return sql<ProductRow>`
    with meant as materialized (select p.id from products p where ${condition(filter)})
    select ${columns} from meant join products p on p.id = meant.id left join suppliers s on s.id = p.supplier_id
    order by ${by} ${direction}, p.id ${direction} limit ${limit} offset ${offset}`;
};

function walked(filter: ProductsFilter, page: Page): RawBuilder<ProductRow> {
  const { sort, limit, offset } = page;
  const column = columnOf(sort);
  const direction = directionOf(sort);
  if (column === 'productSupplier') return supplierBySupplier(filter, page);
  const by = sortedBy[column];
  return sql<ProductRow>`
    select ${columns} from (
      select p.* from products p where ${condition(filter)} order by ${by} ${direction}, p.id ${direction}
      limit ${limit} offset ${offset}) p
    left join suppliers s on s.id = p.supplier_id order by ${by} ${direction}, p.id ${direction}`;
}

/** Of each supplier no more than the page can hold, supplier by supplier: their names have no index over the products. */
function supplierBySupplier(filter: ProductsFilter, { sort, limit, offset }: Page): RawBuilder<ProductRow> {
  const direction = directionOf(sort);
  return sql<ProductRow>`
    select ${columns} from (
      select lower(name) as sorted, id, name from suppliers union all select '', ${nobody}::uuid, ''
      order by 1 ${direction}) s
    cross join lateral (
      select p.* from products p where coalesce(p.supplier_id, ${sql.lit(nobody)}::uuid) = s.id and ${condition(filter)}
      order by p.id ${direction} limit ${limit + offset}) p
    order by s.sorted ${direction}, p.id ${direction} limit ${limit} offset ${offset}`;
}
