/** Writes an edition of G-NAF as large as wanted: the true format, with invented names of streets and places. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type GnafTable, type GnafValues, gnafFile, gnafHeader, gnafLine, stateLine } from '../test/gnaf.ts';

const shares = { NSW: 0.31, VIC: 0.26, QLD: 0.2, WA: 0.1, SA: 0.08, TAS: 0.025, ACT: 0.015, NT: 0.01 };
const postcodes = { NSW: 2000, VIC: 3000, QLD: 4000, WA: 6000, SA: 5000, TAS: 7000, ACT: 2600, NT: 800 };
const tables = ['STATE', 'LOCALITY', 'STREET_LOCALITY', 'ADDRESS_DETAIL'] as const;

const starts =
  'Ab Al Am Ar As Bal Bar Bel Ben Ber Bir Bon Bow Bran Bren Bur Cal Cam Car Cas Chal Char Col Cor Cran Dal Dan Dar Den Dor Dun East El Ever Fair Far Fen Fern Gar Gil Glen Gran Hal Ham Har Hat Haw Hel Hin Hol Hum Ing Jar Jin Kal Kan Kel Ken Kil Kin Lan Lar Lin Lon Mal Man Mar Mel Mer Mil Mon Mor Nar Nel New Nor Oak Or Pal Par Pen Per Pin Por Quin Ral Ran Red Rich Rob Ros Sal San Sel Shel Sil Som Stan Sut Tal Tam Tar Thorn Tor Tul Up Val Ver Wal War Wat Wel Wes Whit Wil Win Wol Yar York'.split(
    ' ',
  );
const middles = ' a al an ar ber by den der e el en er i in le ling men ming o on ra ren ri ro ter the ven wa'.split(
  ' ',
);
const ends =
  'bank brook bury combe dale den der don field ford gate ham holme hurst lea leigh ley lock low man mere mont more ness nock ridge rock sand shaw stead stone ton ville vale water well wick wood worth'.split(
    ' ',
  );
const types: [name: string, share: number][] = [
  ['STREET', 0.36],
  ['ROAD', 0.19],
  ['AVENUE', 0.1],
  ['COURT', 0.1],
  ['PLACE', 0.07],
  ['DRIVE', 0.06],
  ['CRESCENT', 0.04],
  ['LANE', 0.03],
  ['PARADE', 0.02],
  ['TERRACE', 0.01],
  ['HIGHWAY', 0.01],
  ['WAY', 0.01],
];

/** The same numbers from 0 to 1 each time (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Names by number: there are 120,000 of them, and those of low numbers are given to many streets, as in life. */
function nameOf(place: number): string {
  const start = starts[place % starts.length] ?? '';
  const middle = middles[Math.floor(place / starts.length) % middles.length] ?? '';
  const end = ends[Math.floor(place / starts.length / middles.length) % ends.length] ?? '';
  return `${start}${middle}${end}`.toUpperCase();
}

const allNames = starts.length * middles.length * ends.length;

interface Writer {
  write(table: GnafTable, line: string): Promise<void>;
  close(): Promise<void>;
}

async function openState(folder: string, state: string): Promise<Writer> {
  const files = new Map(tables.map((table) => [table, createWriteStream(join(folder, gnafFile(state, table)))]));
  const buffers = new Map<GnafTable, string>(tables.map((table) => [table, gnafHeader(table)]));
  const flush = async (table: GnafTable): Promise<void> => {
    const file = files.get(table);
    if (file && !file.write(buffers.get(table) ?? '')) await once(file, 'drain');
    buffers.set(table, '');
  };
  return {
    async write(table, line) {
      const buffer = (buffers.get(table) ?? '') + line;
      buffers.set(table, buffer);
      if (buffer.length > 1_000_000) await flush(table);
    },
    async close() {
      for (const [table, file] of files) {
        await flush(table);
        file.end();
        await once(file, 'close');
      }
    },
  };
}

/** Fills `folder/Standard` with about so many addresses. */
export async function generateGnaf(folder: string, addresses: number): Promise<void> {
  const standard = join(folder, 'Standard');
  await mkdir(standard, { recursive: true });
  for (const [place, [state, share]] of Object.entries(shares).entries())
    await generateState(await openState(standard, state), {
      state,
      many: Math.ceil(addresses * share),
      chance: chances(7 + place),
    });
}

interface Wanted {
  state: string;
  many: number;
  chance: () => number;
}

const addressesInPlace = 950;

async function generateState(out: Writer, { state, many, chance }: Wanted): Promise<void> {
  await out.write('STATE', stateLine(state));
  const base = postcodes[state as keyof typeof postcodes]; // one of the states above
  const used = { locality: 0, street: 0, address: 0 };
  while (used.address < many) {
    const locality = `loc${state}${++used.locality}`;
    const name = nameOf(Math.floor(chance() * allNames));
    await out.write('LOCALITY', gnafLine('LOCALITY', { LOCALITY_PID: locality, LOCALITY_NAME: name }));
    const postcode = String(base + (used.locality % (state === 'ACT' ? 18 : 99))).padStart(4, '0');
    const until = Math.min(many, used.address + Math.ceil(addressesInPlace * 2 * chance()));
    while (used.address < until) {
      const street = `${state}${2_000_000 + ++used.street}`;
      await out.write('STREET_LOCALITY', streetLine(chance, street, locality));
      const houses = housesOn(chance, Math.ceil(42 * chance() ** 2.5) + 2).slice(0, until - used.address);
      for (const house of houses)
        await out.write(
          'ADDRESS_DETAIL',
          gnafLine('ADDRESS_DETAIL', {
            ADDRESS_DETAIL_PID: `GA${state}${700_000_000 + ++used.address}`,
            STREET_LOCALITY_PID: street,
            LOCALITY_PID: locality,
            POSTCODE: postcode,
            ...house,
          }),
        );
    }
  }
  await out.close();
}

function streetLine(chance: () => number, pid: string, locality: string): string {
  let left = chance();
  const type = types.find(([, share]) => (left -= share) < 0)?.[0] ?? 'STREET';
  const name = nameOf(Math.floor(chance() ** 2.2 * allNames));
  return gnafLine('STREET_LOCALITY', {
    STREET_LOCALITY_PID: pid,
    STREET_NAME: name,
    STREET_TYPE_CODE: type,
    STREET_SUFFIX_CODE: chance() < 0.02 ? 'N' : '',
    LOCALITY_PID: locality,
  });
}

/** Houses with numbers that go up; some have a letter, a range or many units, and a few are retired or known twice. */
function housesOn(chance: () => number, many: number): GnafValues[] {
  const houses: GnafValues[] = [];
  for (let number = 1; houses.length < many; number += chance() < 0.7 ? 1 : 2) {
    const kind = chance();
    const house: GnafValues = { NUMBER_FIRST: number };
    if (kind < 0.05) house['NUMBER_FIRST_SUFFIX'] = 'A';
    else if (kind < 0.12) house['NUMBER_LAST'] = number + 4;
    else if (kind < 0.13) house['DATE_RETIRED'] = '2020-01-01';
    else if (kind < 0.15) house['ALIAS_PRINCIPAL'] = 'A';
    houses.push(house);
    const units = kind > 0.97 ? Math.ceil(chance() * 24) : 0;
    for (let unit = 1; unit <= units; unit++) houses.push({ ...house, FLAT_TYPE_CODE: 'UNIT', FLAT_NUMBER: unit });
  }
  return houses;
}
