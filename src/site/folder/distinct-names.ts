import { slug } from '#lib/text/slug.ts';
import { pageKey } from '../content/page-key.ts';
import type { RecordKind } from '../content/record-shapes.ts';

/** Makes names unique, ignoring capitals: a repeated name gets a number before its ending (`van-2.svg`). */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[a-z0-9]+)?$/i.exec(name) ?? [];
    let distinct = name;
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${stem}-${n}${ending}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}

/** The name of a page's file: `home`, or its address with two hyphens for a slash. */
export function pageFileName(path: string): string {
  const key = pageKey(path);
  if (key === '') return 'home';
  return key === 'home' ? 'home-' : key.replaceAll('/', '--'); // no address ends with a hyphen
}

const textAt = (value: unknown, key: string): string => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof text === 'string' ? text : '';
};

/** What identifies a record: its name or anchor. */
const nameOf: Record<RecordKind, (record: unknown) => string> = {
  service: (record) => slug(textAt(record, 'name')),
  partner: (record) => slug(textAt(record, 'name')),
  position: (record) => textAt(record, 'anchor'),
  question: (record) => textAt(record, 'anchor'),
};

/** The names of all records of a kind in their order, by which files and stored records are matched. */
export const recordNames = (kind: RecordKind, records: readonly unknown[]): string[] =>
  distinctNames(records.map((record) => nameOf[kind](record) || kind));
