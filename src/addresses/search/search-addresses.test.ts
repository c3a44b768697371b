import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { type GnafPlace, writeGnaf } from '../../../test/gnaf.ts';
import { openDb } from '#platform/db/db.server.ts';
import type { ResolvedAddress, Suggestion } from '../contract.ts';
import { importAddresses } from '../gnaf/import-gnaf.server.ts';

const { ask, connection } = await testApp();

const tower = Array.from({ length: 30 }, (_, place) => ({
  NUMBER_FIRST: 40,
  FLAT_TYPE_CODE: 'UNIT',
  FLAT_NUMBER: place + 1,
}));
const rangeOf = (first: number, last: number) => ({ NUMBER_FIRST: first, NUMBER_LAST: last });

const places: Record<string, GnafPlace[]> = {
  NSW: [
    {
      name: 'Surry Hills',
      postcode: '2010',
      streets: [
        {
          name: 'Example',
          type: 'Street',
          addresses: [
            10,
            12,
            { NUMBER_FIRST: 12, NUMBER_FIRST_SUFFIX: 'A' },
            { NUMBER_FIRST: 12, FLAT_TYPE_CODE: 'UNIT', FLAT_NUMBER: 3 },
            { NUMBER_FIRST: 12, FLAT_TYPE_CODE: 'SHOP', FLAT_NUMBER: 1 },
            rangeOf(14, 18),
            { LOT_NUMBER: 7 },
            { NUMBER_FIRST: 40 },
            ...tower,
          ],
        },
        { name: 'Mount Sample', type: 'Road', suffix: 'N', addresses: [1, 2, 3] },
        { name: "O'Sample", type: 'Lane', addresses: [5] },
      ],
    },
    { name: 'Newtown', postcode: '2042', streets: [{ name: 'Example', type: 'Road', addresses: [12, 13] }] },
  ],
  VIC: [
    {
      name: 'St Kilda',
      postcode: '3182',
      streets: [
        { name: 'Example', type: 'Street', addresses: [12] },
        { name: 'The Esplanade', type: '', addresses: [4, { NUMBER_FIRST: 4, ALIAS_PRINCIPAL: 'A' }] },
      ],
    },
  ],
  OT: [{ name: 'Norfolk Island', postcode: '2899', streets: [{ name: 'Lighthouse', type: 'Track', addresses: [1] }] }],
};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-gnaf-'));
  const database = openDb(connection, console);
  await writeGnaf(folder, places);
  await importAddresses(database, { folder });
  await database.close();
  await rm(folder, { recursive: true });
});

const suggest = async (q: string): Promise<Suggestion[]> =>
  (await ask<Suggestion[]>('GET', `/v1/addresses/suggest?q=${encodeURIComponent(q)}`)).body;
const labels = async (q: string): Promise<string[]> => (await suggest(q)).map(({ label }) => label);

const surry = 'Surry Hills NSW 2010';

test.each([
  ['12 exam', '12 Example Road, Newtown NSW 2042'],
  ['12 Example St', `12 Example Street, ${surry}`],
  ['12 example rd', '12 Example Road, Newtown NSW 2042'],
  ['12 example newt', '12 Example Road, Newtown NSW 2042'],
  ['12 example st vic', '12 Example Street, St Kilda VIC 3182'],
  ['12 example street victoria', '12 Example Street, St Kilda VIC 3182'],
  ['12 example saint kilda', '12 Example Street, St Kilda VIC 3182'],
  ['12 example 3182', '12 Example Street, St Kilda VIC 3182'],
  ['12 Example Street, St Kilda VIC 3182', '12 Example Street, St Kilda VIC 3182'],
  ['unit 3 12 example st sur', `Unit 3, 12 Example Street, ${surry}`],
  ['3/12 example street', `Unit 3, 12 Example Street, ${surry}`],
  ['shop 1/12 example street', `Shop 1, 12 Example Street, ${surry}`],
  ['12a example', `12A Example Street, ${surry}`],
  ['14-18 example', `14-18 Example Street, ${surry}`],
  ['16 example st surry', `14-18 Example Street, ${surry}`],
  ['lot 7 example', `Lot 7 Example Street, ${surry}`],
  ['2 mt sample rd', `2 Mount Sample Road North, ${surry}`],
  ["5 o'sample", `5 O'Sample Lane, ${surry}`],
  ['5 osample ln', `5 O'Sample Lane, ${surry}`],
  ['4 the esplanade', '4 The Esplanade, St Kilda VIC 3182'],
  ['4 esplanade st kilda', '4 The Esplanade, St Kilda VIC 3182'],
  ['12 exmaple st', `12 Example Street, ${surry}`],
  ['12 exampel st newtwon', '12 Example Road, Newtown NSW 2042'],
  ['12 exampl street kild', '12 Example Street, St Kilda VIC 3182'],
  ['2 mount smaple', `2 Mount Sample Road North, ${surry}`],
  ['1 lighthouse trk', '1 Lighthouse Track, Norfolk Island NSW 2899'],
  ['40 example st', `40 Example Street, ${surry}`],
])('%j suggests %j first', async (typed, label) => {
  expect((await labels(typed))[0]).toBe(label);
});

