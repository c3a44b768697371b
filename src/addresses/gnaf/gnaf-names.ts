/* Converts G-NAF's capitals and codes to readable text. */

/** Returns a column of a row of a G-NAF table by its name; `''` if missing. */
export type GnafRow = (column: string) => string;

const smallWords = new Set(['of', 'and', 'on', 'in', 'at', 'by', 'to', 'de', 'la']);

/** `MCDONALD'S TRACK` becomes `McDonald's Track`, `TOWN OF SEVENTEEN SEVENTY` `Town of Seventeen Seventy`. */
export function toTitleCase(capitals: string): string {
  const words = capitals.toLowerCase().trim().split(/\s+/);
  return words.map((word, place) => (place > 0 && smallWords.has(word) ? word : titleCaseWord(word))).join(' ');
}

const titleCaseWord = (word: string): string =>
  word
    .replace(/(^|[-(/])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^(Mc|[OD]')(\p{L})/u, (_, before: string, letter: string) => before + letter.toUpperCase());

/** Suffixes after the type of a street, as in `Example Street North`. */
const streetSuffixes: Record<string, string> = {
  CN: 'Central',
  DE: 'Deviation',
  E: 'East',
  EX: 'Extension',
  IN: 'Inner',
  LR: 'Lower',
  ML: 'Mall',
  N: 'North',
  NE: 'North East',
  NW: 'North West',
  OF: 'Off',
  ON: 'On',
  OP: 'Overpass',
  OT: 'Outer',
  S: 'South',
  SE: 'South East',
  SW: 'South West',
  UP: 'Upper',
  W: 'West',
};

/** The name of a row of STREET_LOCALITY: `Example Street North`, and its distinctive part, `Example`. */
export function streetNameOf(row: GnafRow): { fullName: string; proper: string } {
  const proper = toTitleCase(row('STREET_NAME'));
  const suffix = row('STREET_SUFFIX_CODE');
  const rest = [toTitleCase(row('STREET_TYPE_CODE')), streetSuffixes[suffix] ?? toTitleCase(suffix)];
  return { proper, fullName: [proper, ...rest].filter(Boolean).join(' ') };
}

type Numbered = readonly [prefix: string, number: string, suffix: string];

const columns = {
  first: ['NUMBER_FIRST_PREFIX', 'NUMBER_FIRST', 'NUMBER_FIRST_SUFFIX'],
  last: ['NUMBER_LAST_PREFIX', 'NUMBER_LAST', 'NUMBER_LAST_SUFFIX'],
  lot: ['LOT_NUMBER_PREFIX', 'LOT_NUMBER', 'LOT_NUMBER_SUFFIX'],
  flat: ['FLAT_NUMBER_PREFIX', 'FLAT_NUMBER', 'FLAT_NUMBER_SUFFIX'],
  level: ['LEVEL_NUMBER_PREFIX', 'LEVEL_NUMBER', 'LEVEL_NUMBER_SUFFIX'],
} as const;

const joinColumns = (row: GnafRow, [prefix, number, suffix]: Numbered): string =>
  row(prefix) + row(number) + row(suffix);

/** At most six digits, as in G-NAF's columns. */
const digitsIn = (text: string): number => (text === '' ? 0 : Number(/\d{1,6}/.exec(text)?.[0] ?? 0));

/**
 * The street number of a row of ADDRESS_DETAIL: `12A-16`, or the lot number, `Lot 7`, if there is none. `first` and `last`
 * are the numbers to search by, or 0.
 */
export function streetNumberOf(row: GnafRow): { text: string; first: number; last: number } {
  const first = joinColumns(row, columns.first);
  if (first === '') {
    const lot = joinColumns(row, columns.lot);
    return { text: lot === '' ? '' : `Lot ${lot}`, first: digitsIn(lot), last: 0 };
  }
  const last = joinColumns(row, columns.last);
  return { text: last === '' ? first : `${first}-${last}`, first: digitsIn(first), last: digitsIn(last) };
}

/** Unit types that are left out: people write `3/12 Example Street`. */
const plainUnits = new Set(['', 'UNIT', 'APT', 'FLAT']);

const unitTypes: Record<string, string> = {
  APT: 'Apartment',
  CTGE: 'Cottage',
  DUPL: 'Duplex',
  FCTY: 'Factory',
  GRGE: 'Garage',
  HSE: 'House',
  KSK: 'Kiosk',
  MSNT: 'Maisonette',
  OFFC: 'Office',
  SE: 'Suite',
  SHRM: 'Showroom',
  STLL: 'Stall',
  STOR: 'Store',
  STR: 'Strata Unit',
  STU: 'Studio',
  TNCY: 'Tenancy',
  TNHS: 'Townhouse',
  TWR: 'Tower',
  VLLA: 'Villa',
  WHSE: 'Warehouse',
  WKSH: 'Workshop',
};

const levelTypes: Record<string, string> = {
  B: 'Basement',
  FL: 'Floor',
  G: 'Ground Floor',
  L: 'Level',
  LG: 'Lower Ground',
  M: 'Mezzanine',
  P: 'Parking',
  PH: 'Penthouse',
  RT: 'Rooftop',
  UG: 'Upper Ground',
};

export interface UnitNumber {
  /** `3`, `Shop 3`, `Unit G03`, `Level 2`, or `''`. */
  text: string;
  /** The key to search by: `3`, `g03`. */
  key: string;
}

/** The unit of a row of ADDRESS_DETAIL: the flat, or if there is none, the level. */
export function unitOf(row: GnafRow): UnitNumber {
  const type = row('FLAT_TYPE_CODE');
  const number = joinColumns(row, columns.flat);
  if (number !== '' && plainUnits.has(type)) {
    const isPlain = /^\d+[A-Z]?$/.test(number);
    return { text: isPlain ? number : `Unit ${number}`, key: number.toLowerCase() };
  }
  if (type !== '' || number !== '') return labelled(unitTypes[type] ?? toTitleCase(type), number);
  const level = row('LEVEL_TYPE_CODE');
  const levelNumber = joinColumns(row, columns.level);
  return level === '' && levelNumber === ''
    ? { text: '', key: '' }
    : labelled(levelTypes[level] ?? 'Level', levelNumber);
}

const labelled = (type: string, number: string): UnitNumber => ({
  text: [type, number].filter(Boolean).join(' '),
  key: number.toLowerCase(),
});
