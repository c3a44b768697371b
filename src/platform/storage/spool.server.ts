import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that are read or written at once. A block is in the system's cache, so that this takes no longer than a callback would. */
const blockSize = 256 * 1024;

/** A long list in a temporary file, as JSON: only the places of its values are in memory. */
export class Spool<Value> {
  readonly #file: number;
  /** Where each value starts, in bytes. */
  readonly #starts: number[] = [];
  #size = 0;
  #unwritten: Buffer[] = [];
  #written = 0;
  #block = { start: 0, bytes: Buffer.alloc(0) };

  constructor(path: string) {
    this.#file = openSync(path, 'wx+', 0o600);
  }

  get length(): number {
    return this.#starts.length;
  }

  /** Appends a value and returns its place. Properties that are undefined are left out. */
  add(value: Value): number {
    const bytes = Buffer.from(JSON.stringify(value));
    this.#unwritten.push(bytes);
    this.#size += bytes.length;
    if (this.#size - this.#written > blockSize) this.#write();
    return this.#starts.push(this.#size - bytes.length) - 1;
  }

  /** The value at a place; values that follow each other are read quickly. */
  at(place: number): Value {
    const start = this.#starts[place];
    if (start === undefined) throw new RangeError(`There is no value ${place}.`);
    const end = this.#starts[place + 1] ?? this.#size;
    return JSON.parse(this.#read(start, end)) as Value; // written by `add`
  }

  /** All values in their order, at most `size` at once. */
  *batches(size: number): Generator<Value[]> {
    for (let from = 0; from < this.length; from += size)
      yield Array.from({ length: Math.min(size, this.length - from) }, (_, place) => this.at(from + place));
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.concat(this.#unwritten);
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    this.#written = this.#size;
    this.#unwritten = [];
  }

  #read(start: number, end: number): string {
    if (end > this.#written) this.#write();
    let { start: first, bytes } = this.#block;
    if (start < first || end > first + bytes.length) {
      first = start;
      bytes = Buffer.alloc(Math.min(Math.max(blockSize, end - start), this.#written - start));
      for (let done = 0; done < bytes.length; )
        done += readSync(this.#file, bytes, done, bytes.length - done, start + done);
      this.#block = { start: first, bytes };
    }
    return bytes.toString('utf8', start - first, end - first);
  }
}

/** Values in a spool that belong together by key. Only keys and places are in memory. */
export class SpooledGroups<Value> {
  readonly #values: Spool<Value>;
  /** A single place is stored without a list, which would take as much memory as the key. */
  readonly #places = new Map<string, number | number[]>();

  constructor(values: Spool<Value>) {
    this.#values = values;
  }

  add(key: string, value: Value): void {
    const place = this.#values.add(value);
    const before = this.#places.get(key);
    if (before === undefined) this.#places.set(key, place);
    else if (typeof before === 'number') this.#places.set(key, [before, place]);
    else before.push(place);
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** In the order in which they were first added. */
  keys(): string[] {
    return [...this.#places.keys()];
  }

  /** The values of each key, in the order of the keys. */
  *groups(): Generator<Value[]> {
    for (const places of this.#places.values())
      yield typeof places === 'number' ? [this.#values.at(places)] : places.map((place) => this.#values.at(place));
  }
}

export type OpenSpool = <Value>() => Spool<Value>;

/** Runs `work` with a function that opens spools, and removes them afterwards. */
export async function withSpools<Result>(work: (openSpool: OpenSpool) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-spool-'));
  const opened: { close(): void }[] = [];
  try {
    return await work(<Value>() => {
      const spool = new Spool<Value>(join(folder, String(opened.length)));
      opened.push(spool);
      return spool;
    });
  } finally {
    for (const spool of opened) spool.close();
    await rm(folder, { recursive: true, force: true });
  }
}
