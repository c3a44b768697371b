import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import {
  type arrangeProductDocuments,
  type DocumentKind,
  documentKindNames,
} from '#catalogue/products/documents/contract.ts';
import type { Product } from '../product-types.ts';

/** A document on the page. A new document has a `file`, a stored document has none. */
export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  title: string;
  /** The date as typed, such as `04/03/2025`, or empty. */
  issuedOn: string;
  name: string;
  size: number;
  url?: string;
  file?: File;
}

export const rowsOf = ({ documents }: Product): DocumentRow[] =>
  documents.map(({ id, kind, title, issuedOn, name, size, url }) => {
    return { id, kind, title, issuedOn: issuedOn === null ? '' : toTypedDay(issuedOn), name, size, url };
  });

/** Guesses the kind from the file name: `Kitchen_Degreaser-SDS.pdf` is most likely a safety data sheet. */
export function guessKind(fileName: string): DocumentKind {
  const name = fileName.toLowerCase();
  if (/(?:^|[^a-z])(?:m?sds|safety)(?:[^a-z]|$)/.test(name)) return 'safetyDataSheet';
  if (/chart|poster/.test(name)) return 'chart';
  return /tds|tech|data/.test(name) ? 'technical' : 'other';
}

type PlacedDocument = InputOf<typeof arrangeProductDocuments>['body']['documents'][number];

export const toPlacedDocument = ({ id, kind, title, issuedOn }: DocumentRow): PlacedDocument => ({
  id,
  kind,
  title,
  issuedOn: issuedOn === '' ? null : toIsoDay(issuedOn),
});

const documentText = ({ kind, title, issuedOn, id }: DocumentRow): string => [id, kind, title, issuedOn].join('\n');

export const isSame = (rows: readonly DocumentRow[], stored: readonly DocumentRow[]): boolean =>
  JSON.stringify(rows.map(documentText)) === JSON.stringify(stored.map(documentText));

/** The stored safety data sheet that a new one will replace; undefined if there is none. */
export const replacedBy = (row: DocumentRow, rows: readonly DocumentRow[]): DocumentRow | undefined =>
  row.file && row.kind === 'safetyDataSheet'
    ? rows.find((one) => one.kind === row.kind && one.file === undefined)
    : undefined;

/** A product's documents as first read, as another user has stored them since, and as shown on the page. */
interface Versions {
  base: readonly DocumentRow[];
  theirs: readonly DocumentRow[];
  mine: readonly DocumentRow[];
}

const describe = ({ kind, title, issuedOn }: DocumentRow): string =>
  [title, ...(title === documentKindNames[kind] ? [] : [documentKindNames[kind]]), issuedOn]
    .filter((part) => part !== '')
    .join(', ');

const idsIn = (rows: readonly DocumentRow[], among: readonly DocumentRow[]): string[] =>
  rows.map(({ id }) => id).filter((id) => among.some((row) => row.id === id));

/** Applies the page's changes to the stored documents and keeps other users' changes. New files come last. */
export function mergeOntoTheirs({ base, theirs, mine }: Versions): DocumentRow[] {
  const find = (rows: readonly DocumentRow[], id: string): DocumentRow | undefined => rows.find((row) => row.id === id);
  const latest = (row: DocumentRow): DocumentRow => {
    const [before, own] = [find(base, row.id), find(mine, row.id)];
    return own && (!before || describe(before) !== describe(own)) ? own : row;
  };
  const remaining = theirs.filter(({ id }) => find(mine, id) ?? !find(base, id)).map(latest);
  const isMoved = idsIn(mine, base).join() !== idsIn(base, mine).join();
  const places = new Map(mine.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: DocumentRow): number => places.get(id) ?? mine.length;
  if (isMoved) remaining.sort((one, other) => placeOf(one) - placeOf(other));
  return [...remaining, ...mine.filter(({ file }) => file)];
}

/** What saving the page would change in the stored documents, by position and file name. New files are left out. */
export function documentDifferences(versions: Versions): Difference[] {
  const { theirs } = versions;
  const after = mergeOntoTheirs(versions).filter(({ file }) => !file);
  const changed = theirs.flatMap((row, place): Difference[] => {
    const own = after.find(({ id }) => id === row.id);
    const mine = own ? describe(own) : 'removed';
    return mine === describe(row) ? [] : [{ label: `${place + 1}. ${row.name}`, theirs: describe(row), mine }];
  });
  const inOrder = (rows: readonly DocumentRow[]): string => rows.map(({ name }) => name).join(', ');
  const [before, now] = [inOrder(theirs.filter(({ id }) => after.some((row) => row.id === id))), inOrder(after)];
  return before === now ? changed : [...changed, { label: 'Order', theirs: before, mine: now }];
}
