/** `npm run bench -- [--products 10000,100000] [--only list,search] [--seconds 5]`: see bench/README.md. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newId } from '#lib/uuid.ts';
import { type Db, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { backOfficeRows, makeBackOffice, tokenOf } from './back-office.ts';
import { makeCatalogue } from './catalogue.ts';
import { cpuSeconds } from './cpu.ts';
import { benchForms } from './forms.ts';
import { afterOutage, besideOrders, type MailServer, openMailServer } from './mails.ts';
import { type BenchRequest, type Figures, measure } from './load.ts';
import { type Row, rowsFor, sampleIds } from './rows.ts';
import { makeSales } from './sales.ts';
import { besideReport } from './sales-rows.ts';
import { type Database, type Served, serve, withDatabase } from './servers.ts';
import { makeSite } from './site-pages.ts';
import { makeTrade } from './trade.ts';
import { type Sizes, sizesOf } from './sizes.ts';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    /** Orders of three lines, and five movements of stock for each, on top of the catalogue. */
    orders: { type: 'string', default: '0' },
    /** Trade accounts, with sites, price lists and ledgers. */
    accounts: { type: 'string', default: '0' },
    /** Keeps the databases in this folder and uses what is there already. */
    keep: { type: 'string' },
  },
});

interface Timed extends Figures {
  /** Milliseconds of processor time for one answer: server, and database where it is ours. */
  cpu: [number, number];
}

interface Result extends Timed {
  row: Row;
  products: number;
  limit: number;
  limitCpu: number;
}

