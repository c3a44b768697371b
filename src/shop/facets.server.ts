import { sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { cents, toDollars } from '#lib/money.ts';
import { type Asked, hasPriceFilter, inStockAsAsked, pricedAsAsked, together } from './asked.server.ts';

export interface Facets {
  /** Dollars. */
  price: { min: number; max: number };
  inStock: number;
  options: { name: string; values: { value: string; count: number }[] }[];
}

interface OptionCount {
  option: string;
  count: number;
}

interface Counted {
  low: number | null;
  high: number | null;
  inStock: number;
  options: OptionCount[] | null;
}

/** What can be chosen further: each value counted with all filters but those of its own kind. */
export async function facetsOf(db: Db, asked: Asked): Promise<Facets> {
  const { query, search, groups } = asked;
  const isKept = search === undefined && groups.length === 0 && !hasPriceFilter(query);
  const { low, high, inStock, options } = await (isKept ? keptCounts(db, asked) : freshCounts(db, asked));
  return {
    price: { min: toDollars(cents(low ?? 0)), max: toDollars(cents(high ?? 0)) },
    inStock,
    options: groupedByName(options ?? []),
  };
}

async function keptCounts(db: Db, { categoryId, query }: Asked): Promise<Counted> {
  const count = sql.ref(query.inStock ? 'in_stock_count' : 'product_count');
  const own = sql`category_listings where category_id = ${categoryId} and ${inStockAsAsked(query)}`;
  const { rows } = await sql<Counted>`
    select (select price_cents from ${own} order by price_cents, name_key, product_id limit 1) as low,
      (select price_cents from ${own} order by price_cents desc, name_key desc, product_id desc limit 1) as high,
      coalesce((select sum(in_stock_count) from listing_counts where category_id = ${categoryId} and option = ''), 0)::int as "inStock",
      (select json_agg(o) from (
        select option, sum(${count})::int as count from listing_counts
        where category_id = ${categoryId} and option <> '' group by option having sum(${count}) > 0) o) as options`.execute(db);
  return rows[0] ?? none;
}

const none: Counted = { low: null, high: null, inStock: 0, options: null };

/**
 * Counts what search and category leave. A row's `missed` names the groups of options that it has none of: it counts
 * for another kind where it missed nothing, and for a group's own values where it missed at most that group.
 */
async function freshCounts(db: Db, { query, search, inCategory, groups }: Asked): Promise<Counted> {
  const searched = together(search?.anywhere ?? '', inCategory);
  const groupRows = groups.map((group, place) => ({ place, ...group }));
  const shape = sql`jsonb_to_recordset(${JSON.stringify(groupRows)}::jsonb) as g(place int, name text, texts text[])`;
  const missed = groups.length === 0 ? sql`'{}'::int[]` : sql`array(select g.place from ${shape} where not exists (
    select from unnest(l.options) o(option) where lower(o.option) = any(g.texts)))`;
  const source = searched === '' ? sql`true` : sql`l.search @@ ${searched}::tsquery`;
  const { rows } = await sql<Counted>`
    with base as materialized (
      select l.price_cents, l.is_in_stock, l.options, ${pricedAsAsked(query)} as is_priced,
        ${inStockAsAsked(query)} as is_stocked, ${missed} as missed
      from listings l where ${source})
    select min(price_cents) filter (where is_stocked and missed = '{}') as low,
      max(price_cents) filter (where is_stocked and missed = '{}') as high,
      (count(*) filter (where is_in_stock and is_priced and missed = '{}'))::int as "inStock",
      (select json_agg(c) from (
        select o.option, count(*)::int as count
        from base b cross join unnest(b.options) o(option) left join ${shape} on g.name = lower(split_part(o.option, ':', 1))
        where is_priced and is_stocked and (missed = '{}' or missed <@ array[g.place]) group by 1) c) as options
    from base`.execute(db);
  return rows[0] ?? none;
}

const numerically = new Intl.Collator('en-AU', { numeric: true, sensitivity: 'base' });

/** Options by name and value, numbers in their order (5 L before 10 L); what differs only in case is one. */
function groupedByName(counts: OptionCount[]): Facets['options'] {
  const names = new Map<string, { name: string; values: Map<string, { value: string; count: number }> }>();
  for (const { option, count } of counts) {
    const colon = option.indexOf(':');
    const name = option.slice(0, colon);
    const value = option.slice(colon + 1);
    const group = names.get(name.toLowerCase()) ?? { name, values: new Map() };
    const known = group.values.get(value.toLowerCase());
    group.values.set(value.toLowerCase(), { value: known?.value ?? value, count: (known?.count ?? 0) + count });
    names.set(name.toLowerCase(), group);
  }
  return [...names.values()]
    .map(({ name, values }) => ({ name, values: [...values.values()].sort((a, b) => numerically.compare(a.value, b.value)) }))
    .sort((a, b) => numerically.compare(a.name, b.name));
}
