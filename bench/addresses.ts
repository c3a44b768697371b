/**
 * Measures address suggestions: generates an edition of G-NAF of the requested size, imports it by the command,
 * and sends typical input. Prints times, sizes and query plans; fails on a sequential scan.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { gnafProvider } from '#addresses/gnaf/gnaf-provider.server.ts';
import { connectDatabase } from '#platform/postgres/connect-database.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { generateGnaf } from './gnaf.ts';
import { showPlans } from './plans.ts';

const { values: flags } = parseArgs({
  options: { addresses: { type: 'string', default: '1000000' }, keep: { type: 'string' } },
});

const asksOfEachKind = 400;
const allowedMs = 30;

interface Known {
  number: string;
  street: string;
  locality: string;
  state: string;
  postcode: number;
}

/** Typical input of people looking for an address, by kind. */
const kinds: Record<string, (known: Known) => string> = {
  'number and three letters': ({ number, street }) => `${number} ${street.slice(0, 3)}`,
  'number and six letters': ({ number, street }) => `${number} ${street.slice(0, 6)}`,
  'number and street': ({ number, street }) => `${number} ${short(street)}`,
  'unit, street, place begun': ({ number, street, locality }) =>
    `unit 3 ${number} ${short(street)} ${locality.slice(0, 3)}`,
  'whole address': ({ number, street, locality, state, postcode }) =>
    `${number} ${street}, ${locality} ${state} ${postcode}`,
  'street alone': ({ street, locality }) => `${short(street)} ${locality}`,
  'one letter wrong': ({ number, street, locality }) => `${number} ${misspelled(street)} ${locality}`,
  'one letter wrong, no place': ({ number, street }) => `${number} ${misspelled(street)}`,
  'a place that is not there': ({ number, street }) => `${number} ${street} atlantis`,
  'two letters': ({ street }) => `1 ${street.slice(0, 2)}`,
  'nothing like it': ({ number }) => `${number} xylophonic quagmire`,
};

const short = (street: string): string =>
  street
    .replace(/Street$/, 'St')
    .replace(/Road$/, 'Rd')
    .replace(/Avenue$/, 'Ave')
    .replace(/Crescent$/, 'Cres');

/** Swaps two letters in the middle of the name. */
const misspelled = (street: string): string => street.replace(/^(.{3})(.)(.)/, '$1$3$2');

async function run(command: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, ...command], {
    stdio: 'inherit',
    env,
  });
  const [status] = (await once(child, 'exit')) as [number | null]; // the first argument of `exit`
  if (status !== 0) throw new Error(`${command[0]} failed.`);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;

async function importInto(folder: string, many: number): Promise<void> {
  const files = join(folder, 'gnaf');
  if (!(await isThere(files))) await generateGnaf(files, many);
  const begun = performance.now();
  const command = join(import.meta.dirname, '../src/addresses/gnaf/command.server.ts');
  const watched = `import(${JSON.stringify(command)}).then(async ({ run }) => { process.exitCode = await run([${JSON.stringify(files)}]); console.log('memory at most: ' + Math.round(process.resourceUsage().maxRSS / 1024) + ' MB'); })`;
  await run(['-e', watched], { ...process.env, DATA_DIR: join(folder, 'data') });
  console.log(`import: ${seconds(begun)}`);
}

async function known(db: Db): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select number, s.name as street, locality, state, a.postcode from addresses a tablesample bernoulli (1) repeatable (7)
    join address_streets s on s.id = street_id where unit = '' and number <> '' limit ${asksOfEachKind * 20}`.execute(
    db,
  );
  return rows.filter((_, place) => place % 20 === 0);
}

async function measure(db: Db): Promise<boolean> {
  const provider = gnafProvider(db);
  const sample = await known(db);
  let isFast = true;
  for (const [kind, typedFor] of Object.entries(kinds)) {
    const times: number[] = [];
    let found = 0;
    for (const round of ['warm', 'measured'])
      for (const one of sample) {
        const begun = performance.now();
        const { length } = await provider.suggest(typedFor(one));
        if (round === 'warm') continue;
        times.push(performance.now() - begun);
        found += length > 0 ? 1 : 0;
      }
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    if (at(0.95) > allowedMs) isFast = false;
    const summary = `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, most ${at(0.9999).toFixed(1)} ms`;
    console.log(`${kind.padEnd(28)} ${summary}, found ${Math.round((found / times.length) * 100)} %`);
  }
  return isFast;
}

async function askAll(db: Db, one: Known): Promise<void> {
  const provider = gnafProvider(db);
  for (const typedFor of Object.values(kinds)) await provider.suggest(typedFor(one));
  await provider.find('GANSW700000001');
}

async function sizes(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; size: string; lines: string }>`
    select relname as name, pg_size_pretty(pg_relation_size(oid)) as size, reltuples::bigint::text as lines from pg_class
    where relname like 'address%' and relkind in ('r', 'i') order by pg_relation_size(oid) desc`.execute(db);
  for (const { name, size, lines } of rows) console.log(`${name.padEnd(28)} ${size.padStart(8)} ${lines.padStart(12)}`);
}

const folder = flags.keep ?? (await mkdtemp(join(tmpdir(), 'spruce-addresses-')));
await mkdir(folder, { recursive: true });
try {
  if (!(await isThere(join(folder, 'data')))) await importInto(folder, Number(flags.addresses));
  const env = readEnv({ ...process.env, DATA_DIR: join(folder, 'data') });
  const database = await connectDatabase(env, openLog('warn'));
  try {
    await sizes(database.db);
    const isFast = await measure(database.db);
    const [one] = await known(database.db);
    const isIndexed = one === undefined || (await showPlans(database, (db) => askAll(db, one)));
    if (!isFast || !isIndexed) process.exitCode = 1;
  } finally {
    await database.close();
  }
} finally {
  if (flags.keep === undefined) await rm(folder, { recursive: true, force: true });
}