interface Report {
  results: Result[];
  sizes: Sizes[];
  /** One line each. */
  process: string[];
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const hasPages = existsSync(join(import.meta.dirname, '../build/server/index.js'));
const isWanted = ({ name }: Row): boolean =>
  flags.only.split(',').some((word) => name.includes(word.trim())) && (hasPages || !name.startsWith('page'));

async function benchOne(count: number, database: Database): Promise<Report> {
  const { db, close } = openDb(database.connection, { error() {} });
  await migrate(db);
  const there = await db.selectFrom('products').select('id').limit(1).executeTakeFirst();
  if (!there) await makeCatalogue(db, count, tell);
  await makeBackOffice(db, count, tell);
  await makeSales(db, Number(flags.orders), tell);
  await makeTrade(db, Number(flags.accounts), tell);
  await makeSite(db, database.dataDir);
  await noteBackup(db);
  const headers = { authorization: `Bearer ${await tokenOf(db)}` };
  const hasSales = (await db.selectFrom('refunds').select('id').limit(1).executeTakeFirst()) !== undefined;
  const rows = [...(await rowsFor(db, count, headers)), ...(await backOfficeRows(db))].filter(isWanted);
  const limits = (await sampleIds(db, count)).map((id) => ({ path: `/limit/${id}` }));
  await close();
  const mails = await openMailServer();
  const servers = {
    limit: await serve('limit', database),
    cold: await serve('cold', database),
    cached: await serve('cached', database, { SMTP_URL: mails.url }),
  };
  const results: Result[] = [];
  for (const row of rows) {
    const result = await benchRow(row, servers, { count, database, limits, mails });
    results.push(result);
    tell(line(result));
  }
  const sizes = hasPages ? await allSizes(servers.cached) : [];
  const memory = Math.round((await servers.cached.rss()) / 1024 / 1024);
  const started = Math.round(servers.cached.startMs);
  const buying = rows.find(({ isOfMails }) => isOfMails);
  const buy = async () =>
    (await measure({ ...buying, port: servers.cached.port, asks: buying?.asks() ?? [], seconds: 20 })).answers;
  const mailing = buying ? [await besideOrders(mails, buy)] : [];
  const hashing = flags.only === '' ? await besideHashing(servers.cached, rows) : [];
  const list = rows.find(({ name }) => name.startsWith('list, first'));
  const report = hasSales && list ? await besideReport(servers.cached, list.asks(), headers) : [];
  for (const server of Object.values(servers)) await server.stop();
  return {
    results,
    sizes,
    process: [
      ...mailing,
      ...hashing,
      ...report,
      `${count} products: the server started in ${started} ms and had ${memory} MB after all rows.`,
    ],
  };
}

/** Records that last night's backup was made, because the program would make it while rows are measured: eight minutes of a core at a million products. */
async function noteBackup(db: Db): Promise<void> {
  const now = new Date();
  const made = { kind: 'scheduled', place: 'folder', file_name: 'none', app_version: '', is_encrypted: false };
  await db
    .insertInto('backups')
    .values({ id: newId(now.getTime()), ...made, started_at: now, beat_at: now, finished_at: now })
    .execute();
}

type Servers = Record<'limit' | Row['server'], Served>;

interface Bench {
  count: number;
  database: Database;
  /** What the limit is asked. */
  limits: BenchRequest[];
  mails: MailServer;
}

/**
 * In seconds. What is kept in memory, such as much-asked categories, is first made once, which takes longer where there is more to look through; what
 * renders pages is compiled for speed only after some thousand of them.
 */
function warmUp({ server, name }: Row, count: number): number {
  if (server === 'cold') return name.includes('addresses') || name.startsWith('far') ? Math.max(10, count / 25_000) : 1;
  return Math.max(name.endsWith('rendered') ? 10 : 2, Math.ceil(count / 50_000));
}

/** Measures a row after warming up, and the limit before and after it: a shared machine changes its pace. */
async function benchRow(row: Row, servers: Servers, { count, database, limits, mails }: Bench): Promise<Result> {
  const { connections, wanted } = row;
  const server = servers[row.server];
  const load = { port: server.port, connections, wanted };
  const atLimit = { port: servers.limit.port, asks: row.limit === 'json' ? [{ path: '/json' }] : limits, seconds: 2 };
  if (row.hasEachOnce) for (const { path, headers = {} } of row.asks()) await requestOnce(server.port, path, headers);
  await measure({ ...load, asks: row.asks(), seconds: warmUp(row, count) });
  const run = () => measure({ ...load, asks: row.asks(), seconds: Number(flags.seconds) });
  const work = row.isOfMails ? await afterOutage(mails, async () => (await run()).answers) : run;
  const before = await timed(servers.limit, database, () => measure(atLimit));
  const figures = await timed(server, database, work);
  const after = await timed(servers.limit, database, () => measure(atLimit));
  const limit = (before.perSecond + after.perSecond) / 2;
  return { row, products: count, limit, limitCpu: (total(before) + total(after)) / 2, ...figures };
}

async function requestOnce(port: number, path: string, headers: Record<string, string>): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer();
}

const total = ({ cpu }: Timed): number => cpu[0] + cpu[1];

async function timed({ pid }: Served, database: Database, work: () => Promise<Figures>): Promise<Timed> {
  const before = [cpuSeconds(pid), cpuSeconds(database.pid)] as const;
  const figures = await work();
  const each = (seconds: number): number => (seconds * 1000) / Math.max(figures.answers, 1);
  return { ...figures, cpu: [each(cpuSeconds(pid) - before[0]), each(cpuSeconds(database.pid) - before[1])] };
}

const hashedAtOnce = 100;

/** The first page of a category while nothing else happens, and beside a hundred whose passwords are hashed. */
async function besideHashing({ port }: Served, rows: Row[]): Promise<string[]> {
  const list = rows.find(({ name, server }) => name.startsWith('list, first') && server === 'cold');
  if (!list) return [];
  const reading = { port, asks: list.asks(), seconds: Number(flags.seconds) };
  const alone = await measure(reading);
  const hashing = measure({ port, asks: registerAsks(), seconds: Number(flags.seconds), connections: hashedAtOnce });
  const beside = await measure(reading);
  await hashing;
  const figures = [alone.p99, beside.p99, beside.p99 / alone.p99].map((one) => one.toFixed(1));
  return [
    `List beside ${hashedAtOnce} passwords hashed at once: p99 ${figures[0]} ms alone, ${figures[1]} ms beside (${figures[2]} times).`,
  ];
}

