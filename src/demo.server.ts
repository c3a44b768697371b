import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { importAddresses } from './addresses/gnaf/import-gnaf.server.ts';
import { importCatalogue } from './catalogue/products/import/import-catalogue.server.ts';
import type { FormDefinition } from './forms/definition/definition.ts';
import { saveForms } from './forms/definition/save-forms.server.ts';
import { readFormFile } from './forms/import-export/read-form-file.ts';
import { stoppedClock, systemClock } from './platform/process/clock.server.ts';
import { type Connected, connectDatabase } from './platform/postgres/connect-database.server.ts';
import { type Db, inTransaction, type OpenDb } from './platform/db/db.server.ts';
import type { Deps } from './platform/deps.server.ts';
import { type Env, readEnv } from './platform/process/env.server.ts';
import { noteEvent } from './platform/db/system-events.server.ts';
import { isUnused } from './demo/demo-records.server.ts';
import { beginningOfHistory, makeHistory } from './demo/history/make-history.server.ts';
import { makeFiles } from './platform/storage/files.server.ts';
import { openLog } from './platform/process/log.server.ts';
import { StartFault } from './platform/process/start-fault.server.ts';
import { seedCompany } from './company/seed-company.server.ts';
import { folderSource } from './site/folder/folder-source.server.ts';
import { importSite } from './site/folder/import-site.server.ts';
import { placeOf } from './site/folder/json-file.server.ts';
import { seedPromos } from './promos/seed-promos.server.ts';
import { seedSuppliers } from './catalogue/suppliers/seed.server.ts';
import { seedSynonyms } from './storefront/synonyms/seed-synonyms.server.ts';

const demo = join(import.meta.dirname, '../demo');

type SeedDeps = Pick<Deps, 'env' | 'db' | 'files' | 'clock'>;

/**
 * Whether the shop is to be filled with demo content: the database is new, or a process has died while filling it. Once somebody has an
 * account or a set-up has begun, the shop is a company's own and is never filled, whatever the environment of a later start says.
 */
export async function isDemoDue(db: Db): Promise<boolean> {
  if (await isOwn(db)) return false;
  const events = await db.selectFrom('system_events').select('name').execute();
  if (events.some(({ name }) => name === 'demo-made')) return false;
  if (events.some(({ name }) => name === 'demo-begun')) return true;
  return !(await hasSite(db)) && isEmptyShop(db);
}

async function isOwn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOwn: boolean }>`
    select exists (select from setup) or exists (select from users) as "isOwn"`.execute(db);
  return rows[0]?.isOwn === true;
}

/** Whether the shop has no product, supplier or promo: otherwise it is in use. */
export async function isEmptyShop(db: Db): Promise<boolean> {
  const [product, promo, supplier] = await Promise.all([
    db.selectFrom('products').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('promos').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('suppliers').select('id').limit(1).executeTakeFirst(),
  ]);
  return (product ?? promo ?? supplier) === undefined;
}

/** Fills an empty shop with the demo's catalogue, suppliers, promos and synonyms. The catalogue goes through the import that shop owners use. */
export async function seedDemo({ env, db, files, clock }: SeedDeps): Promise<void> {
  const at = clock.now();
  if (!(await db.selectFrom('products').select('id').limit(1).executeTakeFirst()))
    await importDemoCatalogue({ db, files }, at);
  if (await db.selectFrom('promos').select('id').limit(1).executeTakeFirst()) return;
  const promos: unknown = JSON.parse(await readFile(join(demo, 'promos.json'), 'utf8'));
  const suppliers: unknown = JSON.parse(await readFile(join(demo, 'suppliers.json'), 'utf8'));
  const synonyms: unknown = JSON.parse(await readFile(join(demo, 'synonyms.json'), 'utf8'));
  await inTransaction(db, async (tx) => {
    await seedCompany(tx, await demoCompany(), { env, files, at });
    await seedSuppliers(tx, suppliers);
    await seedPromos(tx, promos, at);
    await seedSynonyms(tx, synonyms, at);
  });
}

async function importDemoCatalogue(deps: Pick<SeedDeps, 'db' | 'files'>, at: Date): Promise<void> {
  const file = join(demo, 'catalogue.csv');
  const { faults } = await importCatalogue(deps, {
    file,
    images: join(demo, 'images'),
    documents: join(demo, 'documents'),
    at,
  });
  const [fault] = faults;
  if (fault) throw new Error(`demo/catalogue.csv, row ${fault.row}, ${fault.column}: ${fault.message}`);
}

/** Whether the site has pages, or once had some. */
export const hasSite = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('site_pages').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The folder with the first pages of a company that has not entered anything about itself yet. */
const starter = join(import.meta.dirname, '../starter-site');

/**
 * Gives a site its first pages: a shop that was in use before pages could be edited keeps the pages that it had, the demo gets its own, and
 * any other company gets a few pages without invented content.
 */
