import type { StoredItem, StoredProduct } from '../stored/stored.server.ts';
import type { Column } from './file/catalogue.ts';
import type { FileItem, FileProduct } from './file/rows.ts';

/** One product of the file together with the stored one. */
export interface Step {
  file: FileProduct;
  stored: StoredProduct | undefined;
  /** The columns that would change; empty for an unchanged product. */
  changes: Column[];
  /** The file's items, each with its matching stored item. */
  items: { file: FileItem; stored: StoredItem | undefined }[];
}

/** A step with the stored or new ids of its product and items. */
export interface StepWithIds extends Omit<Step, 'items'> {
  id: string;
  items: (Step['items'][number] & { id: string })[];
}

/** The files in the folder of pictures: keys by file name; a key identifies the content. */
export type Pictures = ReadonlyMap<string, string>;

/** Reports how many of all rows are done; an error thrown by it ends the work. */
export interface Progress {
  (done: number, of: number): void | Promise<void>;
}
