import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { mapConcurrently } from '#lib/map-concurrently.ts';
import type { CheckedLine, OrderItem } from '../contract.ts';
import { nearness, slipsOf } from './near-codes.ts';
import { type Buyer, codeKey, findItems, itemsByCode, readItems } from '../order-items.server.ts';
import { formerItems } from '../ordered-items.server.ts';
import type { CodeLine } from './pasted-lines.ts';
import { listSentences as sentences } from '../sentences.ts';

/** A line with what else a file says of its item. */
export interface MatchedLine extends CodeLine {
  multiple?: number | null;
  note?: string;
}

const mostSuggestions = 3;
/** Suggestions are looked up for so many lines. */
const mostSuggestedLines = 40;

/** The item of each line, or why there is none, with similar items. Nothing is stored. */
export async function matchCodes(db: Db, buyer: Buyer, lines: readonly MatchedLine[]): Promise<CheckedLine[]> {
  const codes = [...new Set(lines.flatMap(({ readings }) => readings.flatMap(({ code }) => spellingsOf(code))))];
  const known = await itemsByCode(db, buyer, codes);
  const former = await formerItems(
    db,
    buyer,
    codes.filter((code) => !known.has(code)),
  );
  const itemOf = (code: string) => {
    const spelling = spellingsOf(code).find((one) => known.has(one) || former.has(one)) ?? '';
    return known.get(spelling) ?? former.get(spelling);
  };
  const checked = lines.map((line) => checkLine(line, itemOf));
  const unmatched = checked.filter(({ state }) => state === 'unmatched').slice(0, mostSuggestedLines);
  const near = await nearItems(
    db,
    buyer,
    unmatched.map(({ typed }) => typed.code.toLowerCase()),
  );
  await mapConcurrently(unmatched, 4, async (line) => {
    const byCode = near.get(line.typed.code.toLowerCase()) ?? [];
    line.suggestions = byCode.length > 0 ? byCode : await findItems(db, buyer, line.typed.code, mostSuggestions);
  });
  return checked;
}

/** A code as typed, and with hyphens for spaces, in lower case. */
const spellingsOf = (code: string): string[] => {
  const typed = code.toLowerCase();
  return [typed, typed.replaceAll(/\s+/g, '-')];
};

function checkLine(
  { line, text, typed, readings, fault, multiple = null, note = '' }: MatchedLine,
  itemOf: (code: string) => OrderItem | undefined,
): CheckedLine {
  const [first] = readings;
  const base = { line, text, multiple, note, item: null, suggestions: [], typed };
  const matches = readings.flatMap(({ code, quantity }) => {
    const item = itemOf(code);
    return item ? [{ item, quantity }] : [];
  });
  const [match] = matches;
  if (!first || (!match && fault !== undefined))
    return { ...base, state: 'faulty', message: fault ?? sentences.noCode, quantity: null };
  if (!match) return { ...base, state: 'unmatched', message: sentences.noCode, quantity: first.quantity };
  if (matches.some(({ item }) => item.itemId !== match.item.itemId)) {
    const suggestions = matches.map(({ item }) => item);
    return { ...base, state: 'ambiguous', message: sentences.ambiguous, quantity: first.quantity, suggestions };
  }
  const state = match.item.isSold ? 'matched' : 'notSold';
  return { ...base, state, message: match.item.isSold ? '' : sentences.notSold, ...match };
}

/** Items that are sold with a code near a typed one, the nearest first. */
async function nearItems(db: Db, buyer: Buyer, typed: readonly string[]): Promise<Map<string, OrderItem[]>> {
  if (typed.length === 0) return new Map();
  const slips = [...new Set(typed.flatMap(slipsOf))];
  const items = await readItems(db, buyer, {
    from: sql`
      select id from product_items where lower(code) = any(${slips}::text[]) and archived_at is null
      union
      select n.id from unnest(${typed}::text[]) c (code) cross join lateral (
        (select i.id from product_items i where i.is_listed and ${codeKey} >= c.code order by ${codeKey}, i.id limit 4)
        union all
        (select i.id from product_items i where i.is_listed and ${codeKey} < c.code order by ${codeKey} desc, i.id desc limit 4)) n`,
    orderBy: sql`p.name_key, p.id, i.position`,
  });
  const sold = items.filter(({ isSold }) => isSold);
  return new Map(typed.map((code) => [code, nearest(code, sold)]));
}

const nearest = (typed: string, items: readonly OrderItem[]): OrderItem[] =>
  items
    .flatMap((item) => {
      const distance = nearness(typed, item.code);
      return distance === undefined ? [] : [{ item, distance }];
    })
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostSuggestions)
    .map(({ item }) => item);
