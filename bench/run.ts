/** `npm run bench -- [--products 10000,100000] [--only list,search] [--seconds 5]`: see bench/README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Connection, connectionOf, openDb } from '#infra/db.server.ts';
import { startEmbedded } from '#infra/embedded-postgres.server.ts';
import { migrate } from '#infra/migrate.server.ts';
import { makeCatalogue } from './catalogue.ts';
import { cpuSeconds } from './cpu.ts';
import { type Ask, type Figures, measure } from './load.ts';
import { type Row, rowsFor, sampleIds } from './rows.ts';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    /** Keeps the database in this folder and uses what is there already. */
    keep: { type: 'string' },
  },
});

interface Timed extends Figures {
  /** Milliseconds of processor time for one answer: server, and database where it is ours. */
  cpu: [number, number];
}

interface Result extends Timed {
  name: string;
  server: string;
  products: number;
  limit: number;
  limitCpu: number;
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

interface Served {
  port: number;
  pid: number | undefined;
  stop(): Promise<void>;
}

async function serve(kind: string, connection: Connection): Promise<Served> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), [kind, JSON.stringify(connection)], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [said] = (await once(child, 'message')) as [{ port: number }]; // serve.ts says nothing else first
  const stop = async () => {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  return { port: said.port, pid: child.pid, stop };
}

interface Database {
  connection: Connection;
  /** Of the embedded server; undefined for another. */
  pid?: number;
}

async function withDatabase<T>(count: number, work: (database: Database) => Promise<T>): Promise<T> {
  const given = process.env['DATABASE_URL'];
  if (given) return work({ connection: connectionOf(given) });
  const dataDir = flags.keep ? join(flags.keep, String(count)) : await mkdtemp(join(tmpdir(), 'spruce-bench-'));
  const server = await startEmbedded({ dataDir });
  try {
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    return await work({ connection: server.connection, pid });
  } finally {
    await server.stop();
    if (!flags.keep) await rm(dataDir, { recursive: true, force: true });
  }
}

const isWanted = ({ name }: Row): boolean => flags.only.split(',').some((word) => name.includes(word.trim()));

async function benchOne(count: number): Promise<Result[]> {
  return withDatabase(count, async ({ connection, pid }) => {
    const { db, close } = openDb(connection, console);
    await migrate(db);
    const there = await db.selectFrom('products').select('id').limit(1).executeTakeFirst();
    if (!there) await makeCatalogue(db, count, tell);
    const rows = (await rowsFor(db, count)).filter(isWanted);
    const limits = (await sampleIds(db, count)).map((id) => ({ path: `/limit/${id}` }));
    await close();
    const servers = { limit: await serve('limit', connection), cold: await serve('cold', connection), cached: await serve('cached', connection) };
    const timed = async ({ port, pid: server }: Served, asks: Ask[], seconds: number): Promise<Timed> => {
      const before = [cpuSeconds(server), cpuSeconds(pid)] as const;
      const figures = await measure({ port, asks, seconds });
      const each = (used: number, from: number): number => ((used - from) * 1000) / (figures.perSecond * figures.elapsed);
      return { ...figures, cpu: [each(cpuSeconds(server), before[0]), each(cpuSeconds(pid), before[1])] };
    };
    const results: Result[] = [];
    for (const { name, server, asks } of rows) {
      await timed(servers[server], asks, 1);
      const before = await timed(servers.limit, limits, 2);
      const figures = await timed(servers[server], asks, Number(flags.seconds));
      const after = await timed(servers.limit, limits, 2);
      // Beside it, since a shared machine changes its pace.
      const limit = (before.perSecond + after.perSecond) / 2;
      const limitCpu = (before.cpu[0] + before.cpu[1] + after.cpu[0] + after.cpu[1]) / 2;
      results.push({ name, server, products: count, limit, limitCpu, ...figures });
      tell(line(results.at(-1) as Result)); // just pushed
    }
    for (const server of Object.values(servers)) await server.stop();
    return results;
  });
}

const heading = ['products', 'figure', 'answers', 'requests/s', 'ratio', 'p50 ms', 'p99 ms', 'CPU ms (server + database)', 'CPU ratio', 'bytes', 'failed'];

const line = ({ products, name, server, perSecond, limit, cpu, limitCpu, p50, p99, bytes, failed }: Result): string =>
  [
    products,
    name,
    server,
    Math.round(perSecond),
    (perSecond / limit).toFixed(2),
    p50.toFixed(1),
    p99.toFixed(1),
    `${cpu[0].toFixed(2)} + ${cpu[1].toFixed(2)}`,
    (limitCpu / (cpu[0] + cpu[1])).toFixed(2),
    bytes,
    failed,
  ].join(' | ');

const results: Result[] = [];
for (const count of flags.products.split(',').map(Number)) results.push(...(await benchOne(count)));
const limit = results.reduce((sum, result) => sum + result.limit, 0) / Math.max(results.length, 1);
const table = [heading.join(' | '), heading.map(() => '---').join(' | '), ...results.map(line)].map((row) => `| ${row} |`).join('\n');
const report = `# Bench\n\nOne run on ${process.arch}, Node ${process.version}. 16 connections. Ratio 1 is a bare Fastify route with one indexed SELECT,\nmeasured before and after each row: ${Math.round(limit)} requests/s on average.\n\n${table}\n`;
await writeFile(join(import.meta.dirname, 'results.md'), report);
process.stdout.write(`${report}\n`);
