import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { onServer } from './backup-commands.ts';
import { freshDatabase } from './database.ts';

const { db, connection } = await freshDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'spruce-demo-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The process that fills the shop at its first start. */
const fill = () =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/demo.server.ts'], {
    env: { ...process.env, ...onServer(connection, dataDir), DEMO_CONTENT: 'true' },
    stdio: 'inherit',
  });

async function count(statement: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return (await statement.execute(db)).rows[0]?.count ?? 0;
}

const orders = () => count(sql`select count(*)::int as count from orders`);
/** The history's transaction has written something, which nobody else sees yet. */
const isUnderWay = () =>
  count(sql`
    select count(*)::int as count from pg_stat_activity a join pg_locks l on l.pid = a.pid
    where a.datname = current_database() and l.relation = 'order_notes'::regclass and l.mode = 'RowExclusiveLock'`);

test('a start that is killed while it makes the history leaves none of it, and the next one makes all of it', async () => {
  const first = fill();
  await expect.poll(isUnderWay, { timeout: 900_000, interval: 500 }).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await expect.poll(isUnderWay).toBe(0);
  expect(await orders()).toBe(0);
  const products = await count(sql`select count(*)::int as count from products`);
  expect(products).toBeGreaterThan(0);

  const [status] = await once(fill(), 'exit');
  expect(status).toBe(0);
  expect(await orders()).toBe(1_200);
  expect(await count(sql`select count(*)::int as count from products`)).toBe(products);
});
