import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { itemName } from '#lib/text/item-name.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { readSynonyms } from '#storefront/search/synonyms.server.ts';
import type { OrderItem } from '../lists/contract.ts';
import { type Buyer, isSold, readItems } from '../lists/order-items.server.ts';
import { listsOf, priceInCartons } from '../prices/item-price.ts';
import { readItemTerms } from '../prices/read-item-terms.server.ts';
import { CatalogueIndex, describe, type WordMatch } from './catalogue-index.ts';
import type { FormerFile, FormerLine, MatchedFile, MatchedItem } from './contract.ts';
import { keyOf, readRemembered, type RememberedItem } from './former-codes.server.ts';
import { type ReadLine, readFormerFile } from './former-file.server.ts';
import { clearLead, sureScore } from './sentences.ts';

/** Other requests are served after so many items and lines. */
const itemsAtOnce = 1_000;
const linesAtOnce = 25;
const mostMatches = 4;

/**
 * The lines of a former supplier's file with the site's best matches: what the account has confirmed before, our codes and barcodes, then
 * words and sizes of the description. The catalogue is read in one statement for all lines. Nothing is stored.
 */
export async function matchFormerFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  buyer: Buyer,
  file: FormerFile,
): Promise<MatchedFile> {
  const { db } = deps;
  const { read, faults, lines: stated } = await readFormerFile(file);
  if (stated.length === 0) return { read, faults, lines: [], items: [] };
  const catalogue = await readCatalogue(db);
  const [remembered, byBarcode] = await Promise.all([
    readRemembered(db, buyer.account.id, [...new Set(stated.map(keyOf))]),
    readBarcodes(db, stated),
  ]);
  const lines: FormerLine[] = [];
  for (const [at, line] of stated.entries()) {
    if (at > 0 && at % linesAtOnce === 0) await nextTurn();
    lines.push({ ...line, ...matchLine(line, { catalogue, remembered, byBarcode }) });
  }
  const matched = lines.flatMap(({ matches }) => matches.map(({ itemId }) => itemId));
  const ids = [...new Set([...matched, ...(file.items ?? [])])];
  const items = await readItems(db, buyer, { from: sql`select unnest(${ids}::uuid[]) as id`, orderBy: sql`i.id` });
  const priced = await withPrices(deps, buyer, items);
  return { read, faults, lines: withoutGone(lines, priced), items: priced };
}

/** The items that are sold, at what the site pays for one. */
export async function withPrices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  buyer: Buyer,
  items: readonly OrderItem[],
): Promise<MatchedItem[]> {
  const day = dayOf(clock.now());
  const ids = items.map(({ itemId }) => itemId);
  const terms = await readItemTerms(db, ids, { lists: listsOf(buyer), day });
  return items.flatMap((item) => {
    const of = terms.get(item.itemId);
    return of ? [{ ...item, price: priceInCartons(of, { quantity: 1, day }) }] : [];
  });
}

/** Leaves out matches that were taken off sale in the meantime. */
function withoutGone(lines: readonly FormerLine[], items: readonly MatchedItem[]): FormerLine[] {
  const known = new Set(items.map(({ itemId }) => itemId));
  return lines.map((line) => {
    const matches = line.matches.filter(({ itemId }) => known.has(itemId));
    return matches.length === line.matches.length ? line : { ...line, matches, isSure: false };
  });
}

interface Catalogue {
  index: CatalogueIndex;
  byCode: Map<string, string>;
  /** By the code without dashes, blanks and dots; undefined if two items have it. */
  byPlainCode: Map<string, string | undefined>;
  texts: Map<string, string>;
}

