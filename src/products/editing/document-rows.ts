import { isoOf, typedOf } from '#lib/day-text.ts';
import type { InputOf } from '#lib/endpoint.ts';
import type { arrangeProductDocuments, DocumentKind } from '../documents/contract.ts';
import type { Product } from './wire.ts';

/** A document as the page edits it: one that is stored has no file, a new one has. */
export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  title: string;
  /** As typed: `04/03/2025`, or empty. */
  issuedOn: string;
  name: string;
  size: number;
  url?: string;
  file?: File;
}

export const rowsOf = ({ documents }: Product): DocumentRow[] =>
  documents.map(({ id, kind, title, issuedOn, name, size, url }) => {
    return { id, kind, title, issuedOn: issuedOn === null ? '' : typedOf(issuedOn), name, size, url };
  });

/** `Kitchen_Degreaser-SDS.pdf` is most likely a safety data sheet. */
export function guessedKind(fileName: string): DocumentKind {
  const words = fileName.toLowerCase();
  if (/(?:^|[^a-z])(?:m?sds|safety)(?:[^a-z]|$)/.test(words)) return 'safetyDataSheet';
  if (/chart|poster/.test(words)) return 'chart';
  return /tds|tech|data/.test(words) ? 'technical' : 'other';
}

type Placed = InputOf<typeof arrangeProductDocuments>['body']['documents'][number];

export const placed = ({ id, kind, title, issuedOn }: DocumentRow): Placed => ({
  id,
  kind,
  title,
  issuedOn: issuedOn === '' ? null : isoOf(issuedOn),
});

const told = ({ kind, title, issuedOn, id }: DocumentRow): string => [id, kind, title, issuedOn].join('\n');

/** Whether nothing is left to save. */
export const isSame = (rows: readonly DocumentRow[], stored: readonly DocumentRow[]): boolean =>
  JSON.stringify(rows.map(told)) === JSON.stringify(stored.map(told));

/** The stored sheet that a new one will replace; undefined where there is none. */
export const replacedBy = (row: DocumentRow, rows: readonly DocumentRow[]): DocumentRow | undefined =>
  row.file && row.kind === 'safetyDataSheet'
    ? rows.find((one) => one.kind === row.kind && one.file === undefined)
    : undefined;
