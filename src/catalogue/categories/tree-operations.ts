import { isBlank, matches, type Search } from '#lib/text/search-words.ts';

/** The tree has three levels (specification of the shop, section 9). */
export const deepestLevel = 3;

/** The fields of a category that the tree's shape depends on. In a list, parents come before their children. */
export interface TreeNode {
  id: string;
  name: string;
  parentId: string | null;
  level: number;
  position: number;
}

/** Where a category is moved to: its new parent, and its position among that parent's children, from 0. */
export interface MoveTarget {
  parentId: string | null;
  position: number;
}

export const childrenOf = <Node extends TreeNode>(all: readonly Node[], parentId: string | null): Node[] =>
  all.filter((one) => one.parentId === parentId);

/** A category and all its descendants, in tree order. */
export function withDescendants<Node extends TreeNode>(all: readonly Node[], id: string): Node[] {
  const start = all.findIndex((one) => one.id === id);
  const top = all[start];
  if (!top) return [];
  const end = all.findIndex((one, i) => i > start && one.level <= top.level);
  return all.slice(start, end < 0 ? undefined : end);
}

/** The ancestors of a category, top level first. */
export function ancestorsOf<Node extends TreeNode>(all: readonly Node[], id: string): Node[] {
  const own = all.find((one) => one.id === id);
  const parent = own && all.find((one) => one.id === own.parentId);
  return parent ? [...ancestorsOf(all, parent.id), parent] : [];
}

/** Whether a category with its descendants may be moved under `parentId`: not into itself, and at most three levels deep. */
export function canMoveUnder(all: readonly TreeNode[], id: string, parentId: string | null): boolean {
  const subtree = withDescendants(all, id);
  const [top] = subtree;
  if (!top || subtree.some((one) => one.id === parentId)) return false;
  const parent = all.find((one) => one.id === parentId);
  const height = Math.max(...subtree.map(({ level }) => level)) - top.level + 1;
  return (parent?.level ?? 0) + height <= deepestLevel;
}

/** The list as it is after a move, which must be allowed. */
export function afterMove<Node extends TreeNode>(
  all: readonly Node[],
  id: string,
  { parentId, position }: MoveTarget,
): Node[] {
  const subtree = withDescendants(all, id);
  const [top] = subtree;
  if (!top) return [...all];
  const rest = all.filter((one) => !subtree.includes(one));
  const levelChange = (rest.find((one) => one.id === parentId)?.level ?? 0) + 1 - top.level;
  const placed = subtree.map((one) => ({
    ...one,
    level: one.level + levelChange,
    parentId: one === top ? parentId : one.parentId,
  }));
  const siblings = childrenOf(rest, parentId);
  const next = siblings[position];
  const last = siblings.at(-1);
  const at = next ? rest.indexOf(next) : endOf(rest, last?.id ?? parentId);
  return renumber([...rest.slice(0, at), ...placed, ...rest.slice(at)]);
}

/** The index after a category and its descendants; for null, the end of the list. */
function endOf<Node extends TreeNode>(all: readonly Node[], id: string | null): number {
  const last = id === null ? all.at(-1) : withDescendants(all, id).at(-1);
  return last ? all.indexOf(last) + 1 : 0;
}

function renumber<Node extends TreeNode>(all: readonly Node[]): Node[] {
  const seen = new Map<string | null, number>();
  return all.map((one) => {
    const position = seen.get(one.parentId) ?? 0;
    seen.set(one.parentId, position + 1);
    return one.position === position ? one : { ...one, position };
  });
}

export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * The target of a move by one step: past the previous or next sibling, into the previous sibling, or out after the parent.
 * Undefined if that is not possible.
 */
export function stepTarget(all: readonly TreeNode[], id: string, step: Step): MoveTarget | undefined {
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

/** The visible rows: those whose ancestors are expanded; during a search, the matches with their ancestors. */
export function visibleRows<Node extends TreeNode>(
  all: readonly Node[],
  { expanded, search }: { expanded: ReadonlySet<string>; search: Search },
): Node[] {
  if (!isBlank(search)) return matchesWithAncestors(all, search);
  const shownParents = new Set<string | null>([null]);
  return all.filter(({ id, parentId }) => {
    const isShown = shownParents.has(parentId);
    if (isShown && expanded.has(id)) shownParents.add(id);
    return isShown;
  });
}

/** The matches of a search with their ancestors. Reads the list backwards, because parents come before their children. */
function matchesWithAncestors<Node extends TreeNode>(all: readonly Node[], search: Search): Node[] {
  const ancestorIds = new Set<string | null>();
  const isShown = ({ id, parentId, name }: Node): boolean => {
    const isMatch = ancestorIds.has(id) || matches(search, name);
    if (isMatch) ancestorIds.add(parentId);
    return isMatch;
  };
  return all.toReversed().filter(isShown).toReversed();
}

/** Where a dragged row would be dropped: before, after or inside another row. */
export interface DropTarget extends MoveTarget {
  targetId: string;
  zone: 'before' | 'after' | 'inside';
}

interface DragPosition {
  id: string;
  /** The row under the pointer. */
  targetId: string;
  /** How far down in that row the pointer is, from 0 to 1. */
  depth: number;
  /** Whether the children of that row are shown. */
  isOpen: boolean;
}

/** Where a dragged category would be dropped; undefined if that is not allowed. */
export function dropTarget(
  all: readonly TreeNode[],
  { id, targetId, depth, isOpen }: DragPosition,
): DropTarget | undefined {
  const row = all.find((one) => one.id === targetId);
  if (!row || withDescendants(all, id).some((one) => one.id === targetId)) return undefined;
  const others = (parentId: string | null): TreeNode[] => childrenOf(all, parentId).filter((one) => one.id !== id);
  const canDropInside = canMoveUnder(all, id, targetId);
  const canDropBeside = canMoveUnder(all, id, row.parentId);
  const edge = canDropInside ? 0.3 : 0.5;
  if (canDropBeside && depth < edge)
    return { targetId, zone: 'before', parentId: row.parentId, position: others(row.parentId).indexOf(row) };
  if (depth > 1 - edge && isOpen && canDropInside) return { targetId, zone: 'inside', parentId: targetId, position: 0 };
  if (canDropBeside && depth > 1 - edge && !isOpen)
    return { targetId, zone: 'after', parentId: row.parentId, position: others(row.parentId).indexOf(row) + 1 };
  return canDropInside
    ? { targetId, zone: 'inside', parentId: targetId, position: others(targetId).length }
    : undefined;
}
