import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { restoreCommand, startArchived, untilArchive, untilNow } from '../../../../test/archived-database.ts';

const root = mkdtempSync(join(tmpdir(), 'spruce-archive-disk-'));
const archiveIn = (dataDir: string) => join(dataDir, 'wal-archive');
const full = join(root, 'full');
afterAll(() => {
  spawnSync('umount', [archiveIn(full)]);
  rmSync(root, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const tenMegabytes = `insert into orders select (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 290) where n > 0)
  from generate_series(1, 1000) n`;

test.runIf(isRoot)(
  'a full disk does not stop the database, and a new line begins when there is space again',
  async () => {
    mkdirSync(archiveIn(full), { recursive: true });
    const mount = (options: string) =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', archiveIn(full)]).status;
    expect(mount('size=32m')).toBe(0);
    const database = await startArchived(full, { pace: { keptWalMb: 64 } });
    await untilArchive(full, ({ spans }) => spans.length === 1);
    await database.query('create table orders (text text)');
    const walFiles = () => readdirSync(join(full, 'postgres/pg_wal')).filter((name) => name.length === 24).length;
    let most = 0;
    for (let written = 0; written < 45; written++) {
      await database.query(tenMegabytes);
      if (written % 5 === 4) await database.query('checkpoint');
      most = Math.max(most, walFiles());
    }
    await sleep(500);
    expect(database.logged.join('\n')).toMatch(/The WAL archive fails: .*(ENOSPC|free space|missing)/);
    expect(most).toBeLessThan(20); // 128 MB and what is written between two checkpoints, of 450 MB

    expect(mount('remount,size=1g')).toBe(0);
    const { failure } = await untilArchive(full, (state) => state.spans.length === 2 && state.failure === undefined);
    expect(failure).toBeUndefined();
    expect(database.logged.at(-1)).toMatch(/works again/);
    const count = async () => (await database.query('select count(*)::int as count from orders'))[0];
    expect(await count()).toEqual({ count: 45_000 });
    await sleep(20);
    const moment = new Date().toISOString();
    await sleep(20);
    await database.query('delete from orders');
    await untilNow(full);
    await database.stop();
    expect((await restoreCommand(full, moment)).output).toContain('is as it was at');
    const restored = await startArchived(full);
    expect(await restored.query('select count(*)::int as count from orders')).toEqual([{ count: 45_000 }]);
    await restored.stop();
  },
);

test('the archive leaves a reserve of the disk free', async () => {
  const dataDir = join(root, 'reserve');
  const database = await startArchived(dataDir, { pace: { reserveBytes: Number.MAX_SAFE_INTEGER } });
  const { spans, failure } = await untilArchive(dataDir, (state) => state.failure !== undefined);
  expect(failure).toBe('The base copy fails: there is not enough free space on the disk.');
  expect(spans).toEqual([]);
  await database.query('create table orders as select 1 as number');
  await database.stop();
  expect(readdirSync(archiveIn(dataDir))).toEqual(['failure.txt']);
});
