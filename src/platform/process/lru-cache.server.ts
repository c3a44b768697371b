/** Values in memory, at most `maxBytes` in all; the least recently used go first. */
export class LruCache<T> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: T, key: string) => number;
  readonly #entries = new Map<string, { value: T; bytes: number }>(); // a map keeps insertion order
  #bytes = 0;

  /** `sizeOf` is the size of a value with its key, in bytes. */
  constructor(maxBytes: number, sizeOf: (value: T, key: string) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Marks the value as used last. Its size is taken again, since it may have changed. */
  get(key: string): T | undefined {
    const value = this.#entries.get(key)?.value;
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.delete(key);
    const bytes = this.#sizeOf(value, key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
