import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import {
  type addProductDocument,
  type arrangeProductDocuments,
  documentSentences,
  documentKindNames,
  mostDocuments,
} from '#catalogue/products/documents/contract.ts';
import {
  documentDifferences,
  type DocumentRow,
  guessKind,
  isSame,
  mergeOntoTheirs,
  toPlacedDocument,
  rowsOf,
} from './document-rows.ts';
import { dataUrlOf } from '../data-url.ts';
import { readProduct } from '../read-product.ts';
import { useNewVersion, useSaving } from '../use-saving.ts';
import { isSameVersion, type Product } from '../product-types.ts';

export interface DocumentsTabProps {
  product: Product;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  onReached: (product: Product) => void;
}

export function useDocuments({ product, onDirty, onSaved, onReached }: DocumentsTabProps) {
  const [rows, setRows] = useState<DocumentRow[]>(() => rowsOf(product));
  const [faults, setFaults] = useState<Record<string, string>>({});
  // Keeps new files that are not saved yet on the page.
  useNewVersion(product, () => setRows((now) => [...rowsOf(product), ...now.filter(({ file }) => file)]));
  const isDirty = !isSame(rows, rowsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { theirs, forget, run, ...saving } = useSaving({
    read: () => readProduct(product.id),
    show: onSaved,
    fallback: documentSentences.save,
  });
  const versions = theirs && { base: rowsOf(product), theirs: rowsOf(theirs), mine: rows };
  const save = async (isOverwriting: boolean): Promise<void> => {
    setFaults({});
    const unsaved = isOverwriting && versions ? mergeOntoTheirs(versions) : [...rows];
    await run(
      async () => {
        await saveRows((isOverwriting && theirs) || product, unsaved);
        setRows((now) => now.filter(({ file }) => !file));
        onSaved(await readProduct(product.id));
        notify({ text: documentSentences.updated });
      },
      async (error, isLate) => {
        setRows(unsaved);
        if (isLate) return;
        const all = error instanceof Problem ? error.faults : [];
        const row = error instanceof RowProblem ? error.row : undefined;
        const placeOf = (path: string): string => `${row ?? rowIdOf(path, unsaved)}.${fieldIn(path)}`;
        setFaults(Object.fromEntries(all.map(({ path, message }) => [placeOf(path), message])));
        const now = await readProduct(product.id).catch(() => undefined);
        if (now && !isSameVersion(now, product)) onReached(now);
      },
    );
  };
  return {
    ...saving,
    faults,
    rows,
    isDirty,
    conflict: versions && documentDifferences(versions),
    save,
    add: (files: readonly File[]): void => {
      const room = mostDocuments - rows.length;
      setRows((now) => [...now, ...files.slice(0, Math.max(room, 0)).map(newRow)]);
      if (files.length > room) notifyProblem(documentSentences.tooMany);
    },
    edit: (id: string, change: Partial<DocumentRow>): void =>
      setRows((now) => now.map((row) => (row.id === id ? { ...row, ...change } : row))),
    remove: (id: string): void => setRows((now) => now.filter((row) => row.id !== id)),
    discard: (): void => {
      forget();
      setFaults({});
      setRows(rowsOf(product));
    },
  };
}

function newRow(file: File): DocumentRow {
  const kind = guessKind(file.name);
  return { id: newId(), kind, title: documentKindNames[kind], issuedOn: '', name: file.name, size: file.size, file };
}

/** The server's refusal of one new document. */
class RowProblem extends Problem {
  readonly row: string;
  constructor({ status, message, faults }: Problem, row: string) {
    super(status, message, [...faults]);
    this.row = row;
  }
}

/** The id of the row that a fault belongs to: `documents.1.title` belongs to the second stored row. */
const rowIdOf = (path: string, rows: readonly DocumentRow[]): string =>
  rows.filter(({ file }) => !file)[Number(path.split('.')[1])]?.id ?? '';
const fieldIn = (path: string): string => path.split('.').at(-1) ?? '';

/** Saves the stored documents, then sends each new file and removes its row from `unsaved`. Rejects with `Problem`. */
async function saveRows({ id, version }: Product, unsaved: DocumentRow[]): Promise<void> {
  const documents = unsaved.filter(({ file }) => !file).map(toPlacedDocument);
  const params = { id };
  const stored = { version, documents };
  await call<typeof arrangeProductDocuments>('PUT /v1/manage-products/{id}/documents', { params, body: stored });
  for (const row of unsaved.filter(({ file }) => file)) {
    if (!row.file) continue;
    const { kind, title, issuedOn } = toPlacedDocument(row);
    const body = { kind, title, issuedOn, name: row.name, data: await dataUrlOf(row.file) };
    await call<typeof addProductDocument>('POST /v1/manage-products/{id}/documents', { params, body }).catch(
      (error: unknown) => {
        throw error instanceof Problem ? new RowProblem(error, row.id) : error;
      },
    );
    unsaved.splice(unsaved.indexOf(row), 1);
  }
}
