import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type RowsWithTotal, limitAndOffset } from '#platform/list/table-page.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { ProductRow } from '#catalogue/products/contract.ts';
import { conditions, listManagedProducts } from '#catalogue/products/list/list-products.server.ts';
import { allOf, hasAny } from '#catalogue/products/listings/search-terms.server.ts';
import { categoryTerm } from '#catalogue/products/listings/search-terms.ts';
import { sentences } from './contract.ts';
import type { Choice, ProductsRequest, ProductsQuery, PromoProduct } from './promo-products-contract.ts';

/** The SQL conditions for categories and search words; `m` is the alias of the back office's products. */
export function choiceConditions({
  categoryIds,
  search,
}: Pick<Choice, 'categoryIds' | 'search'>): RawBuilder<unknown>[] {
  return [...conditions({ search }), ...inCategories(categoryIds ?? [])];
}

const inCategories = (ids: readonly string[]): RawBuilder<unknown>[] =>
  ids.length === 0 ? [] : [hasAny(sql`term = any(${ids.map(categoryTerm)}::text[])`)];

/** Whether a promo has the product. The promo's id is a literal, so that the statement is planned for its number of products. */
export const isStored = (promoId: string): RawBuilder<unknown> =>
  sql`exists (select from promo_products s where s.promo_id = ${sql.lit(promoId)}::uuid and s.product_id = m.product_id)`;

/** Whether a product would belong to the promo if these choices were saved. The last choice that matches it decides. */
function isChosen(promoId: string, choices: readonly Choice[]): RawBuilder<unknown> {
  const cases = choices
    .toReversed()
    .map((choice) => sql`when ${allOf(choiceConditions(choice))} then ${sql.lit(choice.selected)}`);
  return cases.length === 0 ? isStored(promoId) : sql`case ${sql.join(cases, sql` `)} else ${isStored(promoId)} end`;
}

/**
 * A page of the products, or all of them up to 10,000. The promo's stored products come first, unless the list is
 * filtered by selection or sorted otherwise. Throws `Problem` 404 for an unknown promo.
 */
export async function listPromoProducts(
  db: Db,
  { promoCodeId, categoryIds, all = [] }: ProductsRequest,
  { selected, sort = 'selected', ...query }: ProductsQuery,
): Promise<RowsWithTotal<PromoProduct>> {
  await requirePromo(db, promoCodeId);
  const { isOne, areFew } = await storedFilter(db, promoCodeId);
  const within = inCategories(categoryIds ?? []);
  const listed: ListPart = (only, rows) =>
    listManagedProducts(
      db,
      { ...query, sort: sort === '-name' ? '-productName' : 'productName' },
      {
        cacheKey: [promoCodeId, categoryIds, only],
        parts: [...within, ...(only ? [only === 'true' ? isOne : sql`not ${isOne}`] : [])],
        excludesFew: only === 'false' && areFew && within.length === 0,
        ...(rows && { rows }),
      },
    );
  const isByName = selected !== undefined || sort.endsWith('name');
  const { rows, total } = isByName
    ? await listed(selected)
    : await oneBehindOther(listed, { first: sort === 'selected' ? 'true' : 'false', ...limitAndOffset(query) });
  const ids = rows.map(({ id }) => id);
  const chosen = await sql<{ id: string; selected: boolean }>`
    select m.product_id as id, ${isChosen(promoCodeId, all)} as selected from managed_products m
    where m.product_id = any(${ids}::uuid[])`.execute(db);
  const isSelected = new Map(chosen.rows.map(({ id, selected: is }) => [id, is]));
  return {
    rows: rows.map(({ id, productName }) => ({
      productId: id,
      name: productName,
      selected: isSelected.get(id) ?? false,
    })),
    total,
  };
}

type Only = ProductsQuery['selected'];
type ListPart = (only: Only, rows?: { limit: number; offset: number }) => Promise<RowsWithTotal<ProductRow>>;

/**
 * Concatenates two lists, since no index covers both: the promo's stored products, then all others. Lists end at 10,000
 * rows, so later rows are not counted.
 */
async function oneBehindOther(
  listed: ListPart,
  { first, limit, offset }: { first: 'true' | 'false'; limit: number; offset: number },
): Promise<RowsWithTotal<ProductRow>> {
  const before = await listed(first, { limit, offset });
  if (before.total > mostRows) return before;
  const from = Math.max(offset - before.total, 0);
  const behind = await listed(first === 'true' ? 'false' : 'true', { limit: limit - before.rows.length, offset: from });
  const rows = [...before.rows, ...behind.rows].slice(0, mostRows);
  return { rows, total: Math.min(before.total + behind.total, mostRows + 1) };
}

/**
 * The condition that a product belongs to the promo. If the promo has many products, the condition makes the planner
 * look them up one by one along the list's index, instead of reading all of them for each page.
 */
async function storedFilter(db: Db, promoId: string): Promise<{ isOne: RawBuilder<unknown>; areFew: boolean }> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from promo_products where promo_id = ${promoId} limit ${sql.lit(mostRows + 1)}) products`.execute(db);
  if ((rows[0]?.count ?? 0) <= mostRows) return { isOne: isStored(promoId), areFew: true };
  const isOne = sql`coalesce((select true from promo_products s
    where s.promo_id = ${sql.lit(promoId)}::uuid and s.product_id = m.product_id), false)`;
  return { isOne, areFew: false };
}

/** Throws `Problem` 404 for an unknown or deleted promo. */
export async function requirePromo(db: Db | Tx, id: string): Promise<void> {
  const { rows } = await sql`select from promos where id = ${id} and archived_at is null`.execute(db);
  if (rows.length === 0) throw notFound(sentences.notFound);
}