/** Registrations, since wrong passwords are refused unread after ten and right ones need somebody to be there. */
const registerAsks = (): BenchRequest[] =>
  Array.from({ length: 4_000 }, () => ({
    path: '/v1/core/accounts',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Robin',
      lastName: 'Buyer',
      email: `robin.${randomUUID()}@example.com`,
      mobile: '0491570006',
      password: 'clean sweep 7',
      confirmPassword: 'clean sweep 7',
      acceptedTheTerms: true,
    }),
  }));

async function allSizes({ port }: Served): Promise<Sizes[]> {
  const paths = {
    list: '/shopping/products/range-1',
    product: '/shopping/product-detail/product-1',
    cart: '/shopping/view-cart',
    checkout: '/shopping/checkout',
    login: '/login',
    home: '/',
  };
  const sizes: Sizes[] = [];
  for (const [name, path] of Object.entries(paths)) sizes.push(await sizesOf(port, name, path));
  return sizes;
}

const heading = [
  'products',
  'figure',
  'server',
  'requests/s',
  'ratio',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'allowed',
  'CPU ms',
  'CPU ratio',
  'bytes',
  'failed',
];

const line = (result: Result): string =>
  [
    result.products,
    result.row.name,
    result.row.server,
    Math.round(result.perSecond),
    (result.perSecond / result.limit).toFixed(3),
    milliseconds(result.p50),
    milliseconds(result.p95),
    milliseconds(result.p99),
    allowed(result),
    `${result.cpu[0].toFixed(2)} + ${result.cpu[1].toFixed(2)}`,
    (result.limitCpu / total(result)).toFixed(3),
    result.bytes,
    result.failed,
  ].join(' | ');

const milliseconds = (time: number): string => (Number.isNaN(time) ? '-' : time.toFixed(1));

/** Whether 19 of 20 answers were there in time. */
const allowed = ({ row: { allowedMs }, p95 }: Result): string =>
  allowedMs === undefined ? '' : `${allowedMs} ms: ${p95 <= allowedMs ? 'held' : 'MISSED'}`;

const table = (head: string[], rows: string[]): string =>
  [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`).join('\n');

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);

function reportOf(reports: Report[]): string {
  const results = reports.flatMap((report) => report.results);
  const limit = results.reduce((sum, result) => sum + result.limit, 0) / Math.max(results.length, 1);
  return `# Bench

Node ${process.version}, ${process.arch}; 16 connections (orders and back office: 8). Ratio 1 is a bare Fastify route with one indexed SELECT, measured
before and after each row on the same cores: ${Math.round(limit)} requests/s on average; for pages of the site it is a bare
route that answers a constant. CPU ms is the processor time of server and database
for one answer; its ratio is less disturbed by whatever else the machine does.

${table(heading, results.map(line))}

${table(
  ['page', 'HTML kB', 'JavaScript kB (gzip)', 'CSS kB (gzip)'],
  (reports.at(-1)?.sizes ?? []).map(({ name, html, script, style }) =>
    [name, kilobytes(html), kilobytes(script), kilobytes(style)].join(' | '),
  ),
)}

${reports.flatMap((one) => one.process).join('\n')}
`;
}

async function benchCatalogue(): Promise<void> {
  const reports: Report[] = [];
  for (const count of flags.products.split(',').map(Number)) {
    const folder = flags.keep ? join(flags.keep, String(count)) : undefined;
    reports.push(await withDatabase(folder, (database) => benchOne(count, database)));
  }
  const report = reportOf(reports);
  await writeFile(join(import.meta.dirname, 'results.md'), report);
  process.stdout.write(report);
}

const formsOnly = 'forms';
if (flags.only !== formsOnly) await benchCatalogue();
if (flags.only === '' || flags.only === formsOnly) await benchForms(tell);
