/** Returns a function that creates a value at its first call and then returns the same one; for costly values that never change. */
export function lazy<T>(make: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
