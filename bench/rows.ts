import { sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import type { Ask } from './load.ts';

export interface Row {
  name: string;
  server: 'cold' | 'cached';
  asks: Ask[];
}

const sampleSize = 2_000;

async function column(db: Db, statement: ReturnType<typeof sql<{ value: string }>>): Promise<string[]> {
  return (await statement.execute(db)).rows.map(({ value }) => value);
}

/** Products drawn evenly over the whole catalogue. */
export const sampleIds = (db: Db, count: number): Promise<string[]> =>
  column(db, sql`select distinct bench.product_id(floor(bench.chance(k, 77) * ${count})::int)::text as value from generate_series(1, ${sampleSize}::int) k`);

const products = (query: Record<string, string>): Ask => ({ path: `/v1/products?${new URLSearchParams(query)}` });

/** What is measured. A row of its own is one entry here. */
export async function rowsFor(db: Db, count: number): Promise<Row[]> {
  const ids = await sampleIds(db, count);
  const urls = await column(db, sql`select url as value from products where id = any(${ids}::uuid[])`);
  const names = await column(db, sql`select name as value from products where id = any(${ids}::uuid[])`);
  const categories = await column(db, sql`select url as value from categories order by md5(url)`);
  const sorted = ['1', '2', '3', '4', '5', '6'];
  const around500 = Array.from({ length: 25 }, (_, place) => String(488 + place));
  const phrases = names.map(twoWords);
  const rows: Record<string, Ask[]> = {
    'list, first page of a category': categories.map((category) => products({ category })),
    'list, page 500 of all': sorted.flatMap((sort) => around500.map((page) => products({ sort, page }))),
    'search, two words': phrases.map((search) => products({ search })),
    'facets of a category': categories.map((category) => products({ category, facets: 'true' })),
    'product detail': urls.map((url) => ({ path: `/v1/products/details/${url}` })),
  };
  return Object.entries(rows).flatMap(([name, asks]) => [
    { name, server: 'cold' as const, asks },
    { name, server: 'cached' as const, asks },
  ]);
}

/** Two different words of a name, neither of them its brand: what a visitor types who wants such a thing. */
function twoWords(name: string, place: number): string {
  const words = [...new Set(name.split(' ').slice(1).filter((word) => /^[a-z]{3,}$/i.test(word)))];
  const first = words[place % words.length] ?? name;
  const second = words[(place + 1 + (place % Math.max(words.length - 1, 1))) % words.length] ?? '';
  return first === second ? first : `${first} ${second}`;
}
