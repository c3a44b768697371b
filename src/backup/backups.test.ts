import { inTransaction } from '#platform/db/db.server.ts';
import { createHash } from 'node:crypto';
import { existsSync, truncateSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../test/app.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import type { Backup, OverviewOnPage } from './contract.ts';
import { type BackupStep, writeArchive } from './create-archive.server.ts';
import { currentDatabase, databasesLike } from './database/database-beside.server.ts';
import { makeNightlyBackup } from './make-backup.server.ts';
import { runWeeklyDrill } from './restore-drill.server.ts';

const shop = await testApp();
const { ask, deps, connection } = shop;
const { db, clock, env, jobs } = deps;
const { id: adminId } = await makeAdministrator(deps, { claims: ['ManageUserPermissions'] });
const product = await makeProduct(db, { onHand: 50, price: 12.5 });
await checkOut(shop, checkoutOf([{ product }]));
await jobs.finishAll();
const folder = join(env.dataDir, 'backups');
const database = await currentDatabase(connection);

/** Calls as the administrator, signed in again, because the clock runs on for weeks. */
const call: typeof ask = async (method, path, options) => {
  const session = { userId: adminId, ip: '192.0.2.1', userAgent: undefined };
  const { access_token: token } = await inTransaction(db, (tx) => startSession(deps, tx, session));
  return ask(method, path, { token, ...options });
};

const overview = async (): Promise<OverviewOnPage> => (await call<OverviewOnPage>('GET', '/v1/backups')).body;

async function backUp(): Promise<Backup> {
  const { status, body } = await call<{ id: string }>('POST', '/v1/backups');
  expect(status).toBe(202);
  await jobs.finishAll();
  clock.advance(60_000);
  const made = (await overview()).backups.find(({ id }) => id === body.id);
  if (!made) throw new Error('The backup is not listed.');
  return made;
}

const auditOf = async (id: string): Promise<unknown[]> =>
  (
    await sql`select action, actor_id as actor from audit_log where entity = 'backup' and entity_id = ${id} order by at, id`.execute(
      db,
    )
  ).rows;

test('without a backup there is nothing to try', async () => {
  expect(await overview()).toMatchObject({ backups: [], drill: null, lastGoodDate: null, isLate: false });
  expect((await call('POST', '/v1/backups/drill')).status).toBe(409);
});

test('a backup by the button is made, verified, downloaded and deleted, and the history says so', async () => {
  const made = await backUp();
  expect(made).toMatchObject({ state: 'done', kind: 'manual', version: 'same', createdBy: 'Ngaio Bell', error: null });
  expect(made.verifiedDate).not.toBeNull();
  const stored = await readFile(join(folder, made.fileName));
  expect(made.bytes).toBe(stored.length);
  expect(made.sha256).toBe(createHash('sha256').update(stored).digest('hex'));

  const file = await call('GET', `/v1/backups/${made.id}/file`);
  expect(file.headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(stored.length) });
  expect(file.bytes.equals(stored)).toBe(true);
  expect((await call('DELETE', `/v1/backups/${made.id}`)).status).toBe(204);
  expect(existsSync(join(folder, made.fileName))).toBe(false);
  expect((await call('GET', `/v1/backups/${made.id}/file`)).status).toBe(404);
  const by = { actor: adminId };
  expect(await auditOf(made.id)).toEqual([
    { action: 'create', ...by },
    { action: 'download', ...by },
    { action: 'delete', ...by },
  ]);
});

test('only one backup is made at a time, until its process is silent for a minute', async () => {
  const first = await call<{ id: string }>('POST', '/v1/backups');
  expect((await call('POST', '/v1/backups')).status).toBe(409);
  expect((await call('DELETE', `/v1/backups/${first.body.id}`)).status).toBe(409);
  clock.advance(61_000);
  expect((await overview()).backups[0]).toMatchObject({
    state: 'failed',
    error: 'Its process was stopped before the end.',
  });
  expect((await call('POST', '/v1/backups')).status).toBe(202);
  await jobs.finishAll(); // that of the first is picked up too late
  const { backups } = await overview();
  expect(backups.map(({ state }) => state)).toEqual(['done', 'failed']);
  expect(await readdir(folder)).toEqual([backups[0]?.fileName]);
});

test('every night one backup is made and the newest 14 are kept', async () => {
  const due = new Date('2026-04-03T16:00:00Z'); // 03:00 in Sydney
  clock.set(due);
  for (let night = 10; night < 26; night++) {
    const name = `spruce-202603${night}-160000-scheduled.zip`;
    await writeFile(join(folder, name), 'an earlier night');
    await sql`insert into backups (id, kind, started_at, finished_at, beat_at, app_version, place, file_name, is_encrypted)
      values (${newId()}, 'scheduled', now(), now(), now(), '1', 'folder', ${name}, false)`.execute(db);
  }
  await sql`delete from backups where started_at > ${due}`.execute(db);
  await makeNightlyBackup(deps, due);
  await makeNightlyBackup(deps, due); // another process
  const names = (await readdir(folder)).filter((name) => name.includes('scheduled')).sort();
  expect(names).toHaveLength(14);
  expect(names[0]).toContain('20260313');
  expect(names.at(-1)).toContain('20260403-160000');
  const { backups, nextBackupDate } = await overview();
  expect(backups.filter(({ kind }) => kind === 'scheduled')).toHaveLength(1);
  expect(nextBackupDate).toBe('2026-04-04T17:00:00.000Z'); // the clocks go back
});

