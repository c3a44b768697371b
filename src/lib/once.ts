/** A value that is made when it is first asked for, and then kept; for what is costly to load and never changes. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
