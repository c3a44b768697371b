/** Where a value is in content: `['blocks', 2, 'items', 0, 'title']`. */
export type Path = readonly (string | number)[];

/** A copy of a value with the value at a path replaced; everything off the path is the same object as before. */
export function valueAt(value: unknown, [name, ...rest]: Path, next: unknown): unknown {
  if (name === undefined) return next;
  if (Array.isArray(value)) return value.map((one, place) => (place === name ? valueAt(one, rest, next) : one));
  const object = (value ?? {}) as Record<string, unknown>; // paths lead through objects and lists
  return { ...object, [name]: valueAt(object[name], rest, next) };
}