test('every street gets one suggestion before any gets a second, without duplicates', async () => {
  expect(await labels('12 example')).toEqual([
    '12 Example Road, Newtown NSW 2042',
    `12 Example Street, ${surry}`,
    '12 Example Street, St Kilda VIC 3182',
    `12A Example Street, ${surry}`,
    `Shop 1, 12 Example Street, ${surry}`,
    `Unit 3, 12 Example Street, ${surry}`,
  ]);
  expect(await labels('4 the esplanade')).toHaveLength(1);
});

test('in a tower the house comes first, then its units in order, eight in all', async () => {
  const found = await labels('40 example');
  expect(found).toHaveLength(8);
  expect(found.slice(0, 3).map((label) => label.split(', Surry')[0])).toEqual([
    '40 Example Street',
    'Unit 1, 40 Example Street',
    'Unit 2, 40 Example Street',
  ]);
  expect((await labels('29/40 example'))[0]).toBe(`Unit 29, 40 Example Street, ${surry}`);
});

test.each(['example st surry', '999 example st surry', 'exmaple surry'])(
  '%j suggests the street without a number',
  async (typed) => {
    const [first] = await suggest(typed);
    expect(first?.label).toBe(`Example Street, ${surry}`);
    const { body } = await ask<ResolvedAddress>('GET', `/v1/addresses/${first?.id}`);
    expect(body).toMatchObject({
      streetNumber: '',
      streetName: 'Example Street',
      city: 'Surry Hills',
      postcode: '2010',
    });
  },
);

test('a suggestion is resolved into its parts', async () => {
  const [first] = await suggest('3/12 example st surry');
  const { status, body } = await ask('GET', `/v1/addresses/${first?.id}`);
  expect([status, body]).toEqual([
    200,
    {
      fullAddress: `Unit 3, 12 Example Street, ${surry}`,
      unitNumber: '3',
      streetNumber: '12',
      streetName: 'Example Street',
      city: 'Surry Hills',
      state: 'NSW',
      postcode: '2010',
    },
  ]);
});

test.each(['GANSW999999999', 'x', '01990000-0000-7000-8000-000000000001'])(
  'an unknown id (%s) gets 404',
  async (id) => {
    const { status, message } = await ask('GET', `/v1/addresses/${id}`);
    expect([status, message]).toEqual([404, 'This address is not known.']);
  },
);

test.each(['%27', 'a%2Fb', '%00', `${'a'.repeat(501)}`, '..%2F..'])('an invalid id (%s) gets 400', async (id) => {
  expect((await ask('GET', `/v1/addresses/${id}`)).status).toBe(404);
});

test.each([
  '',
  '12',
  'ex',
  '2010',
  '12 xylophonic quagmire',
  '%%%',
  '___',
  '\\\\\\',
  "'; drop table addresses; --",
  '12 %',
  '12 _',
  '12 \\',
  '🙂🙂🙂',
  '12 \u202eelpmaxe',
  'ЕхаmрӀе',
  '/////',
  '((((((((',
  '1-1-1-1-1-1',
  'q '.repeat(100),
  '9'.repeat(200),
])('%j has no results and does no harm', async (typed) => {
  const { status, body } = await ask('GET', `/v1/addresses/suggest?q=${encodeURIComponent(typed)}`);
  expect([status, body]).toEqual([200, []]);
});

test('a query of 10,000 letters is refused', async () => {
  const { status, faults } = await ask('GET', `/v1/addresses/suggest?q=${'a'.repeat(10_000)}`);
  expect([status, faults]).toEqual([400, [{ path: 'q', message: 'Address is too long.' }]]);
});

test('a session that is not a UUID is refused', async () => {
  expect((await ask('GET', '/v1/addresses/suggest?q=12%20exam&session=1')).status).toBe(400);
});

test('an empty query gets no suggestions', async () => {
  const { status, body } = await ask('GET', '/v1/addresses/suggest');
  expect([status, body]).toEqual([200, []]);
});