test('a nightly backup whose process was killed is made again', async () => {
  const due = new Date('2026-04-05T17:00:00Z');
  clock.set(due);
  await sql`insert into backups (id, kind, started_at, beat_at, app_version, place, file_name, is_encrypted)
    values (${newId()}, 'scheduled', ${due}, ${due}, '1', 'folder', 'killed', false)`.execute(db);
  await makeNightlyBackup(deps, due); // it may still be running
  clock.advance(61_000);
  await makeNightlyBackup(deps, due);
  await makeNightlyBackup(deps, due);
  const tonight = (await overview()).backups.filter(({ startedDate }) => startedDate >= due.toISOString());
  expect(tonight.map(({ state }) => state)).toEqual(['done', 'failed']);
});

test('no backup is made on the day of the installation before the first night', async () => {
  const before = (await overview()).backups.length;
  await makeNightlyBackup(deps, new Date('2026-01-01T16:00:00Z'));
  expect((await overview()).backups).toHaveLength(before);
});

test('the page warns once there is no good backup for 26 hours', async () => {
  await backUp();
  expect((await overview()).isLate).toBe(false);
  clock.advance(26 * 3_600_000);
  expect((await overview()).isLate).toBe(true);
});

test('a drill restores the newest backup beside the shop, compares it, and leaves nothing behind', async () => {
  await backUp();
  const before = await databasesLike(connection, database);
  expect((await call('POST', '/v1/backups/drill')).status).toBe(202);
  expect((await call('POST', '/v1/backups/drill')).status).toBe(409);
  await jobs.finishAll();
  const { drill } = await overview();
  expect(drill).toMatchObject({
    state: 'passed',
    error: null,
    checked: { orders: 1, ordersTotal: 12.5, stockDifferences: 0 },
  });
  expect(await databasesLike(connection, database)).toEqual(before);
});

test('the weekly drill runs once, and records why it fails', async () => {
  const { fileName } = await backUp();
  const stored = await readFile(join(folder, fileName));
  await writeFile(join(folder, fileName), stored.fill(0, 3_000, 3_100));
  const due = clock.now();
  clock.advance(1_000);
  await runWeeklyDrill(deps, due);
  await runWeeklyDrill(deps, due);
  expect((await overview()).drill).toMatchObject({ state: 'failed', error: 'The backup is damaged.', checked: null });
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from restore_drills where at >= ${due}`.execute(db);
  expect(rows).toEqual([{ count: 1 }]);
  expect(await databasesLike(connection, `${database}_drill`)).toEqual([]);
});

test('a weekly drill that ended with its process is repeated, but not for ever', async () => {
  await backUp();
  const due = clock.now();
  const drillsSince = async (): Promise<string[]> => {
    const rows = await db.selectFrom('restore_drills').select(['error']).where('at', '>=', due).orderBy('at').execute();
    return rows.map(({ error }) => error ?? 'passed');
  };
  const killed = 'Its process was stopped before the end.';
  clock.advance(1_000);
  await runWeeklyDrill(deps, due, AbortSignal.abort());
  expect(await drillsSince()).toEqual([killed]);
  const at = clock.now();
  await db.insertInto('restore_drills').values({ id: newId(), at, beat_at: at }).execute();
  await runWeeklyDrill(deps, due); // one is running
  clock.advance(61_000);
  await runWeeklyDrill(deps, due);
  expect(await drillsSince()).toEqual([killed, killed, 'passed']);
  await db.updateTable('restore_drills').set({ error: killed }).where('at', '>=', due).execute();
  await runWeeklyDrill(deps, due);
  expect(await drillsSince()).toEqual([killed, killed, killed]);
});

test('a backup that fails its own check leaves no file', async () => {
  const path = join(env.dataDir, 'checked.zip');
  const onProgress = (step: BackupStep) => step === 'checking' && truncateSync(path, 1_000);
  await expect(writeArchive({ ...deps, connection }, { path, kind: 'manual', onProgress })).rejects.toThrow(
    /got only 1000|The backup is damaged/, // whichever part is read first
  );
  expect(existsSync(path)).toBe(false);
});

test('backups need the claim', async () => {
  const other = await makeAdministrator(deps, { claims: ['ManageUsers', 'ManageCartOrders'] });
  for (const [method, path] of [
    ['GET', '/v1/backups'],
    ['POST', '/v1/backups'],
    ['POST', '/v1/backups/drill'],
  ] as const)
    expect((await ask(method, path, { token: other.token })).status).toBe(403);
});
