/** Names of the fields that each field's visibility rule reads. */
export type Reads = ReadonlyMap<string, readonly string[]>;

export interface OrderResult {
  /** All fields, each after those that its visibility depends on. */
  order: string[];
  /** Loops, each from its first field back to that field: `['a', 'b', 'a']`. Long ones are shortened in the middle. */
  loops: string[][];
}

/** Limit on names reported per loop; there may be as many loops as comparisons, each through all fields. */
const maxNames = 20;

interface Step {
  name: string;
  /** Index of the next field that it reads. */
  next: number;
}

function shortened(path: readonly Step[]): string[] {
  const names = path.map(({ name }) => name);
  const half = maxNames / 2;
  return names.length <= maxNames ? names : [...names.slice(0, half), '...', ...names.slice(-half)];
}

/**
 * Sorts fields by their dependencies and finds loops (`E110`): a depth-first search without recursion, because a chain may be
 * as long as the form.
 */
export function orderOf(reads: Reads): OrderResult {
  const [order, loops]: [string[], string[][]] = [[], []];
  const done = new Set<string>();
  for (const start of reads.keys()) {
    if (done.has(start)) continue;
    const path: Step[] = [{ name: start, next: 0 }];
    const places = new Map([[start, 0]]); // positions of the fields on the path
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const read = reads.get(top.name)?.[top.next++];
      const open = read === undefined ? undefined : places.get(read);
      if (read === undefined) {
        done.add(top.name);
        places.delete(top.name);
        order.push(top.name);
        path.pop();
      } else if (open !== undefined) {
        loops.push([...shortened(path.slice(open)), read]);
      } else if (!done.has(read) && reads.has(read)) {
        places.set(read, path.length);
        path.push({ name: read, next: 0 });
      }
    }
  }
  return { order, loops };
}
