import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { notFound } from '#lib/api/problem.ts';
import type { Day } from '#lib/day.ts';
import { type Cents, gstIn, minus } from '#lib/money.ts';
import { itemName } from '#lib/text/item-name.ts';
import { type Db, inSnapshot } from '#platform/db/db.server.ts';
import { type ExportFormat, type ListFile, sendRows } from '#platform/list/list-export.server.ts';
import { sentences as listSentences } from '#trade/prices/lists/contract.ts';
import { marginOf, priceSteps } from '#trade/prices/item-price.ts';
import { costOfItem } from '#trade/prices/lists/read-prices.server.ts';
import { readItemTerms } from '#trade/prices/read-item-terms.server.ts';
import { type Coverage, type CoveredItem, mostCovered } from './price-coverage-contract.ts';

/** The price lists that are not archived, by name. */
export const coveredLists = (db: Db): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('price_lists')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

const itemsAtOnce = 2_000;

interface StoredItem {
  itemId: string;
  product: string;
  label: string;
  code: string;
  cost: Cents | null;
}

interface AllCovered {
  list: Coverage['list'];
  items: number;
  below: CoveredItem[];
  without: CoveredItem[];
}

/**
 * What a price list, with its parents and percentages, sells below the average purchase price on a day: by the lowest price of each item
 * over its quantity breaks, without GST. Throws 404 for an unknown or archived list.
 */
export const coverageOf = (db: Db, listId: string, day: Day): Promise<AllCovered> =>
  inSnapshot(db, async (tx) => {
    const list = (await coveredLists(tx)).find(({ id }) => id === listId);
    if (!list) throw notFound(listSentences.notFound);
    const { rows } = await sql<StoredItem>`
      select i.id as "itemId", p.name as product, i.label, coalesce(i.code, '') as code, ${costOfItem} as cost
      from product_items i join products p on p.id = i.product_id
      where p.is_shown and i.archived_at is null and i.price_cents is not null order by p.name_key, p.id, i.position`.execute(
      tx,
    );
    const found: CoveredItem[] = [];
    for (let at = 0; at < rows.length; at += itemsAtOnce)
      found.push(...(await atLowestPrice(tx, rows.slice(at, at + itemsAtOnce), { listId, day })));
    const below = found.filter(({ price, cost }) => cost !== null && marginOf(price, cost) < 0);
    below.sort((one, other) => one.priceExGst / (one.cost ?? 1) - other.priceExGst / (other.cost ?? 1));
    return { list, items: found.length, below, without: found.filter(({ cost }) => cost === null) };
  });

async function atLowestPrice(
  db: Db,
  items: readonly StoredItem[],
  { listId, day }: { listId: string; day: Day },
): Promise<CoveredItem[]> {
  const ids = items.map(({ itemId }) => itemId);
  const terms = await readItemTerms(db, ids, { lists: { site: null, account: listId }, day });
  return items.flatMap(({ itemId, product, label, code, cost }) => {
    const of = terms.get(itemId);
    if (!of) return [];
    const [first, ...breaks] = priceSteps(of, day);
    const { price, minQuantity } = breaks.reduce((least, step) => (step.price < least.price ? step : least), first);
    return [
      {
        itemId,
        name: itemName(product, label),
        code,
        minQuantity,
        price,
        priceExGst: minus(price, gstIn(price)),
        cost,
      },
    ];
  });
}

/** The report as the page shows it. */
export const shownCoverage = ({ list, items, below, without }: AllCovered): Coverage => ({
  list,
  items,
  belowCost: below.length,
  withoutCost: without.length,
  below: below.slice(0, mostCovered),
  without: without.slice(0, mostCovered),
});

const columns: ListFile<CoveredItem>['columns'] = [
  { header: 'Code', kind: 'text', width: 18, of: ({ code }) => code },
  { header: 'Item', kind: 'text', width: 42, of: ({ name }) => name },
  { header: 'From Quantity', kind: 'number', of: ({ minQuantity }) => minQuantity },
  { header: 'Price', kind: 'money', of: ({ price }) => price },
  { header: 'Price ex GST', kind: 'money', of: ({ priceExGst }) => priceExGst },
  { header: 'Cost', kind: 'money', of: ({ cost }) => cost },
  { header: 'Margin', kind: 'money', of: ({ price, cost }) => (cost === null ? null : marginOf(price, cost)) },
];

/** Sends all items below cost, then all without a cost. */
export const sendCoverage = (
  reply: FastifyReply,
  { below, without }: AllCovered,
  { format, day }: { format: ExportFormat; day: Day },
) => sendRows(reply, { name: 'Price list below cost', columns, rows: [...below, ...without] }, { format, day });
