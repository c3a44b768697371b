import pg from 'pg';
import type { OpenDb } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { addressWords, isCommon, stateWords } from '../address-words.ts';
import { copyLine, type Edition, openEdition, type Progress, type StateProgress } from './edition-tables.server.ts';
import { findGnaf, type GnafState } from './gnaf-folder.server.ts';
import { type GnafRow, streetNameOf, streetNumberOf, toTitleCase, unitOf } from './gnaf-names.ts';
import { readPsv } from './read-psv.server.ts';

export interface AddressImport {
  folder: string;
  /** Reports the megabytes of addresses read, then the indexes built. */
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
 * Replaces the suggested addresses with an edition of G-NAF. Uses constant memory. The previous edition is searched
 * until the new one is complete; an interrupted import resumes. Throws a `Problem` for a folder that is not G-NAF or a
 * file with faults, and leaves the searched edition unchanged.
 */
export async function importAddresses(
  { pool }: Pick<OpenDb, 'pool'>,
  options: AddressImport,
): Promise<ImportedAddresses> {
  const { states, edition: files } = await findGnaf(options.folder);
  const client = await pool.connect();
  client.on('error', () => {}); // the running statement fails with the same error
  try {
    const edition = await openEdition(client, files);
    const totalBytes = states.reduce((sum, { size }) => sum + size, 0);
    const reportProgress = (): void => {
      const read = states.reduce((sum, { code }) => sum + (edition.progress.states[code]?.place?.offset ?? 0), 0);
      options.onProgress?.('megabytes', Math.floor(read / megabyte), Math.ceil(totalBytes / megabyte));
    };
    for (const state of states) await readState(edition, state, reportProgress);
    await edition.finish((done, of) => options.onProgress?.('indexes', done, of));
    return totalsOf(edition.progress);
  } catch (error) {
    throw duplicateProblem(error);
  } finally {
    client.release(true); // closes the connection, and with it its settings and lock
  }
}

function totalsOf({ states }: Progress): ImportedAddresses {
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

/** Explains the error of a duplicate address, which only the index over all states detects. */
function duplicateProblem(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError && error.code === uniqueViolation)) return error;
  return new Problem(400, `An address occurs twice in the files: ${error.detail}`, []);
}

type Localities = Map<string, { name: string; postcode: string }>;

async function readState(edition: Edition, state: GnafState, reportProgress: () => void): Promise<void> {
  const { progress } = edition;
  const stateProgress = progress.states[state.code];
  const localities = await readLocalities(state);
  const firstStreet = stateProgress?.firstStreet ?? progress.nextStreet;
  const streets = readStreets(state, localities, firstStreet);
  if (stateProgress) for await (const _ of streets.lines);
  else {
    await edition.addStreets(streets.lines, () => {
      progress.states[state.code] = { firstStreet, place: null, addresses: 0, retired: 0, streetless: 0 };
      progress.nextStreet += streets.ids.size;
    });
  }
  const { ids } = streets;
  const at = progress.states[state.code];
  if (!at) return;
  reportProgress();
  const taken = takeAddresses(at, ids, localities);
  const reading = { columns: addressColumns, from: at.place ?? undefined, take: taken.take };
  for await (const place of readPsv(state.addresses, reading)) {
    at.place = place;
    await edition.addAddresses(taken.lines());
    reportProgress();
  }
}

async function readLocalities({ localities }: GnafState): Promise<Localities> {
  const found: Localities = new Map();
  const columns = ['LOCALITY_PID', 'LOCALITY_NAME', 'PRIMARY_POSTCODE'];
  const take = (row: GnafRow): undefined => {
    found.set(row('LOCALITY_PID'), { name: toTitleCase(row('LOCALITY_NAME')), postcode: row('PRIMARY_POSTCODE') });
  };
  for await (const _ of readPsv(localities, { columns, take }));
  return found;
}

const streetColumns = ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE', 'LOCALITY_PID'];

/**
 * Returns the streets' lines for the database, and their ids by G-NAF id, which are complete once all lines are read. The
 * ids are the same on every read. Retired streets are included, because their addresses have a status of their own.
 */
function readStreets({ code, streets }: GnafState, localities: Localities, first: number) {
  const ids = new Map<string, number>();
  let text = '';
  const take = (row: GnafRow): undefined => {
    const pid = row('STREET_LOCALITY_PID');
    if (ids.has(pid)) return;
    const id = first + ids.size;
    ids.set(pid, id);
    text += streetLine(row, id, localities.get(row('LOCALITY_PID'))?.name ?? '', code);
  };
  async function* lines(): AsyncGenerator<string> {
    for await (const _ of readPsv(streets, { columns: streetColumns, take })) {
      yield text;
      text = '';
    }
  }
  return { ids, lines: lines() };
}

function streetLine(row: GnafRow, id: number, locality: string, state: string): string {
  const { fullName, proper } = streetNameOf(row);
  const nameWords = addressWords(fullName);
  const placeWords = addressWords(locality);
  const words = [...nameWords, ...placeWords, ...stateWords(state)];
  const properWords = addressWords(proper);
  const distinctive = properWords.filter((word) => !isCommon(word));
  const indexed = [...(distinctive.length === 0 ? properWords : distinctive), ...placeWords].map((word) => `"${word}"`);
  const searchColumns = [nameWords.join(' '), ` ${words.join(' ')}`, `{${indexed.join(',')}}`];
  return copyLine([id, row('STREET_LOCALITY_PID'), fullName, locality, state, ...searchColumns]);
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

/** Collects lines for the database and counts skipped addresses. */
function takeAddresses(at: StateProgress, ids: ReadonlyMap<string, number>, localities: Localities) {
  let text = '';
  return {
    take(row: GnafRow): string | undefined {
      const fault = faultOf(row);
      if (fault !== undefined) return fault;
      const street = ids.get(row('STREET_LOCALITY_PID'));
      // Confidence -1: no contributor of G-NAF confirms the address any more.
      if (row('DATE_RETIRED') !== '' || row('CONFIDENCE') === '-1') at.retired++;
      else if (street === undefined) at.streetless++;
      else {
        at.addresses++;
        text += addressLine(row, street, localities);
      }
      return undefined;
    },
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
  if (!/^\w{1,40}$/.test(row('ADDRESS_DETAIL_PID')))
    return `'${row('ADDRESS_DETAIL_PID')}' is not a valid ADDRESS_DETAIL_PID.`;
  for (const column of ['NUMBER_FIRST', 'NUMBER_LAST'] as const)
    if (!/^\d{0,6}$/.test(row(column))) return `'${row(column)}' is not a valid ${column}.`;
  if (!/^(\d{4})?$/.test(row('POSTCODE'))) return `'${row('POSTCODE')}' is not a valid POSTCODE.`;
  return undefined;
}
