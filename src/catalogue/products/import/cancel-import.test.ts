import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { testApp } from '../../../../test/app.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { importClient, type ReadImport } from '../../../../test/send-import.ts';

const { ask, deps } = await testApp();
const { db, jobs } = deps;
const { send, check, start, read, current, cancel, dismiss } = importClient({ ask, deps });
const claims = ['ManageCartProducts', 'ManageCartStock'] as const;
const una = await makeAdministrator(deps, { claims, firstName: 'Una' });
const ivo = await makeAdministrator(deps, { claims, firstName: 'Ivo' });
const kit = await makeAdministrator(deps, { claims: ['ManageCartOrders'], firstName: 'Kit' });
const shelf = await makeCategory(db, 'Brushes');
await makeProduct(db, { name: 'Brush', url: 'brush', code: 'B-1', categories: [shelf] });

const named = (name: string): string => `url,name,code\nbrush,${name},B-1\n`;
const nameNow = async (): Promise<string> =>
  (await db.selectFrom('products').select('name').where('url', '=', 'brush').executeTakeFirstOrThrow()).name;
const partsOf = async (id: string): Promise<number> =>
  (await sql`select from product_import_parts where import_id = ${id}`.execute(db)).rows.length;
const cancelled = 'Cancelled by Ivo Bell on 02/03/2026, 12:00 pm. Nothing has been changed.';
const over = 'This import has already finished.';

test('any user who may import can cancel a running check or import, and it records who did so and when', async () => {
  const sent = await send(named('One'), una.token);
  expect((await cancel(sent.body.id, kit.token)).status).toBe(403);
  expect((await cancel(sent.body.id, ivo.token)).body).toMatchObject({ state: 'failed', refusal: cancelled });
  await jobs.finishAll();
  expect(await current(una.token)).toMatchObject({ id: sent.body.id, state: 'failed', refusal: cancelled });

  const { id } = await check(named('Two'), una.token);
  expect(await cancel(id, una.token)).toMatchObject({ status: 409, message: over });
  await start(id, una.token);
  expect((await cancel(id, ivo.token)).status).toBe(200);
  expect(await cancel(id, ivo.token)).toMatchObject({ status: 409, message: over });
  expect((await send(named('Three'), ivo.token)).status).toBe(202);
  await jobs.finishAll();
  expect(await read(id, una.token)).toMatchObject({ state: 'failed', refusal: cancelled });
  expect((await start(id, una.token)).status).toBe(409);
  expect((await dismiss(id, una.token)).status).toBe(204);
  expect(await nameNow()).toBe('Brush');
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_name as by', 'after'])
    .where('action', '=', 'cancel')
    .execute();
  expect(lines).toEqual(Array(2).fill({ by: 'Ivo Bell', after: { state: 'cancelled', file: 'p.csv' } }));
  expect((await cancel('0192f0c1-23ab-7abc-8abc-0192f0c123ab', una.token)).status).toBe(404);
});

/** Stops an import at a trigger, cancels it there, and returns the results of both. */
async function cancelAt(trigger: string): Promise<{ status: number; report: ReadImport; name: string }> {
  await sql`${sql.raw(`create function wait_here() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(4711); return null; end'; create ${trigger} execute function wait_here()`)}`.execute(
    db,
  );
  await db.updateTable('products').set({ name: 'Before' }).where('url', '=', 'brush').execute();
  const { id } = await check(named('After'), una.token);
  await start(id, una.token);
  const running = Promise.withResolvers<[Promise<void>, ReturnType<typeof cancel>]>();
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx);
    const work = jobs.finishAll();
    await expect.poll(waiting).toBe(1);
    const cancelling = cancel(id, ivo.token);
    let isAnswered = false;
    void cancelling.then(() => (isAnswered = true));
    await expect.poll(async () => isAnswered || (await waiting()) === 2).toBe(true);
    running.resolve([work, cancelling]);
  });
  const [work, cancelling] = await running.promise;
  await work;
  const { status } = await cancelling;
  await sql`drop function wait_here cascade`.execute(db);
  return { status, report: await read(id, una.token), name: await nameNow() };
}

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
};

test('an import cancelled just before its final statement writes nothing', async () => {
  const last =
    "trigger waits after insert on audit_log for each row when (new.entity = 'catalogue' and new.action = 'import')";
  const { status, report, name } = await cancelAt(last);
  expect([status, report.state, report.refusal, name]).toEqual([200, 'failed', cancelled, 'Before']);
  expect(await partsOf(report.id)).toBe(0);
});

test('an import cancelled while it commits is completed', async () => {
  const atCommit = `constraint trigger waits after update on product_imports deferrable initially deferred
    for each row when (new.state = 'done')`;
  const { status, report, name } = await cancelAt(atCommit);
  expect([status, report.state, report.refusal, name]).toEqual([409, 'done', null, 'After']);
});
