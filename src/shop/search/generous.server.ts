import type { Db } from '#infra/db.server.ts';
import type { Search } from '#lib/search-words.ts';
import type { SearchReader } from './reader.server.ts';
import { countUpTo } from './suggest.server.ts';
import { hasFillers, literally, mayHaveSlips, type Reading, type Understood } from './understand.server.ts';

/** Fewer products than these, and slips are looked for beside words that are known. */
export const few = 8;

/** The reading of a search that finds most, where word for word (`literal`) it finds few; `count` ends at `few`. */
export async function readGenerously(
  db: Db,
  search: Search,
  { literal, reader }: { literal: Understood; reader: SearchReader },
): Promise<{ understood: Understood; count: number }> {
  let best = { understood: literal, count: await countUpTo(db, literal, few) };
  let reading = literally;
  const also = async (change: Partial<Reading>): Promise<void> => {
    const next = { ...reading, ...change };
    const understood = await reader.read(search, next);
    const count = await countUpTo(db, understood, few);
    if (count > best.count) [best, reading] = [{ understood, count }, next];
  };
  if (best.count === 0 && hasFillers(search)) await also({ hasFillers: false });
  if (best.count < few && mayHaveSlips(search)) await also({ areSlipsBeside: true });
  return best;
}
