/** Names of the fields that each field's visibility reads. */
export type Reads = ReadonlyMap<string, readonly string[]>;

export interface OrderResult {
  /** All fields, each after those that its visibility depends on. */
  order: string[];
  /** Loops, each from its first field to the same field: `['a', 'b', 'a']`. Long ones are shortened in the middle. */
  loops: string[][];
}

/** Sorts fields by their dependencies and finds loops (`E110`). */
export function orderOf(reads: Reads): OrderResult {
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const loops: string[][] = [];
  for (const start of reads.keys()) if (!state.has(start)) visit(start, { reads, state, order, loops });
  return { order, loops };
}

interface Walk extends OrderResult {
  reads: Reads;
  state: Map<string, 'open' | 'done'>;
}

/** Names reported per loop; there may be as many loops as comparisons, each through all fields. */
const maxNames = 20;
const ends = maxNames / 2;

const shortened = (path: readonly Step[], from: number): string[] => {
  const named = (first: number, end?: number): string[] => path.slice(first, end).map(({ name }) => name);
  return path.length - from <= maxNames
    ? named(from)
    : [...named(from, from + ends), '...', ...named(path.length - ends)];
};

interface Step {
  name: string;
  /** Index of the next field that it reads. */
  next: number;
}

/** Depth-first search without recursion, since a chain may be as long as the form. */
function visit(start: string, { reads, state, order, loops }: Walk): void {
  const path: Step[] = [{ name: start, next: 0 }];
  const places = new Map([[start, 0]]);
  state.set(start, 'open');
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const read = reads.get(top.name)?.[top.next++];
    if (read === undefined) {
      state.set(top.name, 'done');
      order.push(top.name);
      path.pop();
    } else if (state.get(read) === 'open') {
      loops.push([...shortened(path, places.get(read) ?? 0), read]);
    } else if (!state.has(read) && reads.has(read)) {
      state.set(read, 'open');
      places.set(read, path.length);
      path.push({ name: read, next: 0 });
    }
  }
}
