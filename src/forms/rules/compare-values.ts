import type { Day } from '#lib/day.ts';
import type { Comparison } from './tokens.ts';
import { asDay, asNumber, type Comparable, type ComparedAs } from './answer-values.ts';

/** Compares two values of one type. Empty equals only empty; `<` and `>` are false if either is empty. */
export function compareValues(
  op: Comparison,
  as: ComparedAs,
  [left, right]: readonly [Comparable, Comparable],
): boolean {
  if (op === '==') return isSame(as, left, right);
  if (op === '!=') return !isSame(as, left, right);
  if (left === undefined || right === undefined) return false;
  const [one, other] = as === 'text' ? inOrder(String(left), String(right)) : [left, right];
  if (one === undefined || other === undefined) return false;
  if (op === '<') return one < other;
  if (op === '<=') return one <= other;
  return op === '>' ? one > other : one >= other;
}

function isSame(as: ComparedAs, left: Comparable, right: Comparable): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (as !== 'list') return left === right;
  const selected = new Set(left as readonly string[]); // both sides of a list comparison are lists
  const wanted = right as readonly string[];
  return wanted.length === 1 ? selected.has(wanted[0] ?? '') : sameSet(selected, new Set(wanted));
}

const sameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value));

/** Texts are ordered only if both are numbers or both are dates. */
function inOrder(left: string, right: string): readonly [number | Day | undefined, number | Day | undefined] {
  const [one, other] = [asNumber(left), asNumber(right)];
  return one !== undefined && other !== undefined ? [one, other] : [asDay(left), asDay(right)];
}
