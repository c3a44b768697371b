import { fieldFile, formFile, rowFile, sectionFile } from './form-file-shape.ts';

/** Where a fault is in a file. Sections, rows and fields count from 0. */
export interface FaultLocation {
  section?: number;
  row?: number;
  /** The field's position in its row. */
  field?: number;
  property?: string;
}

/** A fault or warning at a location in a file. */
export interface Remark {
  location: FaultLocation;
  message: string;
}

/** The location that a path through a form's JSON leads to. */
export function locationOf(path: readonly PropertyKey[]): FaultLocation {
  const location: FaultLocation = {};
  const [section, row, field] = [path[1], path[3], path[5]];
  if (typeof section === 'number') location.section = section;
  if (typeof row === 'number') location.row = row;
  if (typeof field === 'number') location.field = field;
  const depth = Object.keys(location).length * 2;
  if (path.length > depth) location.property = path[0] === 'submitter' ? path.join(' > ') : String(path[depth]);
  return location;
}

/** The properties of a form, a section, a row and a field, in order. */
export const levels = [formFile, sectionFile, rowFile, fieldFile].map(({ shape }) => Object.keys(shape));

function rankOf({ section, row, field, property }: FaultLocation): number[] {
  const depth = [section, row, field].filter((one) => one !== undefined).length;
  const order = levels[depth]?.indexOf((property ?? '').split(' > ')[0] ?? '') ?? -1;
  const last = property !== undefined && order < 0 ? Number.MAX_SAFE_INTEGER : order;
  return [section, row, field].map((one) => one ?? -1).concat(last);
}

/** Sorts by position in the file; unknown properties come last. */
export function inFileOrder(remarks: readonly Remark[]): Remark[] {
  const ranked = remarks.map((remark) => ({ remark, rank: rankOf(remark.location) }));
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((rank, i) => rank !== other.rank[i]);
    return at < 0 ? 0 : (one.rank[at] ?? 0) - (other.rank[at] ?? 0);
  });
  return ranked.map(({ remark }) => remark);
}

/** Names of sections and fields, shown after their numbers. */
export interface LocationNames {
  section(section: number): string | null | undefined;
  field(section: number, row: number, field: number): string | null | undefined;
}

const longestName = 60;

/** Names must not contain the separator ` > `. */
const withName = (what: string, name: string | null | undefined): string => {
  const plain = (name ?? '').replace(/[\s>]+/g, ' ').trim();
  if (plain === '') return what;
  return `${what}: ${plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain}`;
};

/** `forms/quote.json > section 1: Your site > row 2 > field 1: siteName > visibilityLogic` */
export function pathText(file: string, { section, row, field, property }: FaultLocation, names: LocationNames): string {
  const parts = [file];
  if (section !== undefined) parts.push(withName(`section ${section + 1}`, names.section(section)));
  if (row !== undefined) parts.push(`row ${row + 1}`);
  if (section !== undefined && row !== undefined && field !== undefined)
    parts.push(withName(`field ${field + 1}`, names.field(section, row, field)));
  if (property !== undefined) parts.push(property);
  return parts.join(' > ');
}
