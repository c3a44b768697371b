import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { restoreCommand, startArchived, untilArchive, untilNow } from '../../../../test/archived-database.ts';
import { startEmbedded } from '../embedded-postgres.server.ts';
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

test('times are read on the clock of the business', () => {
  expect(readMoment('2026-11-23 14:05')).toEqual(new Date('2026-11-23T03:05:00Z'));
  expect(readMoment('2026-06-23 14:05:30')).toEqual(new Date('2026-06-23T04:05:30Z'));
  expect(readMoment('2026-06-23T04:05:30Z')).toEqual(new Date('2026-06-23T04:05:30Z'));
  for (const wrong of ['2026-02-30 14:05', '2026-11-23', '14:05', '2026-11-23 24:05', 'yesterday'])
    expect(readMoment(wrong)).toBeUndefined();
  expect(writeMoment(new Date('2026-11-23T03:05:30Z'))).toBe('2026-11-23 14:05:30');
});