export async function seedSite({ env, db, files, clock }: SeedDeps): Promise<void> {
  if (await hasSite(db)) return;
  const isInUse = await db.selectFrom('settings').select('id').limit(1).executeTakeFirst();
  const folder = env.demoContent || isInUse ? join(demo, 'site') : starter;
  const { faults } = await importSite({ db, files, clock }, await folderSource(folder));
  if (faults.length > 0) throw new Error(faults.map((fault) => `${placeOf(fault)}: ${fault.message}`).join('\n'));
}

/** The demo's company: the parsed `demo/site/company.json`, with its pictures as data URLs. */
export async function demoCompany(): Promise<unknown> {
  const file = JSON.parse(await readFile(join(demo, 'site/company.json'), 'utf8')) as { brand: object }; // checked when it is stored
  const brand = Object.entries(file.brand).map(async ([name, value]) => [name, await withPicture(value)]);
  return { ...file, brand: Object.fromEntries(await Promise.all(brand)) };
}

/** A data URL for the name of a picture's file; other values as they are. */
async function withPicture(value: unknown): Promise<unknown> {
  if (typeof value !== 'string' || !/\.(svg|png)$/.test(value)) return value;
  return `data:;base64,${await readFile(join(demo, 'site', value), 'base64')}`;
}

/** Imports the demo's forms if there has never been a form, through the import that administrators use. */
export async function seedDemoForms({ db, clock }: Pick<SeedDeps, 'db' | 'clock'>): Promise<void> {
  if (await db.selectFrom('forms').select('id').limit(1).executeTakeFirst()) return;
  const forms = await Promise.all((await readdir(join(demo, 'forms'))).sort().map(readDemoForm));
  await inTransaction(db, (tx) => saveForms(tx, { forms, at: clock.now(), context: null }));
}

async function readDemoForm(name: string): Promise<FormDefinition> {
  const json: unknown = JSON.parse(await readFile(join(demo, 'forms', name), 'utf8'));
  const { form, faults } = readFormFile(json, { file: `demo/forms/${name}` });
  if (!form) throw new Error(faults.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  return form;
}

/** Imports the demo's addresses if there are none, through the import of G-NAF. */
export async function seedDemoAddresses({ db, pool }: Pick<OpenDb, 'db' | 'pool'>): Promise<void> {
  if (await db.selectFrom('address_streets').select('id').limit(1).executeTakeFirst()) return;
  await importAddresses({ pool }, { folder: join(demo, 'addresses') });
}

/** Fills the site, and the demo's shop, in a child process, because rendering its pictures takes memory that this process would not release. */
export async function seedInChildProcess(): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', import.meta.filename], {
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'exit')) as [number | null]; // the first argument of `exit`
  if (status !== 0) throw new StartFault('The first content could not be loaded; the reason is above.');
}

const seedLock = 7_310_011;

/** Runs `seed` under a lock: another process that started at the same time waits, and then finds the shop filled. */
export async function withSeedLock(db: Db, seed: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx); // held until `seed` has committed over other connections
    await seed();
  });
}

/** The content of `demo/history`, from which the demo's history is made. */
export async function demoHistory(): Promise<object> {
  const folder = join(demo, 'history');
  const names = ['people', 'applicants', 'baskets', 'texts', 'enquiries', 'submissions', 'trade'];
  const parts = names.map(async (name) => [name, JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))]);
  const files = (await readdir(join(folder, 'files'))).map(async (name) => {
    const data = await readFile(join(folder, 'files', name), 'base64');
    return [name, `data:image/png;base64,${data}`]; // the media type is not read
  });
  return Object.fromEntries([...(await Promise.all(parts)), ['files', Object.fromEntries(await Promise.all(files))]]);
}

/**
 * Fills an empty shop, or continues where a process has died: each step is done completely, and only once. With `DEMO_CONTENT=true` the
 * catalogue is imported as of the beginning of the history.
 */
async function fillShop(env: Env, { db, pool, connection }: Connected, log: Logger): Promise<void> {
  const files = await makeFiles(env);
  const hasHistory = env.demoContent === true && (await isUnused(db));
  const clock = hasHistory ? stoppedClock(beginningOfHistory(systemClock.now())) : systemClock;
  await seedDemoForms({ db, clock });
  await seedDemo({ env, db, files, clock });
  await seedDemoAddresses({ db, pool });
  if (hasHistory)
    await makeHistory({ env, files, log, pool, connection }, await demoHistory(), { now: systemClock.now() });
  await noteEvent(db, 'demo-made', systemClock.now());
}

if (import.meta.main) {
  const env = readEnv(process.env);
  const log = openLog('warn');
  const database = await connectDatabase(env, log);
  await withSeedLock(database.db, async () => {
    const { db } = database;
    const isDemo = env.demoContent !== false && (await isDemoDue(db));
    if (isDemo) await noteEvent(db, 'demo-begun', systemClock.now());
    await seedSite({ env, db, files: await makeFiles(env), clock: systemClock }); // first, because a shop with settings counts as in use
    if (isDemo) await fillShop(env, database, log);
  });
  await database.close();
}
