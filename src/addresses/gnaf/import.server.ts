import type { OpenDb } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { addressWords, isCommon, stateWords } from '../address-words.ts';
import { copyLine, type Edition, openEdition, type Progress, type StateProgress } from './edition.server.ts';
import { findGnaf, type GnafState } from './gnaf-folder.server.ts';
import { type GnafRow, streetNameOf, streetNumberOf, titled, unitOf } from './gnaf-names.ts';
import { readPsv } from './psv.server.ts';

export interface AddressImport {
  /** The folder of an edition of G-NAF, unzipped. */
  folder: string;
  /** Megabytes of addresses that are read, then what searches need. */
  onProgress?: (step: 'megabytes' | 'indexes', done: number, of: number) => void;
}

export interface ImportedAddresses {
  states: string[];
  addresses: number;
  retired: number;
  streetless: number;
}

const megabyte = 1024 * 1024;

/**
 * Makes the addresses of an edition of G-NAF those that are suggested. Memory does not grow with the files. The former
 * edition is searched until the new one is whole; an import that was broken off goes on where it was. Throws a `Problem`
 * where the folder is not G-NAF or a file has faults, and then nothing that is searched has changed.
 */
export async function importAddresses(
  { pool }: Pick<OpenDb, 'pool'>,
  asked: AddressImport,
): Promise<ImportedAddresses> {
  const { states, edition: files } = await findGnaf(asked.folder);
  const client = await pool.connect();
  client.on('error', () => {}); // the statement under way fails with the same
  try {
    const edition = await openEdition(client, files);
    const whole = states.reduce((sum, { size }) => sum + size, 0);
    const tell = (): void => {
      const read = states.reduce((sum, { code }) => sum + (edition.progress.states[code]?.place?.offset ?? 0), 0);
      asked.onProgress?.('megabytes', Math.floor(read / megabyte), Math.ceil(whole / megabyte));
    };
    for (const state of states) await readState(edition, state, tell);
    await edition.finish((done, of) => asked.onProgress?.('indexes', done, of));
    return summed(edition.progress);
  } catch (error) {
    throw twice(error);
  } finally {
    client.release(true); // what was set on it ends with it
  }
}

function summed({ states }: Progress): ImportedAddresses {
  const sum = (what: 'addresses' | 'retired' | 'streetless') =>
    Object.values(states).reduce((total, state) => total + state[what], 0);
  return {
    states: Object.keys(states),
    addresses: sum('addresses'),
    retired: sum('retired'),
    streetless: sum('streetless'),
  };
}

const uniqueViolation = '23505';

/** Two rows of one id come to light only when the index over all states is made. */
function twice(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation && 'detail' in error)) return error;
  return new Problem(400, `An address is in the files twice: ${String(error.detail)}`, []);
}

type Localities = Map<string, { name: string; postcode: string }>;

async function readState(edition: Edition, state: GnafState, tell: () => void): Promise<void> {
  const { progress } = edition;
  const begun = progress.states[state.code];
  const localities = await readLocalities(state);
  const firstStreet = begun?.firstStreet ?? progress.nextStreet;
  const streets = readStreets(state, { localities, first: firstStreet });
  if (begun) for await (const _ of streets.lines);
  else {
    await edition.addStreets(streets.lines, () => {
      progress.states[state.code] = { firstStreet, place: null, addresses: 0, retired: 0, streetless: 0 };
      progress.nextStreet += streets.ids.size;
    });
  }
  const { ids } = streets;
  const at = progress.states[state.code];
  if (!at) return;
  tell();
  const taken = takeAddresses({ at, ids, localities });
  const reading = { columns: addressColumns, from: at.place ?? undefined, take: taken.take };
  for await (const place of readPsv(state.addresses, reading)) {
    at.place = place;
    await edition.addAddresses(taken.lines());
    tell();
  }
}

async function readLocalities({ localities }: GnafState): Promise<Localities> {
  const found: Localities = new Map();
  const columns = ['LOCALITY_PID', 'LOCALITY_NAME', 'PRIMARY_POSTCODE'];
  const take = (row: GnafRow): undefined => {
    found.set(row('LOCALITY_PID'), { name: titled(row('LOCALITY_NAME')), postcode: row('PRIMARY_POSTCODE') });
  };
  for await (const _ of readPsv(localities, { columns, take }));
  return found;
}

const streetColumns = ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE', 'LOCALITY_PID'];

