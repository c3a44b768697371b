import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { generateGnaf } from '../../../bench/gnaf.ts';
import { freshDatabase } from '../../../test/database.ts';
import { type GnafPlace, writeGnaf } from '../../../test/gnaf.ts';
import type { Connection } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { importAddresses } from './import-gnaf.server.ts';
import { gnafProvider } from './gnaf-provider.server.ts';
import { longTest } from '../../../test/long.ts';

const database = await freshDatabase();
const { db, pool, connection } = database;
const provider = gnafProvider(db);
const root = await mkdtemp(join(tmpdir(), 'spruce-import-'));
afterAll(() => rm(root, { recursive: true, force: true }));

let folder = '';
let folders = 0;
beforeEach(async () => {
  folder = join(root, String(++folders));
  await mkdir(folder);
});

const edition = (...numbers: number[]): Record<string, GnafPlace[]> => ({
  NSW: [
    {
      name: 'Surry Hills',
      postcode: '2010',
      streets: [{ name: 'Example', type: 'Street', addresses: numbers }],
    },
  ],
  TAS: [{ name: 'Hobart', postcode: '7000', streets: [{ name: 'Other', type: 'Road', addresses: [1] }] }],
});

const importFrom = (from: string) => importAddresses(database, { folder: from });
const labels = async (typed: string) => (await provider.suggest(typed)).map(({ label }) => label);
const sentenceOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (!(error instanceof Problem)) throw error instanceof Error ? error : new Error('The import was not refused.');
  return error.message;
};
const addressesOf = (state: string) => join(folder, 'Standard', `${state}_ADDRESS_DETAIL_psv.psv`);
const relations = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relname like 'address%' order by 1",
  );
  return rows.map(({ name }) => name);
};

test('an edition is imported, and a newer one replaces it with the same tables and indexes', async () => {
  const before = await relations();
  await writeGnaf(folder, edition(1, 2));
  expect(await importFrom(folder)).toEqual({ states: ['NSW', 'TAS'], addresses: 3, retired: 0, streetless: 0 });
  expect(await labels('2 example')).toEqual(['2 Example Street, Surry Hills NSW 2010']);
  await writeGnaf(folder, edition(1, 3));
  await importFrom(folder);
  expect(await labels('3 example')).toEqual(['3 Example Street, Surry Hills NSW 2010']);
  expect(await labels('2 example')).toEqual(['Example Street, Surry Hills NSW 2010']);
  expect(await relations()).toEqual(before);
});

test('retired, unconfirmed and streetless addresses are left out and counted', async () => {
  await writeGnaf(folder, {
    NSW: [
      {
        name: 'Surry Hills',
        postcode: '2010',
        streets: [
          {
            name: 'Example',
            type: 'Street',
            retired: true,
            addresses: [
              21,
              { NUMBER_FIRST: 22, DATE_RETIRED: '2020-01-01' },
              { NUMBER_FIRST: 23, CONFIDENCE: -1 },
              { NUMBER_FIRST: 24, STREET_LOCALITY_PID: '' },
              { NUMBER_FIRST: 25, STREET_LOCALITY_PID: 'NSW9' },
              { NUMBER_FIRST: 26, POSTCODE: '' },
            ],
          },
        ],
      },
    ],
  });
  expect(await importFrom(folder)).toMatchObject({ addresses: 2, retired: 2, streetless: 2 });
  expect(await labels('21 example')).toEqual(['21 Example Street, Surry Hills NSW 2010']);
  expect(await labels('26 example')).toEqual(['26 Example Street, Surry Hills NSW']);
});

test('columns are found by name in any order, and lines may end with LF or CRLF', async () => {
  await writeGnaf(folder, edition(31));
  const file = addressesOf('NSW');
  const turned = (await readFile(file, 'utf8')).split('\r\n').filter(Boolean);
  await writeFile(
    file,
    turned.map((line) => `new${line === turned[0] ? '_COLUMN' : ''}|${line.split('|').reverse().join('|')}`).join('\n'),
  );
  await importFrom(folder);
  expect(await labels('31 example')).toEqual(['31 Example Street, Surry Hills NSW 2010']);
});

