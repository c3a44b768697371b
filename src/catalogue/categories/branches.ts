import { isBlank, matches, type Search } from '#lib/text/search-words.ts';
import { deepestLevel } from './levels.ts';

/** What of a category the tree's shape needs; lists hold them in the tree's order, each behind the one above it. */
export interface Branch {
  id: string;
  name: string;
  parentId: string | null;
  level: number;
  position: number;
}

/** Where a category goes: under which, and its place among those beside it, from 0. */
export interface Target {
  parentId: string | null;
  position: number;
}

export const childrenOf = <B extends Branch>(all: readonly B[], parentId: string | null): B[] =>
  all.filter((one) => one.parentId === parentId);

/** A category and all below it, in the tree's order. */
export function withBelow<B extends Branch>(all: readonly B[], id: string): B[] {
  const start = all.findIndex((one) => one.id === id);
  const top = all[start];
  if (!top) return [];
  const end = all.findIndex((one, i) => i > start && one.level <= top.level);
  return all.slice(start, end < 0 ? undefined : end);
}

/** Those above a category, from the top. */
export function above<B extends Branch>(all: readonly B[], id: string): B[] {
  const own = all.find((one) => one.id === id);
  const parent = own && all.find((one) => one.id === own.parentId);
  return parent ? [...above(all, parent.id), parent] : [];
}

/** Whether a category with all below it may stand under `parentId`: not under itself, at most three levels deep. */
export function mayStand(all: readonly Branch[], id: string, parentId: string | null): boolean {
  const moved = withBelow(all, id);
  const [top] = moved;
  if (!top || moved.some((one) => one.id === parentId)) return false;
  const parent = all.find((one) => one.id === parentId);
  const height = Math.max(...moved.map(({ level }) => level)) - top.level + 1;
  return (parent?.level ?? 0) + height <= deepestLevel;
}

/** The list as it will be after a move that may be made. */
export function moved<B extends Branch>(all: readonly B[], id: string, { parentId, position }: Target): B[] {
  const own = withBelow(all, id);
  const [top] = own;
  if (!top) return [...all];
  const rest = all.filter((one) => !own.includes(one));
  const climbs = (rest.find((one) => one.id === parentId)?.level ?? 0) + 1 - top.level;
  const placed = own.map((one) => ({
    ...one,
    level: one.level + climbs,
    parentId: one === top ? parentId : one.parentId,
  }));
  const siblings = childrenOf(rest, parentId);
  const next = siblings[position];
  const last = siblings.at(-1);
  const at = next ? rest.indexOf(next) : endOf(rest, last?.id ?? parentId);
  return renumbered([...rest.slice(0, at), ...placed, ...rest.slice(at)]);
}

/** The place behind a category and all below it; behind everything for null. */
function endOf<B extends Branch>(all: readonly B[], id: string | null): number {
  const last = id === null ? all.at(-1) : withBelow(all, id).at(-1);
  return last ? all.indexOf(last) + 1 : 0;
}

function renumbered<B extends Branch>(all: readonly B[]): B[] {
  const seen = new Map<string | null, number>();
  return all.map((one) => {
    const position = seen.get(one.parentId) ?? 0;
    seen.set(one.parentId, position + 1);
    return one.position === position ? one : { ...one, position };
  });
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** Where one step leads: past the sibling above or below, under the one above, or out behind the parent; undefined for nowhere. */
export function stepped(all: readonly Branch[], id: string, step: Step): Target | undefined {
  const own = all.find((one) => one.id === id);
  if (!own) return undefined;
  const { parentId, position } = own;
  const siblings = childrenOf(all, parentId);
  if (step === 'up') return position > 0 ? { parentId, position: position - 1 } : undefined;
  if (step === 'down') return position < siblings.length - 1 ? { parentId, position: position + 1 } : undefined;
  if (step === 'in') {
    const before = siblings[position - 1];
    if (!before || !mayStand(all, id, before.id)) return undefined;
    return { parentId: before.id, position: childrenOf(all, before.id).length };
  }
  const parent = all.find((one) => one.id === parentId);
  return parent && { parentId: parent.parentId, position: parent.position + 1 };
}

/** The rows that show: of what is unfolded, or what a search finds with those above it. */
export function shownOf<B extends Branch>(
  all: readonly B[],
  { open, search }: { open: ReadonlySet<string>; search: Search },
): B[] {
  if (!isBlank(search)) return found(all, search);
  const unfolded = new Set<string | null>([null]);
  return all.filter(({ id, parentId }) => {
    const isShown = unfolded.has(parentId);
    if (isShown && open.has(id)) unfolded.add(id);
    return isShown;
  });
}

/** What a search finds with those above it: the list is read from its end, since each stands behind the one above it. */
function found<B extends Branch>(all: readonly B[], search: Search): B[] {
  const leading = new Set<string | null>();
  const isShown = ({ id, parentId, name }: B): boolean => {
    const isFound = leading.has(id) || matches(search, name);
    if (isFound) leading.add(parentId);
    return isFound;
  };
  return all.toReversed().filter(isShown).toReversed();
}

/** Where something held over a row would land: before it, behind it, or below it. */
export interface Landing extends Target {
  over: string;
  zone: 'before' | 'behind' | 'below';
}

interface Held {
  id: string;
  /** The row that it is held over, and how far down in it, from 0 to 1. */
  over: string;
  depth: number;
  /** Whether what lies below that row shows. */
  isOpen: boolean;
}

/** Where a category that is held over a row would land; undefined where it may not. */
export function landing(all: readonly Branch[], { id, over, depth, isOpen }: Held): Landing | undefined {
  const row = all.find((one) => one.id === over);
  if (!row || withBelow(all, id).some((one) => one.id === over)) return undefined;
  const others = (parentId: string | null): Branch[] => childrenOf(all, parentId).filter((one) => one.id !== id);
  const isBelow = mayStand(all, id, over);
  const isBeside = mayStand(all, id, row.parentId);
  const edge = isBelow ? 0.3 : 0.5;
  if (isBeside && depth < edge)
    return { over, zone: 'before', parentId: row.parentId, position: others(row.parentId).indexOf(row) };
  if (depth > 1 - edge && isOpen && isBelow) return { over, zone: 'below', parentId: over, position: 0 };
  if (isBeside && depth > 1 - edge && !isOpen)
    return { over, zone: 'behind', parentId: row.parentId, position: others(row.parentId).indexOf(row) + 1 };
  return isBelow ? { over, zone: 'below', parentId: over, position: others(over).length } : undefined;
}
