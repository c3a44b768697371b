/** What each field's visibility reads, by names. */
export type Reads = ReadonlyMap<string, readonly string[]>;

export interface Ordered {
  /** All fields, each behind those that decide whether it shows. */
  order: string[];
  /** Fields that decide about themselves, each loop from its first field to the same again: `['a', 'b', 'a']`. */
  loops: string[][];
}

/** Puts fields in the order in which their visibility is decided, and finds loops (`E110`). */
export function orderOf(reads: Reads): Ordered {
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const loops: string[][] = [];
  for (const start of reads.keys()) if (!state.has(start)) visit(start, { reads, state, order, loops });
  return { order, loops };
}

interface Walk extends Ordered {
  reads: Reads;
  state: Map<string, 'open' | 'done'>;
}

/** Depth first, without recursion: a chain may be as long as the form. */
function visit(start: string, { reads, state, order, loops }: Walk): void {
  const path: { name: string; next: number }[] = [{ name: start, next: 0 }];
  state.set(start, 'open');
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const read = reads.get(top.name)?.[top.next++];
    if (read === undefined) {
      state.set(top.name, 'done');
      order.push(top.name);
      path.pop();
    } else if (state.get(read) === 'open') {
      const names = path.map(({ name }) => name);
      loops.push([...names.slice(names.indexOf(read)), read]);
    } else if (!state.has(read) && reads.has(read)) {
      state.set(read, 'open');
      path.push({ name: read, next: 0 });
    }
  }
}
