import {
  type Differing,
  fieldPlace,
  isBlock,
  isObject,
  isPicture,
  isSame,
  itemPlace,
  nameIn,
  orderPlace,
  type Place,
  valueDifferences,
} from './differences.ts';

/** A value, and the versions that two people have made of it. */
interface Versions<T = unknown> {
  was: T;
  theirs: T;
  mine: T;
}

/**
 * Merges the versions that two people have made of a value. A part that only one of them has changed is taken from that version. A part
 * that both have changed is added to `conflicts`, and mine is taken.
 */
export function mergeValues(versions: Versions, place: Place, conflicts: Differing[]): unknown {
  const { was, theirs, mine } = versions;
  if (isSame(was, theirs) || isSame(theirs, mine)) return mine;
  if (isSame(was, mine)) return theirs;
  if (isObject(was) && isObject(theirs) && isObject(mine)) {
    const fields = mergedFields({ was, theirs, mine }, place, conflicts);
    if (fields) return fields;
  }
  if (Array.isArray(was) && Array.isArray(theirs) && Array.isArray(mine)) {
    if ([...was, ...theirs, ...mine].every(isBlock)) return mergedBlocks({ was, theirs, mine }, place, conflicts);
    const items = mergedItems({ was, theirs, mine });
    if (items) return items;
  }
  conflicts.push(...valueDifferences(place, theirs, mine));
  return mine;
}

type Fields = Readonly<Record<string, unknown>>;

/** Merges the fields of an object one by one; undefined for an object that counts as a single value. */
function mergedFields(
  { was, theirs, mine }: Versions<Fields>,
  place: Place,
  conflicts: Differing[],
): Fields | undefined {
  // A cell of a table belongs to the column at the same place.
  const hasOtherColumns =
    was['kind'] === 'table' && [theirs, mine].some((one) => !isSame(was['columns'], one['columns']));
  if (isPicture(was) || hasOtherColumns) return undefined;
  const merge = (name: string): unknown =>
    mergeValues({ was: was[name], theirs: theirs[name], mine: mine[name] }, fieldPlace(place, name), conflicts);
  return Object.fromEntries(Object.keys({ ...mine, ...theirs }).map((name) => [name, merge(name)]));
}

type Blocks = readonly (Fields & { id: string })[];

/** Merges blocks one by one, wherever they have been moved. */
function mergedBlocks(versions: Versions<Blocks>, place: Place, conflicts: Differing[]): unknown[] {
  const find = (blocks: Blocks, id: string) => blocks.find((block) => block.id === id);
  const { was, theirs, mine } = versions;
  return orderOf(versions, place, conflicts).flatMap((id) => {
    const [former, their, my] = [find(was, id), find(theirs, id), find(mine, id)];
    const at = itemPlace(place, my ?? their ?? former, 0);
    const block = mergeValues({ was: former, theirs: their, mine: my }, at, conflicts);
    return block === undefined ? [] : [block];
  });
}

const idsOf = (blocks: Blocks): string[] => blocks.map(({ id }) => id);

/**
 * The ids of all blocks, in the order of the person who has moved some. New blocks of the other person follow the block that they follow in
 * that person's version.
 */
function orderOf({ was, theirs, mine }: Versions<Blocks>, place: Place, conflicts: Differing[]): string[] {
  const common = (blocks: Blocks, ...others: Blocks[]): Blocks =>
    blocks.filter(({ id }) => others.every((other) => other.some((one) => one.id === id)));
  const isMoved = (one: Blocks, other: Blocks): boolean =>
    !isSame(idsOf(common(one, other)), idsOf(common(other, one)));
  const isMineMoved = isMoved(was, mine);
  const [their, my] = [common(theirs, mine, was), common(mine, theirs, was)];
  if (isMineMoved && isMoved(was, theirs) && isMoved(their, my))
    conflicts.push({ ...orderPlace(place, mine), theirs: their.map(nameIn), mine: my.map(nameIn) });
  const [first, second] = isMineMoved ? [mine, theirs] : [theirs, mine];
  const order = idsOf(first);
  for (const [at, id] of idsOf(second).entries()) {
    if (order.includes(id)) continue;
    const before = idsOf(second)
      .slice(0, at)
      .findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** Merges items without ids if the two people have changed different ones; undefined if both may have changed the same. */
function mergedItems({ was, theirs, mine }: Versions<readonly unknown[]>): unknown[] | undefined {
  const isByPlace =
    was.length === theirs.length &&
    was.length === mine.length &&
    was.every((one, at) => [theirs[at], mine[at]].some((now) => isSame(one, now)) || isSame(theirs[at], mine[at]));
  if (isByPlace) return was.map((one, at) => (isSame(one, mine[at]) ? theirs[at] : mine[at]));
  const [one, other] = [changedPart(was, theirs), changedPart(was, mine)];
  const [first, second] = one.to <= other.from ? [one, other] : [other, one];
  if (first.to > second.from) return undefined;
  return [
    ...was.slice(0, first.from),
    ...first.items,
    ...was.slice(first.to, second.from),
    ...second.items,
    ...was.slice(second.to),
  ];
}

/** The part of a list, from one place to another, that has been replaced by other items. */
function changedPart(was: readonly unknown[], now: readonly unknown[]) {
  const most = Math.min(was.length, now.length);
  let from = 0;
  while (from < most && isSame(was[from], now[from])) from += 1;
  let same = 0;
  while (same < most - from && isSame(was.at(-1 - same), now.at(-1 - same))) same += 1;
  return { from, to: was.length - same, items: now.slice(from, now.length - same) };
}