test.each([
  ['GANSW1|2|3\r\n', '3 values instead of 35.'],
  [`${'|'.repeat(34)}\r\n`, "'' is not a valid ADDRESS_DETAIL_PID."],
  [`GANSW1${'|'.repeat(17)}twelve${'|'.repeat(17)}\r\n`, "'twelve' is not a valid NUMBER_FIRST."],
  [`GANSW1${'|'.repeat(26)}20x0${'|'.repeat(8)}\r\n`, "'20x0' is not a valid POSTCODE."],
  [`GANSW1${'|'.repeat(17)}1\0${'|'.repeat(17)}\r\n`, 'an invalid character.'],
])('the broken line %j is reported with file and line number, and nothing changes', async (line, what) => {
  await writeGnaf(folder, edition(41));
  await importFrom(folder);
  await writeGnaf(folder, edition(42, 43));
  await appendFile(addressesOf('NSW'), line);
  expect(await sentenceOf(importFrom(folder))).toBe(`NSW_ADDRESS_DETAIL_psv.psv, line 4: ${what}`);
  expect(await labels('41 example')).toEqual(['41 Example Street, Surry Hills NSW 2010']);
  await writeGnaf(folder, edition(42, 43));
  await importFrom(folder);
  expect(await labels('43 example')).toEqual(['43 Example Street, Surry Hills NSW 2010']);
});

test('all broken lines are reported, the first twenty in full', async () => {
  await writeGnaf(folder, edition(1));
  await appendFile(addressesOf('NSW'), 'x\r\n'.repeat(30));
  const progressLine = (await sentenceOf(importFrom(folder))).split('\n');
  expect(progressLine).toHaveLength(21);
  expect(progressLine.at(-1)).toBe('and 10 more in the same part of the file');
});

test('a missing column and a duplicate address are refused', async () => {
  await writeGnaf(folder, edition(1));
  const file = addressesOf('NSW');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('|POSTCODE|', '|POSTAL|'));
  expect(await sentenceOf(importFrom(folder))).toBe(
    'NSW_ADDRESS_DETAIL_psv.psv, line 1: the column POSTCODE is missing.',
  );
  await writeFile(file, text + text.split('\r\n')[1]);
  expect(await sentenceOf(importFrom(folder))).toBe(
    'An address occurs twice in the files: Key (pid)=(GANSW700000001) is duplicated.',
  );
});

test('a folder without G-NAF is refused with instructions', async () => {
  expect(await sentenceOf(importFrom(join(folder, 'nothing')))).toBe(`'${join(folder, 'nothing')}' is not a folder.`);
  expect(await sentenceOf(importFrom(folder))).toBe(
    `'${folder}' contains no G-NAF: neither it nor a folder in it has files like NSW_ADDRESS_DETAIL_psv.psv. ` +
      'Unzip the download from data.gov.au, and give the path of the unzipped folder.',
  );
  await writeGnaf(join(folder, 'G-NAF', 'G-NAF MAY 2026'), edition(51));
  expect(await importFrom(folder)).toMatchObject({ addresses: 2 });
  const standard = join(folder, 'G-NAF', 'G-NAF MAY 2026', 'Standard');
  expect(await importFrom(standard)).toMatchObject({ addresses: 2 });
  await unlink(join(standard, 'TAS_LOCALITY_psv.psv'));
  expect(await sentenceOf(importFrom(folder))).toBe(`TAS_LOCALITY_psv.psv is missing from '${standard}'.`);
  await writeGnaf(join(folder, 'G-NAF', 'G-NAF AUGUST 2026'), edition(51));
  expect(await sentenceOf(importFrom(folder))).toContain('contains several editions of G-NAF. Choose one of: ');
});

/** Imports in a separate process that can be killed. */
function importApart(from: string, { host, port, database: name, user, password }: Connection) {
  const pg = { host, port, database: name, user, password };
  const script = `
    import { openDb } from '#platform/db/db.server.ts';
    import { importAddresses } from '#addresses/gnaf/import-gnaf.server.ts';
    const database = openDb(${JSON.stringify(pg)}, console);
    await importAddresses(database, { folder: ${JSON.stringify(from)}, onProgress: (...progress) => console.log(...progress) });
    await database.close();`;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(import.meta.dirname, '../../..'),
  });
}

/** The import's progress as stored in the database. */
async function read(): Promise<number> {
  const { rows } = await pool.query<{ read: string | null }>(`
    select sum((state.value ->> 'addresses')::int) as read
    from address_imports cross join jsonb_each(progress -> 'states') state`);
  return Number(rows[0]?.read ?? 0);
}

