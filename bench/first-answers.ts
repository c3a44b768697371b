import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { pageSizeDefault } from '#storefront/list-query.ts';
import type { BenchRequest } from './load.ts';

/** More addresses than memory has room for, so that nearly every answer is a first one. */
export const manyAddresses = 40_000;

interface Category {
  /** Undefined for the whole catalogue. */
  url: string | undefined;
  products: number;
}

/** A number from 0 to 1, always the same for the same place and purpose. */
function chance(place: number, salt: number): number {
  let mixed = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

const pick = <T>(all: readonly T[], place: number, salt: number): T =>
  all[Math.floor(chance(place, salt) * all.length)] as T; // within the list

type Query = Record<string, string | undefined>;

const addressOf = (query: Query): string => {
  const known = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/v1/products?${new URLSearchParams(known)}`;
};

/** As many different addresses as wanted, or all there are if `make` no longer returns new ones. */
function different(make: (place: number) => Query): BenchRequest[] {
  const paths = new Set<string>();
  for (let place = 0; paths.size < manyAddresses && place < 20 * manyAddresses; place++)
    paths.add(addressOf(make(place)));
  return [...paths].map((path) => ({ path }));
}

/** At most about 20,000 products of the catalogue, in blocks. */
const someProducts = sql`products tablesample system (least(100, 2000000 / greatest((select count(*) from products), 1)))`;

/** Prices in steps of half a percent of the products, in dollars. */
async function pricesOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ prices: number[] }>`
    select percentile_disc(array(select k / 200.0 from generate_series(0, 200) k))
      within group (order by price_cents)::int[] as prices from ${someProducts} where price_cents is not null`.execute(
    db,
  );
  return (rows[0]?.prices ?? []).map((cents) => cents / 100);
}

interface PriceRange {
  minPrice: string | undefined;
  maxPrice: string | undefined;
  /** The share of products within it. */
  share: number;
}

function priceRange(prices: readonly number[], place: number): PriceRange {
  const last = prices.length - 1;
  const ends = [chance(place, 20), chance(place, 21)].map((at) => Math.floor(at * last)).sort((a, b) => a - b);
  const [low = 0, high = last] = ends;
  const open = chance(place, 22);
  const from = open < 0.25 ? 0 : low;
  const to = open > 0.75 ? last : high;
  return {
    minPrice: from === 0 ? undefined : String(prices[from]),
    maxPrice: to === last ? undefined : String(prices[to]),
    share: (to - from) / last,
  };
}

const pagesOf = (products: number): number => Math.max(1, Math.ceil(products / pageSizeDefault));

/** Lists as visitors filter, sort and page them: a third by price, a quarter in stock, an eighth by an option. */
async function lists(db: Db, prices: number[]): Promise<BenchRequest[]> {
  const categories = await categoriesOf(db);
  const { rows: options } = await sql<{ option: string }>`
    select distinct option from listing_counts where option > '' order by 1`.execute(db);
  return different((place) => {
    const category = pick(categories, place, 1);
    const range = chance(place, 2) < 1 / 3 ? priceRange(prices, place) : undefined;
    const hasOption = chance(place, 3) < 1 / 8;
    const matches = category.products * (range?.share ?? 1) * (hasOption ? 0.05 : 1);
    const page = 1 + Math.floor(Math.min(pagesOf(matches), 50) * chance(place, 4) ** 2);
    return {
      category: category.url,
      sort: String(1 + Math.floor(chance(place, 5) * 6)),
      page: String(page),
      minPrice: range?.minPrice,
      maxPrice: range?.maxPrice,
      inStock: chance(place, 6) < 1 / 4 ? 'true' : undefined,
      option: hasOption ? pick(options, place, 7).option : undefined,
    };
  });
}

/** Pages from the tenth to the last of the whole catalogue and its main categories, half of them filtered by price. */
async function farPages(db: Db, prices: number[]): Promise<BenchRequest[]> {
  const largest = (await categoriesOf(db)).sort((a, b) => b.products - a.products).slice(0, 11);
  return different((place) => {
    const category = chance(place, 1) < 0.5 ? largest[0] : pick(largest, place, 2);
    const range = chance(place, 3) < 0.5 ? priceRange(prices, place) : undefined;
    const last = pagesOf((category?.products ?? 0) * (range?.share ?? 1));
    return {
      category: category?.url,
      sort: String(1 + Math.floor(chance(place, 4) * 6)),
      page: String(Math.min(10, last) + Math.floor(Math.max(0, last - 10) * chance(place, 5))),
      minPrice: range?.minPrice,
      maxPrice: range?.maxPrice,
    };
  });
}

async function categoriesOf(db: Db): Promise<Category[]> {
  const { rows } = await sql<{ url: string | null; products: number }>`
    select c.url, sum(n.product_count)::int as products from listing_counts n left join categories c on c.id = n.category_id
    where n.option = '' group by 1 order by 1`.execute(db);
  return rows.map(({ url, products }) => ({ url: url ?? undefined, products }));
}

/** Two words of a product's name in any order; half of them unfinished, as they are while somebody types. */
async function twoWords(db: Db): Promise<BenchRequest[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${someProducts} order by md5(id::text) limit 20000`.execute(db);
  const names = rows.map(({ name }) => [...new Set(name.split(' ').filter((word) => /^[a-z]{3,}$/i.test(word)))]);
  return different((place) => {
    const words = pick(names, place, 1);
    const first = Math.floor(chance(place, 2) * words.length);
    const second = (first + 1 + Math.floor(chance(place, 3) * (words.length - 1))) % words.length;
    const last = words[second] ?? '';
    const letters = chance(place, 4) < 0.5 ? last.length : 3 + Math.floor(chance(place, 5) * (last.length - 3));
    return { search: `${words[first]} ${last.slice(0, letters)}` };
  });
}

/** Requests of which nearly every one is the first of its address, by figure. */
export async function firstAnswers(db: Db): Promise<Record<string, BenchRequest[]>> {
  const prices = await pricesOf(db);
  return {
    'lists, 40,000 addresses': await lists(db, prices),
    'far pages, half with a price filter': await farPages(db, prices),
    'two words, 40,000 addresses': await twoWords(db),
  };
}
