/** What each field's visibility reads, by names. */
export type Reads = ReadonlyMap<string, readonly string[]>;

export interface OrderResult {
  /** All fields, each behind those that decide whether it shows. */
  order: string[];
  /** Fields that decide about themselves, each loop from its first field to the same again: `['a', 'b', 'a']`. Of a long one its ends. */
  loops: string[][];
}

/** Puts fields in the order in which their visibility is decided, and finds loops (`E110`). */
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

/** Names of a loop; a form may have as many loops as it has comparisons, and each may go through all of its fields. */
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
  /** What it reads next. */
  next: number;
}

/** Depth first, without recursion: a chain may be as long as the form. */
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
