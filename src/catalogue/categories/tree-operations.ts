import { isBlank, matches, type Search } from '#lib/text/search-words.ts';

/** The tree has three levels (specification of the shop, section 9). */
export const deepestLevel = 3;

/**
 * The fields of a category that the tree's shape depends on. Lists are in tree order: parents before their children.
 */
export interface Branch {
  id: string;
  name: string;
  parentId: string | null;
  level: number;
  position: number;
}

/** Where a category is moved to: its new parent, and its position among the children there, from 0. */
export interface Target {
  parentId: string | null;
  position: number;
}

export const childrenOf = <B extends Branch>(all: readonly B[], parentId: string | null): B[] =>
  all.filter((one) => one.parentId === parentId);

/** A category and all its descendants, in tree order. */
export function withDescendants<B extends Branch>(all: readonly B[], id: string): B[] {
  const start = all.findIndex((one) => one.id === id);
  const top = all[start];
  if (!top) return [];
  const end = all.findIndex((one, i) => i > start && one.level <= top.level);
  return all.slice(start, end < 0 ? undefined : end);
}

/** The ancestors of a category, from the top. */
export function ancestorsOf<B extends Branch>(all: readonly B[], id: string): B[] {
  const own = all.find((one) => one.id === id);
  const parent = own && all.find((one) => one.id === own.parentId);
  return parent ? [...ancestorsOf(all, parent.id), parent] : [];
}

/**
 * Whether a category with its descendants may be moved under `parentId`: not under itself, at most three levels deep.
 */
export function canMoveUnder(all: readonly Branch[], id: string, parentId: string | null): boolean {
  const move = withDescendants(all, id);
  const [top] = move;
  if (!top || move.some((one) => one.id === parentId)) return false;
  const parent = all.find((one) => one.id === parentId);
  const height = Math.max(...move.map(({ level }) => level)) - top.level + 1;
  return (parent?.level ?? 0) + height <= deepestLevel;
}

/** The list after an allowed move. */
export function moved<B extends Branch>(all: readonly B[], id: string, { parentId, position }: Target): B[] {
  const own = withDescendants(all, id);
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
  return renumber([...rest.slice(0, at), ...placed, ...rest.slice(at)]);
}

/** The index after a category and its descendants; the end of the list for null. */
function endOf<B extends Branch>(all: readonly B[], id: string | null): number {
  const last = id === null ? all.at(-1) : withDescendants(all, id).at(-1);
  return last ? all.indexOf(last) + 1 : 0;
}

function renumber<B extends Branch>(all: readonly B[]): B[] {
  const seen = new Map<string | null, number>();
  return all.map((one) => {
    const position = seen.get(one.parentId) ?? 0;
    seen.set(one.parentId, position + 1);
    return one.position === position ? one : { ...one, position };
  });
}

export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * The target of moving one step: past the previous or next sibling, into the previous sibling, or out after the parent.
 * Undefined if that is not possible.
 */
export function stepTarget(all: readonly Branch[], id: string, step: Step): Target | undefined {
  const own = all.find((one) => one.id === id);
  if (!own) return undefined;
  const { parentId, position } = own;
  const siblings = childrenOf(all, parentId);
  if (step === 'up') return position > 0 ? { parentId, position: position - 1 } : undefined;
  if (step === 'down') return position < siblings.length - 1 ? { parentId, position: position + 1 } : undefined;
  if (step === 'in') {
    const before = siblings[position - 1];
    if (!before || !canMoveUnder(all, id, before.id)) return undefined;
    return { parentId: before.id, position: childrenOf(all, before.id).length };
  }
  const parent = all.find((one) => one.id === parentId);
  return parent && { parentId: parent.parentId, position: parent.position + 1 };
}

/** The visible rows: those in expanded branches, or the matches of a search with their ancestors. */
export function visibleRows<B extends Branch>(
  all: readonly B[],
  { open, search }: { open: ReadonlySet<string>; search: Search },
): B[] {
  if (!isBlank(search)) return matchesWithAncestors(all, search);
  const unfolded = new Set<string | null>([null]);
  return all.filter(({ id, parentId }) => {
    const isShown = unfolded.has(parentId);
    if (isShown && open.has(id)) unfolded.add(id);
    return isShown;
  });
}

/**
 * The matches of a search with their ancestors. Reads the list from its end, since parents come before their children.
 */
function matchesWithAncestors<B extends Branch>(all: readonly B[], search: Search): B[] {
  const leading = new Set<string | null>();
  const isShown = ({ id, parentId, name }: B): boolean => {
    const isFound = leading.has(id) || matches(search, name);
    if (isFound) leading.add(parentId);
    return isFound;
  };
  return all.toReversed().filter(isShown).toReversed();
}

/** Where a row dragged over another would be dropped: before it, after it, or into it. */
export interface DropTarget extends Target {
  targetId: string;
  zone: 'before' | 'behind' | 'below';
}

interface DragPosition {
  id: string;
  /** The row under the pointer, and how far down in it the pointer is, from 0 to 1. */
  targetId: string;
  depth: number;
  /** Whether the children of that row are shown. */
  isOpen: boolean;
}

/** Where a dragged category would be dropped; undefined if that is not allowed. */
export function dropTarget(
  all: readonly Branch[],
  { id, targetId, depth, isOpen }: DragPosition,
): DropTarget | undefined {
  const row = all.find((one) => one.id === targetId);
  if (!row || withDescendants(all, id).some((one) => one.id === targetId)) return undefined;
  const others = (parentId: string | null): Branch[] => childrenOf(all, parentId).filter((one) => one.id !== id);
  const isBelow = canMoveUnder(all, id, targetId);
  const isBeside = canMoveUnder(all, id, row.parentId);
  const edge = isBelow ? 0.3 : 0.5;
  if (isBeside && depth < edge)
    return { targetId, zone: 'before', parentId: row.parentId, position: others(row.parentId).indexOf(row) };
  if (depth > 1 - edge && isOpen && isBelow) return { targetId, zone: 'below', parentId: targetId, position: 0 };
  if (isBeside && depth > 1 - edge && !isOpen)
    return { targetId, zone: 'behind', parentId: row.parentId, position: others(row.parentId).indexOf(row) + 1 };
  return isBelow ? { targetId, zone: 'below', parentId: targetId, position: others(targetId).length } : undefined;
}
