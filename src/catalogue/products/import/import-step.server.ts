import type { StoredItem, StoredProduct } from '../records/read-catalogue-products.server.ts';
import type { Column } from './file/columns.ts';
import type { FileItem, FileProduct } from './file/parse-product.ts';

/** What an import does with one product: the product in the file, the stored one and the changes. */
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

/** The storage keys of files, by file name. */
export type FileKeys = ReadonlyMap<string, string>;

/** Reports how many of all rows are done. If it throws, the import stops. */
export type Progress = (done: number, of: number) => void | Promise<void>;