const plainCode = (code: string): string => code.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** All items that are sold, in one statement. */
async function readCatalogue(db: Db): Promise<Catalogue> {
  const { rows } = await sql<{ itemId: string; name: string; label: string; code: string }>`
    select i.id as "itemId", p.name, i.label, coalesce(i.code, '') as code from products p join product_items i on i.product_id = p.id
    where ${isSold} order by p.name_key, p.id, i.position`.execute(db);
  const index = new CatalogueIndex(await readSynonyms(db));
  const catalogue: Catalogue = { index, byCode: new Map(), byPlainCode: new Map(), texts: new Map() };
  for (const [at, { itemId, name, label, code }] of rows.entries()) {
    if (at > 0 && at % itemsAtOnce === 0) await nextTurn();
    const text = itemName(name, label);
    index.add({ itemId, text });
    catalogue.texts.set(itemId, text);
    if (code === '') continue;
    catalogue.byCode.set(code.toLowerCase(), itemId);
    const plain = plainCode(code);
    catalogue.byPlainCode.set(plain, catalogue.byPlainCode.has(plain) ? undefined : itemId);
  }
  index.finish();
  return catalogue;
}

const barcode = /^\d{8}$|^\d{12,14}$/;

/** Items by the barcode that a fact of their product states; products with several items have no barcode of their own. */
async function readBarcodes(db: Db, lines: readonly ReadLine[]): Promise<Map<string, string>> {
  const codes = [
    ...new Set(lines.map(({ code }) => code.replaceAll(/[\s-]/g, '')).filter((code) => barcode.test(code))),
  ];
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; itemId: string }>`
    select f.code, i.id as "itemId" from products p
    cross join lateral (select regexp_replace(f.value, '[^0-9]', '', 'g') as code
      from jsonb_to_recordset(p.facts) f(name text, value text) where f.name ~* '^(gtin|barcode|ean|upc)') f
    join product_items i on i.product_id = p.id
    where p.is_shown and not p.has_variations and ${isSold} and f.code = any(${codes}::text[])`.execute(db);
  return new Map(rows.map(({ code, itemId }) => [code, itemId]));
}

interface Known {
  catalogue: Catalogue;
  remembered: ReadonlyMap<string, RememberedItem>;
  byBarcode: ReadonlyMap<string, string>;
}

function matchLine(line: ReadLine, known: Known): Pick<FormerLine, 'matches' | 'isSure'> {
  const described = describe(line.description);
  const byWords = known.catalogue.index.find(described);
  const first = matchByCode(line, known, new Set(described.words));
  const others = byWords.filter(({ itemId }) => !first.some((one) => one.itemId === itemId));
  const matches = [...first, ...others].sort((one, other) => other.score - one.score).slice(0, mostMatches);
  const [best, second] = matches;
  const isSure = best !== undefined && best.score >= sureScore && best.score - (second?.score ?? 0) >= clearLead;
  return { matches, isSure };
}

/** What the code says. One that means another thing by its description is offered, but not taken over. */
function matchByCode(
  line: ReadLine,
  { catalogue, remembered, byBarcode }: Known,
  words: ReadonlySet<string>,
): WordMatch[] {
  const code = line.code.toLowerCase();
  const says = (text: string): boolean =>
    words.size === 0 || text === '' || describe(text).words.some((word) => words.has(word));
  const found: WordMatch[] = [];
  const add = (itemId: string | undefined, score: number, why: string): void => {
    if (itemId === undefined || found.some((one) => one.itemId === itemId)) return;
    found.push({ itemId, score, why });
  };
  const before = remembered.get(keyOf(line));
  if (before) {
    const isSame = says(before.description);
    add(before.itemId, isSame ? 100 : 70, isSame ? 'Confirmed before' : `Confirmed before for “${before.description}”`);
  }
  if (code === '') return found;
  const addCode = (itemId: string | undefined, score: number, what: string): void => {
    if (itemId === undefined) return;
    const isSame = says(catalogue.texts.get(itemId) ?? '');
    add(itemId, before ? Math.min(score, 60) : isSame ? score : 60, isSame ? what : `${what}, but other words`);
  };
  addCode(catalogue.byCode.get(code), 100, 'Same code');
  addCode(byBarcode.get(code.replaceAll(/[\s-]/g, '')), 99, 'Same barcode');
  addCode(catalogue.byPlainCode.get(plainCode(code)), 96, 'Same code but for dashes or spaces');
  return found;
}
