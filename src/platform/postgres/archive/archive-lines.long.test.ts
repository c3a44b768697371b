import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run as runDoctor } from '#system/doctor/command.server.ts';
import { startArchived, untilArchive, untilNow } from '../../../../test/archived-database.ts';
import { backupCommand, restoreCommand } from '../../../../test/backup-commands.ts';
import { startEmbedded } from '../embedded-postgres.server.ts';
import { archiveState } from './archive-state.server.ts';

const root = mkdtempSync(join(tmpdir(), 'spruce-archive-lines-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const spansOf = (dataDir: string): number => archiveState(dataDir)?.spans.length ?? 0;

/** Starts the database with its archive, until everything up to now is archived, and stops it. */
async function goOn(dataDir: string, spans = 1): Promise<void> {
  const database = await startArchived(dataDir);
  await untilArchive(dataDir, (state) => state.spans.length >= spans);
  await untilNow(dataDir);
  await database.stop();
}

test('a start without the archive that is refused, because the shop runs, does not end its line', async () => {
  const dataDir = join(root, 'running');
  const shop = await startArchived(dataDir);
  await untilArchive(dataDir, ({ spans }) => spans.length === 1);
  await expect(startEmbedded({ dataDir, durable: false })).rejects.toThrow('already running');
  await shop.stop();
  await goOn(dataDir);
  expect(spansOf(dataDir)).toBe(1);
});

test('commands on a stopped shop go on with its line', async () => {
  const dataDir = join(root, 'commands');
  await goOn(dataDir);
  const variables = { DATA_DIR: dataDir, WAL_ARCHIVE: '' };
  expect((await backupCommand([], variables)).output).toContain('There is no shop here yet.');
  expect((await restoreCommand(['--undo', '--yes'], variables)).code).toBe(1);
  let doctor = '';
  await runDoctor({ ...variables, PORT: '1' }, (text) => (doctor += text));
  expect(doctor).toMatch(/✓ Database +PostgreSQL 18/);
  await goOn(dataDir);
  expect(spansOf(dataDir)).toBe(1);
});

test('every moment of the last day stays restorable, however often the line ends; older ones make room', async () => {
  const dataDir = join(root, 'breaks');
  await goOn(dataDir);
  for (const spans of [2, 3]) {
    await (await startEmbedded({ dataDir, durable: false })).stop();
    await goOn(dataDir, spans);
    expect(spansOf(dataDir)).toBe(spans);
  }
  const later = await startArchived(dataDir, { clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } });
  await untilArchive(dataDir, ({ spans }) => spans.length === 1);
  await later.stop();
});

test('segments that wait to be archived at a restart are archived then', async () => {
  const dataDir = join(root, 'waiting');
  await goOn(dataDir);
  const full = await startArchived(dataDir, { pace: { reserveBytes: Number.MAX_SAFE_INTEGER } });
  await untilArchive(dataDir, ({ failure }) => failure !== undefined);
  for (let n = 0; n < 3; n++) await full.query('select pg_switch_wal(), pg_current_xact_id()');
  await full.stop();
  const again = await startArchived(dataDir);
  await untilNow(dataDir);
  await again.stop();
  expect(spansOf(dataDir)).toBe(1);
  expect(again.logged).toEqual([]);
});
