import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { notFound } from '#lib/problem.ts';
import { categoryLexeme, optionLexeme, optionText, type SearchQuestions, searchQuestions, wholeCatalogue } from '#products/lexemes.ts';
import { allProducts, categoryNotFound } from './contract.ts';
import type { ListQuery } from './list-query.ts';

/** Chosen values of one variation: a product with any of them is meant. */
export interface OptionGroup {
  /** Lower case, like the texts. */
  name: string;
  texts: string[];
}

/** What is asked for, as the database takes it. */
export interface Asked {
  query: ListQuery;
  categoryId: string;
  search: SearchQuestions | undefined;
  /** Category and options as questions to the search index; empty for the whole catalogue, and without options. */
  inCategory: string;
  chosen: string;
  groups: OptionGroup[];
}

/** Reads a query; throws `Problem` 404 for a category that is not there. */
export async function readAsked(db: Db, query: ListQuery): Promise<Asked> {
  const categoryId = await categoryIdOf(db, query.category);
  const groups = groupsOf(query);
  return {
    query,
    categoryId,
    search: searchQuestions(query.search ?? ''),
    inCategory: categoryId === wholeCatalogue ? '' : categoryLexeme(categoryId),
    chosen: together(...groups.map(({ texts }) => texts.map(optionLexeme).join(' | '))),
    groups,
  };
}

async function categoryIdOf(db: Db, url: string | undefined): Promise<string> {
  if (url === undefined || url === allProducts) return wholeCatalogue;
  const { rows } = await sql<{ id: string }>`select id from categories where url = ${url}`.execute(db);
  if (!rows[0]) throw notFound(categoryNotFound(url));
  return rows[0].id;
}

function groupsOf({ option }: ListQuery): OptionGroup[] {
  const groups = new Map<string, Set<string>>();
  for (const { name, value } of option) {
    const text = optionText(name, value).toLowerCase();
    const own = optionText(name, '').slice(0, -1).toLowerCase();
    groups.set(own, (groups.get(own) ?? new Set()).add(text));
  }
  return [...groups].map(([name, texts]) => ({ name, texts: [...texts].sort() }));
}

/** Questions to the search index in one; any may be empty. */
export const together = (...questions: string[]): string =>
  questions
    .filter((question) => question !== '')
    .map((question) => `(${question})`)
    .join(' & ');

/** The price filter on `price_cents`. */
export const pricedAsAsked = ({ minPrice, maxPrice }: ListQuery): RawBuilder<unknown> => {
  if (minPrice === undefined && maxPrice === undefined) return sql`true`;
  if (maxPrice === undefined) return sql`price_cents >= ${minPrice}`;
  return minPrice === undefined ? sql`price_cents <= ${maxPrice}` : sql`price_cents between ${minPrice} and ${maxPrice}`;
};

export const inStockAsAsked = ({ inStock }: ListQuery): RawBuilder<unknown> => (inStock ? sql`is_in_stock` : sql`true`);

export const hasPriceFilter = ({ minPrice, maxPrice }: ListQuery): boolean =>
  minPrice !== undefined || maxPrice !== undefined;
