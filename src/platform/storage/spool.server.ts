import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#lib/uuid.ts';

/** Bytes that are read or written at once. A block is in the system's cache, so that this takes no longer than a callback would. */
const blockSize = 256 * 1024;

/** A long list in a temporary file, as JSON: only the places of its values are in memory. */
export class Spool<Value> {
  readonly #file: number;
  /** Where each value starts, in bytes. */
  readonly #starts: number[] = [];
  /** Bytes in the file, and after them those that are still to be written. The two blocks are used again and again. */
  #written = 0;
  #unwritten = 0;
  readonly #out = Buffer.allocUnsafeSlow(blockSize);
  /** What was read last, and where it starts. */
  #block = { start: 0, size: 0, bytes: Buffer.allocUnsafeSlow(blockSize) };

  /** Creates the file in a folder. It is deleted while it is open: a process that is killed leaves nothing behind. */
  constructor(folder: string) {
    const path = join(folder, `spool-${newId()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
  }

  get length(): number {
    return this.#starts.length;
  }

  /** Appends a value and returns its place. Properties that are undefined are left out. */
  add(value: Value): number {
    const text = JSON.stringify(value);
    const length = Buffer.byteLength(text);
    if (this.#unwritten + length > blockSize) this.#write();
    const place = this.#starts.push(this.#size) - 1;
    if (length > blockSize) this.#append(Buffer.from(text));
    else this.#unwritten += this.#out.write(text, this.#unwritten);
    return place;
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

  get #size(): number {
    return this.#written + this.#unwritten;
  }

  #write(): void {
    const bytes = this.#out.subarray(0, this.#unwritten);
    this.#unwritten = 0;
    this.#append(bytes);
  }

  #append(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    this.#written += bytes.length;
  }

  #read(start: number, end: number): string {
    if (end > this.#written) this.#write();
    if (start < this.#block.start || end > this.#block.start + this.#block.size) this.#load(start, end - start);
    return this.#block.bytes.toString('utf8', start - this.#block.start, end - this.#block.start);
  }

  #load(start: number, least: number): void {
    const bytes = least > this.#block.bytes.length ? Buffer.allocUnsafeSlow(least) : this.#block.bytes;
    const size = Math.min(bytes.length, this.#written - start);
    for (let done = 0; done < size; ) done += readSync(this.#file, bytes, done, size - done, start + done);
    this.#block = { start, size, bytes };
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

/** Runs `work` with a function that opens spools in a folder, and removes them afterwards. */
export async function withSpools<Result>(
  folder: string,
  work: (openSpool: OpenSpool) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true });
  const opened: { close(): void }[] = [];
  try {
    return await work(<Value>() => {
      const spool = new Spool<Value>(folder);
      opened.push(spool);
      return spool;
    });
  } finally {
    for (const spool of opened) spool.close();
  }
}
