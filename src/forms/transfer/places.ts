import { fieldFile, formFile, rowFile, sectionFile } from './form-file.ts';

/** Where in a file something is wrong; sections, rows and fields are counted from 0. */
export interface Place {
  section?: number;
  row?: number;
  /** In its row. */
  field?: number;
  property?: string;
}

/** What is wrong, or strange, at a place of a file. */
export interface Remark {
  place: Place;
  message: string;
}

/** The place that a path through a form's JSON leads to. */
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

const orders = [formFile, sectionFile, rowFile, fieldFile].map(({ shape }) => Object.keys(shape));

function rankOf({ section, row, field, property }: Place): number[] {
  const depth = [section, row, field].filter((one) => one !== undefined).length;
  const order = orders[depth]?.indexOf((property ?? '').split(' > ')[0] ?? '') ?? -1;
  const last = property !== undefined && order < 0 ? Number.MAX_SAFE_INTEGER : order;
  return [section, row, field].map((one) => one ?? -1).concat(last);
}

/** In the order of the file; what is unknown behind what is known. */
export function inFileOrder(remarks: readonly Remark[]): Remark[] {
  const ranked = remarks.map((remark) => ({ remark, rank: rankOf(remark.place) }));
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((rank, i) => rank !== other.rank[i]);
    return at < 0 ? 0 : (one.rank[at] ?? 0) - (other.rank[at] ?? 0);
  });
  return ranked.map(({ remark }) => remark);
}

/** What a place is called by, besides its number. */
export interface Names {
  section(section: number): string | null | undefined;
  field(section: number, row: number, field: number): string | null | undefined;
}

const longestName = 60;

/** Names stand between ` > `, so they have none. */
const named = (what: string, name: string | null | undefined): string => {
  const plain = (name ?? '').replace(/[\s>]+/g, ' ').trim();
  if (plain === '') return what;
  return `${what}: ${plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain}`;
};

/** `forms/quote.json > section 1: Your site > row 2 > field 1: siteName > visibilityLogic` */
export function inWords(file: string, { section, row, field, property }: Place, names: Names): string {
  const parts = [file];
  if (section !== undefined) parts.push(named(`section ${section + 1}`, names.section(section)));
  if (row !== undefined) parts.push(`row ${row + 1}`);
  if (section !== undefined && row !== undefined && field !== undefined)
    parts.push(named(`field ${field + 1}`, names.field(section, row, field)));
  if (property !== undefined) parts.push(property);
  return parts.join(' > ');
}
