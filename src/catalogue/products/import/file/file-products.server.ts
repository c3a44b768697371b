import { type OpenSpool, SpooledGroups } from '#platform/storage/spool.server.ts';
import type { FileProduct } from './parse-product.ts';

/** The products of a file, by url and in a temporary file, because a large catalogue would fill the memory. */
export class FileProducts {
  /** How many items they have. */
  rows = 0;
  readonly #products: SpooledGroups<FileProduct>;

  constructor(openSpool: OpenSpool) {
    this.#products = new SpooledGroups(openSpool<FileProduct>());
  }

  /** Adds a product, or the items of one whose url is there already. */
  add(product: FileProduct): void {
    this.rows += product.items.length;
    this.#products.add(product.url, product);
  }

  has(url: string): boolean {
    return this.#products.has(url);
  }

  urls(): string[] {
    return this.#products.keys();
  }

  /** All products in the order of the file. */
  *each(): Generator<FileProduct> {
    for (const same of this.#products.groups()) {
      const [first] = same;
      if (first) yield { ...first, items: same.flatMap(({ items }) => items) };
    }
  }

  /** All products, at most `size` at once. */
  *chunks(size: number): Generator<FileProduct[]> {
    let chunk: FileProduct[] = [];
    for (const product of this.each()) {
      if (chunk.push(product) < size) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  }
}