interface StreetsRead {
  /** Our numbers by the ids of G-NAF, whole when all lines have been read. */
  ids: Map<string, number>;
  lines: AsyncIterable<string>;
}

/** Retired streets too: an address says itself whether it is in use. Numbered the same however often they are read. */
function readStreets(
  { code, streets }: GnafState,
  { localities, first }: { localities: Localities; first: number },
): StreetsRead {
  const ids = new Map<string, number>();
  let text = '';
  const take = (row: GnafRow): undefined => {
    const pid = row('STREET_LOCALITY_PID');
    if (ids.has(pid)) return;
    const id = first + ids.size;
    ids.set(pid, id);
    text += streetLine(row, { id, locality: localities.get(row('LOCALITY_PID'))?.name ?? '', state: code });
  };
  async function* lines(): AsyncGenerator<string> {
    for await (const _ of readPsv(streets, { columns: streetColumns, take })) {
      yield text;
      text = '';
    }
  }
  return { ids, lines: lines() };
}

function streetLine(row: GnafRow, { id, locality, state }: { id: number; locality: string; state: string }): string {
  const { whole, proper } = streetNameOf(row);
  const nameWords = addressWords(whole);
  const placeWords = addressWords(locality);
  const words = [...nameWords, ...placeWords, ...stateWords(state)];
  const properWords = addressWords(proper);
  const telling = properWords.filter((word) => !isCommon(word));
  const listed = [...(telling.length === 0 ? properWords : telling), ...placeWords].map((word) => `"${word}"`);
  const searched = [nameWords.join(' '), ` ${words.join(' ')}`, `{${listed.join(',')}}`];
  return copyLine([id, row('STREET_LOCALITY_PID'), whole, locality, state, ...searched]);
}

const addressColumns = [
  'ADDRESS_DETAIL_PID',
  'DATE_RETIRED',
  'LOT_NUMBER',
  'FLAT_TYPE_CODE',
  'FLAT_NUMBER',
  'LEVEL_TYPE_CODE',
  'LEVEL_NUMBER',
  'NUMBER_FIRST',
  'NUMBER_FIRST_SUFFIX',
  'NUMBER_LAST',
  'STREET_LOCALITY_PID',
  'LOCALITY_PID',
  'ALIAS_PRINCIPAL',
  'POSTCODE',
];

interface AddressContext {
  at: StateProgress;
  ids: Map<string, number>;
  localities: Localities;
}

/** Collects lines for the database, and counts what is left out. */
function takeAddresses({ at, ids, localities }: AddressContext) {
  let text = '';
  return {
    take(row: GnafRow): string | undefined {
      const fault = faultOf(row);
      if (fault !== undefined) return fault;
      const street = ids.get(row('STREET_LOCALITY_PID'));
      // No contributor of G-NAF knows an address of confidence -1 any more.
      if (row('DATE_RETIRED') !== '' || row('CONFIDENCE') === '-1') at.retired++;
      else if (street === undefined) at.streetless++;
      else {
        at.addresses++;
        text += addressLine(row, street, localities);
      }
      return undefined;
    },
    /** Those since the last time. */
    lines(): string {
      const lines = text;
      text = '';
      return lines;
    },
  };
}

function addressLine(row: GnafRow, street: number, localities: Localities): string {
  const number = streetNumberOf(row);
  const unit = unitOf(row);
  const postcode = row('POSTCODE') || (localities.get(row('LOCALITY_PID'))?.postcode ?? '');
  return copyLine([
    street,
    number.first,
    number.last,
    Number(postcode) || 0,
    row('ALIAS_PRINCIPAL') === 'A',
    row('ADDRESS_DETAIL_PID'),
    number.text,
    unit.text,
    unit.key,
  ]);
}

function faultOf(row: GnafRow): string | undefined {
  if (!/^\w{1,40}$/.test(row('ADDRESS_DETAIL_PID'))) return `'${row('ADDRESS_DETAIL_PID')}' is no ADDRESS_DETAIL_PID.`;
  for (const column of ['NUMBER_FIRST', 'NUMBER_LAST'] as const)
    if (!/^\d{0,6}$/.test(row(column))) return `'${row(column)}' is no ${column}.`;
  if (!/^(\d{4})?$/.test(row('POSTCODE'))) return `'${row('POSTCODE')}' is no POSTCODE.`;
  return undefined;
}
