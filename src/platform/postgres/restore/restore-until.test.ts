import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { restoreCommand, startArchived, untilArchive, untilNow } from '../../../../test/archived-database.ts';
import { startEmbedded } from '../embedded-postgres.server.ts';
import { swapFolders } from '../swap-folder.server.ts';
import { holdFolder } from '../hold-folder.server.ts';
import { readMoment, writeMoment } from './moment.server.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = mkdtempSync(join(tmpdir(), 'spruce-until-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a database of the former release gains an archive, is restored to a moment, and gets its present back', async () => {
  const dataDir = join(root, `it's "a path" $HOME`);
  await (await startEmbedded({ dataDir, durable: false })).stop(); // WAL at its least, as before
  const first = await startArchived(dataDir);
  await untilArchive(dataDir, ({ spans }) => spans.length > 0);
  await first.query('create table orders as select 1 as number');
  await sleep(20);
  const moment = new Date();
  await sleep(20);
  await first.query('insert into orders values (2)');
  await untilNow(dataDir);
  expect((await restoreCommand(dataDir, moment.toISOString())).output).toBe(
    `Spruce is running on ${dataDir}. Stop it first.\nNothing has changed.\n`,
  );
  await first.stop();
  expect(first.logged).toEqual([]);

  const { code, output } = await restoreCommand(dataDir, moment.toISOString());
  expect(output).toContain(`is as it was at ${writeMoment(moment)} (Sydney time).`);
  expect(code).toBe(0);
  const restored = await startArchived(dataDir);
  expect(await restored.query('select number from orders order by 1')).toEqual([{ number: 1 }]);
  await restored.query('insert into orders values (3)');
  await untilArchive(dataDir, ({ spans }) => spans.length === 2); // a line of its own
  await restored.stop();

  expect((await restoreCommand(dataDir, '--undo')).code).toBe(0);
  const former = await startArchived(dataDir, { pace: { firstCopyMs: 60_000 } });
  expect(await former.query('select number from orders order by 1')).toEqual([{ number: 1 }, { number: 2 }]);
  await former.stop();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.'))).toHaveLength(1); // the other database
});

/** A data folder with folders that stand for databases; the content of each is its name. */
function dataFolder(...names: string[]): { dataDir: string; folder: string; which: () => string } {
  const dataDir = mkdtempSync(join(root, 'folders-'));
  const folder = join(dataDir, 'postgres');
  for (const name of names) {
    mkdirSync(join(dataDir, name));
    writeFileSync(join(dataDir, name, 'PG_VERSION'), name);
  }
  return { dataDir, folder, which: () => readFileSync(join(folder, 'PG_VERSION'), 'utf8') };
}

test('an --undo that was killed between its renames is repeated, and loses no database', async () => {
  const former = 'postgres.before-2026-11-23T03-05-00-000Z';
  const { dataDir, folder, which } = dataFolder('postgres', former, 'postgres.restoring-1');
  const nowhere = join(dataDir, 'missing/folder');
  expect(() => swapFolders(folder, { replacement: join(dataDir, former), aside: nowhere })).toThrow('ENOENT');
  const { code, output } = await restoreCommand(dataDir, '--undo');
  expect(output).toContain('The former database is back. The other one is in');
  expect(code).toBe(0);
  expect(which()).toBe(former);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([
    'postgres',
    expect.stringMatching(/^postgres\.before-/),
  ]);
});

test('a database is restored by one process at a time', async () => {
  const { dataDir, folder, which } = dataFolder('postgres', 'postgres.before-1');
  const release = await holdFolder(folder);
  const { code, output } = await restoreCommand(dataDir, '--undo');
  expect(output).toBe(
    `Another restore, or a start of Spruce, is under way on ${dataDir}. Try again once it has ended.\nNothing has changed.\n`,
  );
  expect(code).toBe(1);
  expect(which()).toBe('postgres');
  await release();
  expect(await restoreCommand(dataDir, '--undo')).toMatchObject({ code: 0 });
});

test('where there is no database, the former one is put back', async () => {
  const { dataDir } = dataFolder('postgres.before-1');
  expect(await restoreCommand(dataDir, '--undo')).toEqual({ code: 0, output: 'The former database is back.\n' });
});

test('a mistyped data folder is not made', async () => {
  const mistyped = join(dataFolder().dataDir, 'mistyped');
  const output = `There is no restore to undo in ${mistyped}.\nNothing has changed.\n`;
  expect(await restoreCommand(mistyped, '--undo')).toEqual({ code: 1, output });
  expect(existsSync(mistyped)).toBe(false);
});

test('times are read on the clock of the business', () => {
  expect(readMoment('2026-11-23 14:05')).toEqual(new Date('2026-11-23T03:05:00Z'));
  expect(readMoment('2026-06-23 14:05:30')).toEqual(new Date('2026-06-23T04:05:30Z'));
  expect(readMoment('2026-06-23T04:05:30Z')).toEqual(new Date('2026-06-23T04:05:30Z'));
  for (const wrong of ['2026-02-30 14:05', '2026-11-23', '14:05', '2026-11-23 24:05', 'yesterday'])
    expect(readMoment(wrong)).toBeUndefined();
  expect(writeMoment(new Date('2026-11-23T03:05:30Z'))).toBe('2026-11-23 14:05:30');
});
