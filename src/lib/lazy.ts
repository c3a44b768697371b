/** Returns a function that creates a costly value at its first call, and returns the same value from then on. */
export function lazy<T>(make: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
