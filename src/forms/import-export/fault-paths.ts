import { fieldFile, formFile, rowFile, sectionFile } from './form-file-shape.ts';

/** Location of a fault in a file; sections, rows and fields count from 0. */
export interface Place {
  section?: number;
  row?: number;
  /** In its row. */
  field?: number;
  property?: string;
}

/** A fault or warning at a place in a file. */
export interface Remark {
  place: Place;
  message: string;
}

/** The place of a path through a form's JSON. */
export function placeOf(path: readonly PropertyKey[]): Place {
  const place: Place = {};
  const [section, row, field] = [path[1], path[3], path[5]];
  if (typeof section === 'number') place.section = section;
  if (typeof row === 'number') place.row = row;
  if (typeof field === 'number') place.field = field;
  const depth = Object.keys(place).length * 2;
  if (path.length > depth) place.property = path[0] === 'submitter' ? path.join(' > ') : String(path[depth]);
  return place;
}

/** The properties of a form, a section, a row and a field, in their order. */
export const levels = [formFile, sectionFile, rowFile, fieldFile].map(({ shape }) => Object.keys(shape));

function rankOf({ section, row, field, property }: Place): number[] {
  const depth = [section, row, field].filter((one) => one !== undefined).length;
  const order = levels[depth]?.indexOf((property ?? '').split(' > ')[0] ?? '') ?? -1;
  const last = property !== undefined && order < 0 ? Number.MAX_SAFE_INTEGER : order;
  return [section, row, field].map((one) => one ?? -1).concat(last);
}

/** Sorts by position in the file; unknown properties come last. */
export function inFileOrder(remarks: readonly Remark[]): Remark[] {
  const ranked = remarks.map((remark) => ({ remark, rank: rankOf(remark.place) }));
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((rank, i) => rank !== other.rank[i]);
    return at < 0 ? 0 : (one.rank[at] ?? 0) - (other.rank[at] ?? 0);
  });
  return ranked.map(({ remark }) => remark);
}

/** Names of sections and fields, shown after their numbers. */
export interface PlaceNames {
  section(section: number): string | null | undefined;
  field(section: number, row: number, field: number): string | null | undefined;
}

const longestName = 60;

/** Names must not contain the separator ` > `. */
const named = (what: string, name: string | null | undefined): string => {
  const plain = (name ?? '').replace(/[\s>]+/g, ' ').trim();
  if (plain === '') return what;
  return `${what}: ${plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain}`;
};

/** `forms/quote.json > section 1: Your site > row 2 > field 1: siteName > visibilityLogic` */
export function pathText(file: string, { section, row, field, property }: Place, names: PlaceNames): string {
  const parts = [file];
  if (section !== undefined) parts.push(named(`section ${section + 1}`, names.section(section)));
  if (row !== undefined) parts.push(`row ${row + 1}`);
  if (section !== undefined && row !== undefined && field !== undefined)
    parts.push(named(`field ${field + 1}`, names.field(section, row, field)));
  if (property !== undefined) parts.push(property);
  return parts.join(' > ');
}