longTest('an import that is repeatedly killed resumes and imports each address once', async () => {
  await generateGnaf(folder, 60_000);
  const marks: number[] = [];
  for (const kill of [/^megabytes 2 /m, /^megabytes 4 /m, /^indexes 2 /m]) {
    const child = importApart(folder, connection);
    let progressLine = '';
    for await (const chunk of child.stdout) {
      progressLine += String(chunk);
      if (kill.test(progressLine)) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit').catch(() => {});
    marks.push(await read());
    if (marks.length === 1) expect(await labels('1 lighthouse')).toEqual([]);
  }
  expect(marks[0]).toBeGreaterThan(0);
  expect(marks[1]).toBeGreaterThan(marks[0] ?? 0);
  const steps: string[] = [];
  const { addresses, retired } = await importAddresses(database, {
    folder,
    onProgress: (step) => void steps.push(step),
  });
  const { rows } = await pool.query<{ n: number; pids: number }>(
    'select count(*)::int as n, count(distinct pid)::int as pids from addresses',
  );
  expect(rows).toEqual([{ n: addresses, pids: addresses }]);
  expect(addresses + retired).toBe(60_000);
  expect(new Set(steps)).toEqual(new Set(['megabytes', 'indexes']));
});

test('an import is not resumed with other files', async () => {
  await generateGnaf(folder, 20_000);
  const child = importApart(folder, connection);
  for await (const chunk of child.stdout) if (/^megabytes 1 /m.test(String(chunk))) break;
  child.kill('SIGKILL');
  await once(child, 'exit').catch(() => {});
  const other = join(folder, 'other');
  await writeGnaf(other, edition(61));
  expect(await importFrom(other)).toMatchObject({ addresses: 2 });
  expect(await labels('61 example')).toHaveLength(1);
});

test("the demo's addresses are a valid edition", async () => {
  await importFrom(join(import.meta.dirname, '../../../demo/addresses'));
  expect(await labels('4/27 carriage')).toContain('Unit 4, 27 Carriage Works Lane, Marrickville NSW 2204');
  expect((await labels('12 example st'))[0]).toMatch(/^12 Example Street, (Sydney NSW 2000|Melbourne VIC 3000)$/);
  expect(await labels('12 soapsuds')).not.toEqual([]);
});

test('searches are answered while editions are replaced', async () => {
  await writeGnaf(folder, edition(71));
  await importFrom(folder);
  let isDone = false;
  const search = async (): Promise<number> => {
    let answered = 0;
    while (!isDone) {
      for (const typed of ['71 example', '71 exmaple'])
        expect(await labels(typed)).toEqual(['71 Example Street, Surry Hills NSW 2010']);
      answered++;
      await sleep(1);
    }
    return answered;
  };
  const searches = [search(), search(), search()];
  for (let round = 0; round < 5; round++) await importFrom(folder);
  isDone = true;
  for (const answered of await Promise.all(searches)) expect(answered).toBeGreaterThan(0);
});

longTest('a long-running backup delays the import, but not the searches', async () => {
  await writeGnaf(folder, edition(71, 72));
  const backup = await pool.connect();
  await backup.query('begin; select from addresses limit 1');
  const steps: number[] = [];
  const importing = importAddresses(database, {
    folder,
    onProgress: (step, done, of) => void (step === 'indexes' && steps.push(of - done)),
  });
  await expect.poll(() => steps.at(-1)).toBe(1); // everything but replacing the previous edition
  for (let asked = 0; asked < 3; asked++) {
    await sleep(300);
    const answer = await Promise.race([labels('71 example'), sleep(60_000, 'waits', { ref: false })]);
    expect(answer).toEqual(['71 Example Street, Surry Hills NSW 2010']);
  }
  await backup.query('commit');
  backup.release();
  await importing;
  expect(await labels('72 example')).toEqual(['72 Example Street, Surry Hills NSW 2010']);
});

longTest('only one import runs at a time', async () => {
  await writeGnaf(folder, edition(81));
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(7310007)');
  const refused = await sentenceOf(importFrom(folder));
  holder.release(true);
  expect(refused).toBe('Another import of addresses is running.');
});
