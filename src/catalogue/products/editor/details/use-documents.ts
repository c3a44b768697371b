import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import {
  type addProductDocument,
  type arrangeProductDocuments,
  documentSentences,
  kindWords,
  mostDocuments,
} from '#catalogue/products/documents/contract.ts';
import {
  documentDifferences,
  type DocumentRow,
  guessedKind,
  isSame,
  mergeOntoTheirs,
  toPlacedDocument,
  rowsOf,
} from './document-rows.ts';
import { asDataUrl } from '../pictures/send-picture.ts';
import { readProduct } from '../variations/store-variations.ts';
import { useStoredVersion } from '../use-stored-version.ts';
import { isSameVersion, type Product } from '../wire.ts';

export interface DocumentsTabProps {
  product: Product;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  onReached: (product: Product) => void;
}

export function useDocuments(props: DocumentsTabProps) {
  const { product, onDirty } = props;
  const [rows, setRows] = useState<DocumentRow[]>(() => rowsOf(product));
  const shownProduct = useRef(product);
  useEffect(() => {
    if (isSameVersion(shownProduct.current, product)) return;
    shownProduct.current = product;
    // Unsaved files stay on the page.
    setRows((now) => [...rowsOf(product), ...now.filter(({ file }) => file)]);
  }, [product]);
  const isDirty = !isSame(rows, rowsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { forget, ...saving } = useSaving({ ...props, rows, setRows });
  return {
    ...saving,
    rows,
    isDirty,
    add: (files: readonly File[]): void => {
      const room = mostDocuments - rows.length;
      setRows([...rows, ...files.slice(0, Math.max(room, 0)).map(newRow)]);
      if (files.length > room) notifyProblem(documentSentences.tooMany);
    },
    edit: (id: string, change: Partial<DocumentRow>): void =>
      setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row))),
    remove: (id: string): void => setRows(rows.filter((row) => row.id !== id)),
    discard: (): void => {
      forget();
      setRows(rowsOf(product));
    },
  };
}

interface Saving extends DocumentsTabProps {
  rows: readonly DocumentRow[];
  setRows: (next: DocumentRow[] | ((now: DocumentRow[]) => DocumentRow[])) => void;
}

function useRefusal({ product, onReached, setRows }: Saving) {
  const [refusal, setRefusal] = useState<string>();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { forget: forgetTheirs, ...reading } = useStoredVersion(() => readProduct(product.id));
  const forget = (): void => {
    setRefusal(undefined);
    setFaults({});
    forgetTheirs();
  };
  const refused = async (error: unknown, left: DocumentRow[]): Promise<void> => {
    const { faults: all, row } = error instanceof RowProblem ? error : { faults: [], row: undefined };
    const why = errorMessageOf(error instanceof RowProblem ? error.cause : error, documentSentences.save);
    setRows(left);
    if (why === changedBySomeoneElse) return reading.retry();
    const placeOf = (path: string): string => `${row ?? rowAt(path, left)}.${fieldIn(path)}`;
    setFaults(Object.fromEntries(all.map(({ path, message }) => [placeOf(path), message])));
    setRefusal(why);
    const now = await readProduct(product.id).catch(() => undefined);
    if (now && !isSameVersion(now, product)) onReached(now);
  };
  return { refusal, faults, ...reading, forget, forgetTheirs, refused };
}

function useSaving(saving: Saving) {
  const { product, onSaved, rows, setRows } = saving;
  const [isSaving, setSaving] = useState(false);
  const { theirs, forgetTheirs, refused, ...refusal } = useRefusal(saving);
  const versions = theirs && { base: rowsOf(product), theirs: rowsOf(theirs), mine: rows };
  /** `isLast`: on top of another user's stored version. */
  const save = async (isLast: boolean): Promise<void> => {
    setSaving(true);
    refusal.forget();
    const left = isLast && versions ? mergeOntoTheirs(versions) : [...rows];
    try {
      await storeRows((isLast && theirs) || product, left);
      setRows((now) => now.filter(({ file }) => !file));
      onSaved(await readProduct(product.id));
      notify({ text: documentSentences.updated });
    } catch (error) {
      await refused(error, left);
    } finally {
      setSaving(false);
    }
  };
  return {
    ...refusal,
    isSaving,
    conflict: versions && documentDifferences(versions),
    save,
    keepTheirs: (): void => {
      if (theirs) onSaved(theirs);
      refusal.forget();
    },
    closeConflict: forgetTheirs,
  };
}

function newRow(file: File): DocumentRow {
  const kind = guessedKind(file.name);
  return { id: newId(), kind, title: kindWords[kind], issuedOn: '', name: file.name, size: file.size, file };
}

/** A refusal that concerns one row, or the stored rows. */
class RowProblem extends Error {
  readonly faults: Problem['faults'];
  readonly row: string | undefined;
  constructor(cause: Problem, row?: string) {
    super(cause.message, { cause });
    this.faults = cause.faults;
    this.row = row;
  }
}

const asRowProblem = (error: unknown, row?: string): unknown =>
  error instanceof Problem && error.faults.length > 0 ? new RowProblem(error, row) : error;

/** `documents.1.title` belongs to the second stored row. */
const rowAt = (path: string, rows: readonly DocumentRow[]): string =>
  rows.filter(({ file }) => !file)[Number(path.split('.')[1])]?.id ?? '';
const fieldIn = (path: string): string => path.split('.').at(-1) ?? '';

/**
 * Stores the existing rows, then sends each new file; sent rows are removed from `left`. Rejects with `Problem` or
 * `RowProblem`.
 */
async function storeRows({ id, version }: Product, left: DocumentRow[]): Promise<void> {
  const documents = left.filter(({ file }) => !file).map(toPlacedDocument);
  const body = { version, documents };
  const params = { id };
  await call<typeof arrangeProductDocuments>('PUT /v1/manage-products/{id}/documents', { params, body }).catch(
    (error: unknown) => {
      throw asRowProblem(error);
    },
  );
  for (const row of left.filter(({ file }) => file)) {
    if (!row.file) continue;
    const { kind, title, issuedOn } = toPlacedDocument(row);
    const sent = { kind, title, issuedOn, name: row.name, data: await asDataUrl(row.file) };
    await call<typeof addProductDocument>('POST /v1/manage-products/{id}/documents', { params, body: sent }).catch(
      (error: unknown) => {
        throw asRowProblem(error, row.id);
      },
    );
    left.splice(left.indexOf(row), 1);
  }
}
