import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ArchivedDatabase,
  restoreCommand,
  startArchived,
  untilArchive,
  untilNow,
} from '../../../../test/archived-database.ts';
import { startEmbedded } from '../embedded-postgres.server.ts';
import { archiveState } from '../archive/archive-state.server.ts';

const root = mkdtempSync(join(tmpdir(), 'spruce-archive-faults-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const numbers = async (database: ArchivedDatabase): Promise<number[]> =>
  (await database.query<{ number: number }>('select number from orders order by 1')).map(({ number }) => number);

/** The line's packed files: the newest base copy, and the WAL in order. */
function filesOf(dataDir: string): { base: string; wal: string[] } {
  const archive = join(dataDir, 'wal-archive');
  const line = join(archive, readdirSync(archive).sort().at(-1) ?? '');
  const base = readdirSync(line).find((name) => name.endsWith('.zst')) ?? '';
  const wal = readdirSync(join(line, 'wal')).sort();
  return { base: join(line, base), wal: wal.map((name) => join(line, 'wal', name)) };
}

/** A stopped database with orders 1 to 3, each in a segment of its own, and the moments after each. */
async function threeOrders(name: string): Promise<{ dataDir: string; moments: string[] }> {
  const dataDir = join(root, name);
  const database = await startArchived(dataDir);
  await untilArchive(dataDir, ({ spans }) => spans.length > 0);
  await database.query('create table orders (number int)');
  const moments: string[] = [];
  for (const number of [1, 2, 3]) {
    await database.query(`insert into orders values (${number})`);
    await sleep(20);
    moments.push(new Date().toISOString());
    await sleep(20);
    await database.query('select pg_switch_wal()');
  }
  await untilNow(dataDir);
  await database.stop();
  return { dataDir, moments };
}

describe('an archive that is brought from another machine', () => {
  let made: { dataDir: string; moments: string[] };
  let other: { dataDir: string; moments: string[] };
  beforeAll(async () => {
    made = await threeOrders('made');
    other = await threeOrders('other');
  });

  /** Restores a copy of the archive, changed by `change`, into an empty folder. */
  async function restoreCopy(moment: string, change: (files: ReturnType<typeof filesOf>) => void = () => {}) {
    const dataDir = mkdtempSync(join(root, 'copy-'));
    const into = join(dataDir, 'into');
    cpSync(join(made.dataDir, 'wal-archive'), join(dataDir, 'wal-archive'), { recursive: true });
    change(filesOf(dataDir));
    const from = join(dataDir, 'wal-archive');
    return { into, ...(await restoreCommand(made.dataDir, moment, '--from', from, '--into', into)) };
  }

  test('is restored into an empty folder, to each moment', async () => {
    for (const [index, moment] of made.moments.entries()) {
      const { into, code, output } = await restoreCopy(moment);
      expect(output).toContain('is as it was at');
      expect(code).toBe(0);
      const database = await startArchived(into);
      expect(await numbers(database)).toEqual([1, 2, 3].slice(0, index + 1));
      await database.stop();
    }
  });

  const flip = (path: string): void => {
    const content = readFileSync(path);
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 0xff;
    writeFileSync(path, content);
  };
  const shorten = (path: string): void =>
    writeFileSync(path, zstdCompressSync(zstdDecompressSync(readFileSync(path)).subarray(0, -1)));
  const last = <T>(list: T[]): T => list.at(-1) as T; // the lists are not empty

  test.each<[string, (files: ReturnType<typeof filesOf>) => void, string]>([
    ['a changed byte in WAL', ({ wal }) => flip(wal[1] ?? ''), 'is damaged'],
    ['a changed byte in the base copy', ({ base }) => flip(base), 'is damaged'],
    ['a base copy that ends too early', ({ base }) => shorten(base), 'Restore a moment before this file was written'],
    [
      'WAL that is cut off',
      ({ wal: [, path = ''] }) => writeFileSync(path, readFileSync(path).subarray(0, 900)),
      'is damaged',
    ],
    ['an empty file of WAL', ({ wal: [, path = ''] }) => writeFileSync(path, ''), 'is damaged'],
    ['missing WAL', ({ wal }) => rmSync(wal[1] ?? ''), 'is missing'],
    [
      'WAL under the name of another',
      ({ wal }) => cpSync(wal[2] ?? '', wal[1] ?? ''),
      'does not belong to this archive',
    ],
    ['the end missing', ({ wal }) => wal.slice(2).forEach((path) => rmSync(path)), 'recovery ended before'],
    ['no base copy', ({ base }) => rmSync(base.replace('zst', 'json')), 'There is nothing to restore in'],
  ])('is refused with %s', async (_what, change, reason) => {
    const { code, output, into } = await restoreCopy(last(made.moments), change);
    expect(output).toContain(reason);
    expect(output).toContain('Nothing has changed.');
    expect(code).toBe(1);
    expect(readdirSync(join(into, '..')).includes('into') ? readdirSync(into) : []).toEqual([]);
  });

  test('with WAL of another database is refused', async () => {
    const { output } = await restoreCopy(last(made.moments), ({ wal }) =>
      cpSync(filesOf(other.dataDir).wal[1] ?? '', wal[1] ?? ''),
    );
    expect(output).toContain('does not belong to this archive');
  });

  test('of another database is refused for a folder that has one', async () => {
    const from = join(other.dataDir, 'wal-archive');
    const { code, output } = await restoreCommand(made.dataDir, last(other.moments), '--from', from);
    expect(output).toContain(`The archive in ${from} is of another database than the one in ${made.dataDir}/postgres.`);
    expect(code).toBe(1);
    const database = await startArchived(made.dataDir);
    expect(await numbers(database)).toEqual([1, 2, 3]);
    await database.stop();
  });

  test('says what can be restored for a moment outside', async () => {
    for (const moment of ['2020-01-01 10:00', new Date().toISOString()])
      expect((await restoreCopy(moment)).output).toMatch(
        /can restore any moment from 20\d\d-\S+ \S+ to 20\d\d-\S+ \S+, Sydney time/,
      );
    expect((await restoreCopy('2999-01-01 10:00')).output).toContain('is in the future');
  });
});

test('a time with WAL_ARCHIVE=off ends the line: both sides are restored, what was between is refused', async () => {
  const { dataDir, moments } = await threeOrders('off');
  await (await startEmbedded({ dataDir })).stop();
  const between = new Date().toISOString();
  const again = await startArchived(dataDir);
  await untilArchive(dataDir, (state) => state.spans.length === 2);
  await untilNow(dataDir);
  await again.stop();
  const spans = archiveState(dataDir)?.spans ?? [];
  const into = (name: string) => join(root, `off-${name}`);
  const archive = join(dataDir, 'wal-archive');
  expect((await restoreCommand(dataDir, between, '--into', into('between'))).output).toContain(', or from ');
  for (const moment of [moments[2] ?? '', spans[1]?.until.toISOString() ?? '']) {
    const folder = into(moment);
    const earlier = new Date(Date.parse(moment) - 1).toISOString(); // before the last commit that was archived
    const { output } = await restoreCommand(dataDir, earlier, '--from', archive, '--into', folder);
    expect(output).toContain('is as it was');
    const database = await startArchived(folder);
    expect(await numbers(database)).toEqual([1, 2, 3]);
    await database.stop();
  }
});

test('an older copy of the data folder begins a new line', async () => {
  const { dataDir } = await threeOrders('older');
  spawnSync('cp', ['-a', join(dataDir, 'postgres'), join(root, 'older-copy')]);
  const later = await startArchived(dataDir);
  await later.query('insert into orders values (4)');
  await untilNow(dataDir);
  await later.stop();
  expect(archiveState(dataDir)?.spans).toHaveLength(1); // an ordinary restart continues the line
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  renameSync(join(root, 'older-copy'), join(dataDir, 'postgres'));
  const older = await startArchived(dataDir);
  await untilArchive(dataDir, ({ spans }) => spans.length === 2);
  expect(await numbers(older)).toEqual([1, 2, 3]);
  await older.stop();
});

test('base copies are made every night, and kept for a day with the one before and the WAL since', async () => {
  const dataDir = join(root, 'nights');
  let ahead = -4 * 86_400_000; // what is archived has the database's time, so the last night is today
  const clock = { now: () => new Date(Date.now() + ahead) };
  const database = await startArchived(dataDir, { clock });
  const starts: Date[] = [];
  for (let night = 0; night < 4; night++) {
    const { copiedAt } = await untilArchive(
      dataDir,
      (state) => state.copiedAt !== undefined && state.copiedAt > (starts.at(-1) ?? 0),
    );
    starts.push(copiedAt as Date); // just found
    await database.query('select pg_switch_wal(), pg_current_xact_id()');
    ahead += 86_400_000;
  }
  await untilNow(dataDir);
  await sleep(300);
  await database.stop();
  expect(archiveState(dataDir)?.spans).toHaveLength(1);
  expect(archiveState(dataDir)?.spans[0]?.from.getTime()).toBeGreaterThan(starts[1]?.getTime() ?? 0);
  expect(filesOf(dataDir).wal.length).toBeLessThan(8);
});

test('a restore that was killed between its two renames is finished at the next start', async () => {
  const { dataDir } = await threeOrders('killed');
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.restored'));
  const database = await startArchived(dataDir);
  expect(await numbers(database)).toEqual([1, 2, 3]);
  await database.stop();
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('archives and restores below a folder that is closed to the server', async () => {
    mkdirSync(join(root, 'closed'), { mode: 0o700 });
    const { dataDir, moments } = await threeOrders('closed/data');
    expect((await restoreCommand(dataDir, moments[0] ?? '')).output).toContain('is as it was');
    const database = await startArchived(dataDir);
    expect(await numbers(database)).toEqual([1]);
    await database.stop();
  });
});
