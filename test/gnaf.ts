import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The columns of G-NAF's tables, in Geoscape's order. */
const columns = {
  STATE: 'STATE_PID DATE_CREATED DATE_RETIRED STATE_NAME STATE_ABBREVIATION',
  LOCALITY:
    'LOCALITY_PID DATE_CREATED DATE_RETIRED LOCALITY_NAME PRIMARY_POSTCODE LOCALITY_CLASS_CODE STATE_PID GNAF_LOCALITY_PID GNAF_RELIABILITY_CODE',
  STREET_LOCALITY:
    'STREET_LOCALITY_PID DATE_CREATED DATE_RETIRED STREET_CLASS_CODE STREET_NAME STREET_TYPE_CODE STREET_SUFFIX_CODE LOCALITY_PID GNAF_STREET_PID GNAF_STREET_CONFIDENCE GNAF_RELIABILITY_CODE',
  ADDRESS_DETAIL:
    'ADDRESS_DETAIL_PID DATE_CREATED DATE_LAST_MODIFIED DATE_RETIRED BUILDING_NAME LOT_NUMBER_PREFIX LOT_NUMBER LOT_NUMBER_SUFFIX FLAT_TYPE_CODE FLAT_NUMBER_PREFIX FLAT_NUMBER FLAT_NUMBER_SUFFIX LEVEL_TYPE_CODE LEVEL_NUMBER_PREFIX LEVEL_NUMBER LEVEL_NUMBER_SUFFIX NUMBER_FIRST_PREFIX NUMBER_FIRST NUMBER_FIRST_SUFFIX NUMBER_LAST_PREFIX NUMBER_LAST NUMBER_LAST_SUFFIX STREET_LOCALITY_PID LOCATION_DESCRIPTION LOCALITY_PID ALIAS_PRINCIPAL POSTCODE PRIVATE_STREET LEGAL_PARCEL_ID CONFIDENCE ADDRESS_SITE_PID LEVEL_GEOCODED_CODE PROPERTY_PID GNAF_PROPERTY_PID PRIMARY_SECONDARY',
};
export type GnafTable = keyof typeof columns;

/** Values by column; the other columns are empty. */
export type GnafValues = Record<string, string | number>;

const stateNumbers: Record<string, [pid: number, name: string]> = {
  NSW: [1, 'NEW SOUTH WALES'],
  VIC: [2, 'VICTORIA'],
  QLD: [3, 'QUEENSLAND'],
  SA: [4, 'SOUTH AUSTRALIA'],
  WA: [5, 'WESTERN AUSTRALIA'],
  TAS: [6, 'TASMANIA'],
  NT: [7, 'NORTHERN TERRITORY'],
  ACT: [8, 'AUSTRALIAN CAPITAL TERRITORY'],
  OT: [9, 'OTHER TERRITORIES'],
};

const always: Record<GnafTable, GnafValues> = {
  STATE: { DATE_CREATED: '2006-04-20' },
  LOCALITY: { DATE_CREATED: '2016-08-08', LOCALITY_CLASS_CODE: 'G', GNAF_RELIABILITY_CODE: 5 },
  STREET_LOCALITY: { DATE_CREATED: '2017-11-01', STREET_CLASS_CODE: 'C', GNAF_RELIABILITY_CODE: 4 },
  ADDRESS_DETAIL: {
    DATE_CREATED: '2004-04-29',
    DATE_LAST_MODIFIED: '2021-05-20',
    ALIAS_PRINCIPAL: 'P',
    CONFIDENCE: 2,
    LEVEL_GEOCODED_CODE: 7,
  },
};

const namesOf = (table: GnafTable): string[] => columns[table].split(' ');

export const gnafHeader = (table: GnafTable): string => `${namesOf(table).join('|')}\r\n`;

/** A line of a table; missing values are empty, or the usual value. */
export function gnafLine(table: GnafTable, values: GnafValues): string {
  const all = { ...always[table], ...values };
  return `${namesOf(table)
    .map((name) => all[name] ?? '')
    .join('|')}\r\n`;
}

export const gnafFile = (state: string, table: GnafTable): string => `${state}_${table}_psv.psv`;

export const stateLine = (state: string): string => {
  const [pid, name] = stateNumbers[state] ?? [0, state];
  return gnafLine('STATE', { STATE_PID: pid, STATE_NAME: name, STATE_ABBREVIATION: state });
};

export interface GnafStreet {
  name: string;
  type: string;
  suffix?: string;
  /** Each is a number (`12`), or the columns of an address. */
  addresses: (number | GnafValues)[];
  retired?: boolean;
}

export interface GnafPlace {
  name: string;
  postcode: string;
  streets: GnafStreet[];
}

/** Writes a handmade edition: `Standard` in `folder`, with pids that count from 1 in each state. */
export async function writeGnaf(folder: string, states: Record<string, GnafPlace[]>): Promise<void> {
  const standard = join(folder, 'Standard');
  await mkdir(standard, { recursive: true });
  for (const [state, places] of Object.entries(states)) {
    const texts = textsOf(state, places);
    for (const table of ['STATE', 'LOCALITY', 'STREET_LOCALITY', 'ADDRESS_DETAIL'] as const)
      await writeFile(join(standard, gnafFile(state, table)), gnafHeader(table) + texts[table]);
  }
}

function textsOf(state: string, places: GnafPlace[]): Record<GnafTable, string> {
  const texts = { STATE: stateLine(state), LOCALITY: '', STREET_LOCALITY: '', ADDRESS_DETAIL: '' };
  const counts = { locality: 0, street: 0, address: 0 };
  const [statePid = 0] = stateNumbers[state] ?? [];
  for (const { name, postcode, streets } of places) {
    const locality = `loc${state}${++counts.locality}`;
    texts.LOCALITY += gnafLine('LOCALITY', {
      LOCALITY_PID: locality,
      LOCALITY_NAME: name.toUpperCase(),
      STATE_PID: statePid,
    });
    for (const street of streets) {
      const pid = `${state}${2_000_000 + ++counts.street}`;
      texts.STREET_LOCALITY += gnafLine('STREET_LOCALITY', {
        STREET_LOCALITY_PID: pid,
        DATE_RETIRED: street.retired ? '2020-02-02' : '',
        STREET_NAME: street.name.toUpperCase(),
        STREET_TYPE_CODE: street.type.toUpperCase(),
        STREET_SUFFIX_CODE: street.suffix ?? '',
        LOCALITY_PID: locality,
      });
      for (const one of street.addresses)
        texts.ADDRESS_DETAIL += gnafLine('ADDRESS_DETAIL', {
          ADDRESS_DETAIL_PID: `GA${state}${700_000_000 + ++counts.address}`,
          STREET_LOCALITY_PID: pid,
          LOCALITY_PID: locality,
          POSTCODE: postcode,
          ...(typeof one === 'number' ? { NUMBER_FIRST: one } : one),
        });
    }
  }
  return texts;
}
