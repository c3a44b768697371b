import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { largestFile, mostFileRows } from '../import-sentences.ts';
import { testApp } from '../../../../test/app.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { importClient } from '../../../../test/send-import.ts';

const { app, ask, deps } = await testApp();
const { db, jobs, clock } = deps;
const { send, check, start, read, current, dismiss, bring } = importClient({ ask, deps });
const claims = ['ManageCartProducts', 'ManageCartStock'] as const;
const una = await makeAdministrator(deps, { claims, firstName: 'Una' });
const ivo = await makeAdministrator(deps, { claims, firstName: 'Ivo' });
const shelf = await makeCategory(db, 'Brushes');
await makeProduct(db, { name: 'Brush', url: 'brush', code: 'B-1', categories: [shelf], onHand: 2 });

const named = (name: string): string => `url,name,code\nbrush,${name},B-1\n`;
const nameNow = async (): Promise<string> =>
  (await db.selectFrom('products').select('name').where('url', '=', 'brush').executeTakeFirstOrThrow()).name;
const running = 'Another import is running. Please try again when it has finished.';

test('an import is checked, started and written in the background, and stays visible to its user until dismissed', async () => {
  const sent = await send(named('Soft brush'), una.token);
  expect(sent.body).toMatchObject({ state: 'checking', fileName: 'p.csv', startedBy: 'Una Bell', isOwn: true });
  const { id } = sent.body;
  expect(await current(ivo.token)).toMatchObject({ id, state: 'checking', isOwn: false });
  await jobs.finishAll();
  expect(await current(una.token)).toMatchObject({ state: 'checked', changed: 1, rowsDone: 1, rowsTotal: 1 });
  expect(await current(ivo.token)).toBeNull();
  expect(await nameNow()).toBe('Brush');
  expect((await start(id, una.token)).body).toMatchObject({ state: 'importing', rowsDone: 0 });
  expect((await dismiss(id, una.token)).message).toBe(running);
  await jobs.finishAll();
  expect(await current(una.token)).toMatchObject({ state: 'done', added: 0, changed: 1 });
  expect(await nameNow()).toBe('Soft brush');
  expect((await dismiss(id, una.token)).status).toBe(204);
  expect(await current(una.token)).toBeNull();
  const { rows } = await sql`select from product_import_parts`.execute(db);
  expect(rows).toEqual([]);
});

test('a second import is refused while one runs, even if both start at the same moment', async () => {
  const ready = await check(named('Ready'), ivo.token);
  const answers = await Promise.all([send(named('One'), una.token), send(named('Two'), ivo.token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(running);
  expect((await send(named('Three'), ivo.token)).message).toBe(running);
  expect(await start(ready.id, ivo.token)).toMatchObject({ status: 409, message: running });
  await jobs.finishAll();
  expect((await start(ready.id, ivo.token)).status).toBe(202);
  await jobs.finishAll();
  expect(await nameNow()).toBe('Ready');
});

test("users cannot start or dismiss another user's import, or start one that has faults or is done", async () => {
  const { id } = await check(named('Hers'), una.token);
  const notFound = 'This import no longer exists. Please upload the file again.';
  expect(await start(id, ivo.token)).toMatchObject({ status: 404, message: notFound });
  expect((await dismiss(id, ivo.token)).status).toBe(404);
  const bad = await check(named('x'), una.token);
  expect(bad).toMatchObject({ state: 'checked', faultCount: 1 });
  expect((await start(bad.id, una.token)).status).toBe(409);
  const done = await bring(named('Hers'), una.token);
  expect(done.state).toBe('done');
  expect((await start(done.id, una.token)).status).toBe(409);
});

const setClaims = (id: string, claims: readonly string[]) =>
  db
    .updateTable('users')
    .set({ claims: [...claims] })
    .where('id', '=', id)
    .execute();

const moving = 'url,name,code,stock\nbrush,Moved,B-1,1\n';

test('an import needs the claims of its user both when it is started and when it runs', async () => {
  const eve = await makeAdministrator(deps, { claims, firstName: 'Eve' });
  const before = await nameNow();
  const { id } = await check(moving, eve.token);
  await start(id, eve.token);
  await setClaims(eve.id, ['ManageCartProducts']);
  await jobs.finishAll();
  const failed = await read(id, una.token);
  expect([failed.state, failed.report?.faults.map(({ message }) => message)]).toEqual([
    'failed',
    ['You are not allowed to change stock.'],
  ]);

  await setClaims(eve.id, claims);
  const second = await check(named('By Eve'), eve.token);
  await start(second.id, eve.token);
  await setClaims(eve.id, ['ManageCartStock']);
  await jobs.finishAll();
  const refusal = 'You are no longer allowed to import products. Nothing has been changed.';
  expect(await read(second.id, una.token)).toMatchObject({ state: 'failed', refusal });
  expect(await nameNow()).toBe(before);
});

test('claims granted after the start do not apply to the import', async () => {
  const eve = await makeAdministrator(deps, { claims: ['ManageCartProducts'], firstName: 'Eve' });
  await makeProduct(db, { name: 'Pad', url: 'pad', code: 'P-1', categories: [shelf], onHand: 1 });
  const { id } = await check('url,name,code,stock\npad,Pads,P-1,1\n', eve.token);
  await start(id, eve.token);
  await setClaims(eve.id, claims);
  await db.updateTable('product_items').set({ on_hand: 5 }).where('code', '=', 'P-1').execute();
  await jobs.finishAll();
  expect(await read(id, una.token)).toMatchObject({ state: 'failed', faultCount: 1 });
});

const stopHeartbeat = (id: string, seconds: number, state: { attempts?: number; rows_done?: number }) =>
  db
    .updateTable('product_imports')
    .set({ ...state, beat_at: new Date(clock.now().getTime() - seconds * 1000) })
    .where('id', '=', id)
    .execute();

test('an import whose process has stopped is shown as interrupted, retried, and finally fails', async () => {
  const { id } = await check(named('Again'), una.token);
  await start(id, una.token);
  await stopHeartbeat(id, 30, { attempts: 1, rows_done: 1 });
  expect(await current(una.token)).toMatchObject({ state: 'importing', isInterrupted: true });
  await jobs.finishAll();
  expect(await read(id, una.token)).toMatchObject({ state: 'done', isInterrupted: false });
  expect(await nameNow()).toBe('Again');

  const next = await check(named('Never'), una.token);
  await start(next.id, una.token);
  await stopHeartbeat(next.id, 30, { attempts: 3 });
  await jobs.finishAll();
  const refusal = 'The server stopped during the import. Nothing has been changed.';
  expect(await read(next.id, una.token)).toMatchObject({ state: 'failed', refusal });
  expect(await nameNow()).toBe('Again');
});

test('an abandoned import does not block others', async () => {
  const { id } = await check(named('Lost'), una.token);
  await start(id, una.token);
  await stopHeartbeat(id, 16 * 60, {});
  expect((await send(named('Next'), ivo.token)).status).toBe(202);
  await jobs.finishAll();
  expect(await read(id, una.token)).toMatchObject({ state: 'failed' });
  expect(await nameNow()).toBe('Again');
});

test('a file of more than 64 MB or with too many rows is refused with a message', async () => {
  const tooLarge = 'The file is too large: at most 64 MB.';
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${una.token}` };
  const post = (payload: Readable | string, more = {}) =>
    app.inject({ method: 'POST', url: '/v1/manage-products/imports', headers: { ...headers, ...more }, payload });
  const piece = Buffer.alloc(1024 * 1024, 'a');
  const streamed = await post(Readable.from(Array.from({ length: largestFile / piece.length + 1 }, () => piece)));
  expect([streamed.statusCode, streamed.json<{ Message: string }>().Message]).toEqual([413, tooLarge]);
  const said = await post(Readable.from([piece]), { 'content-length': String(largestFile + 1) });
  expect([said.statusCode, said.json<{ Message: string }>().Message]).toEqual([413, tooLarge]);
  const squeezed = gzipSync(Buffer.alloc(largestFile + 1, 'a'));
  const bomb = await post(Readable.from([squeezed]), { 'content-encoding': 'gzip' });
  expect([bomb.statusCode, bomb.json<{ Message: string }>().Message]).toEqual([413, tooLarge]);
  const half = await post(Readable.from([squeezed.subarray(0, 100)]), { 'content-encoding': 'gzip' });
  expect(half.statusCode).toBe(400);
  const many = await check(`url,name,code\n${'a,b,c\n'.repeat(mostFileRows + 1)}`, una.token);
  expect(many.refusal).toBe(
    'The file has more than 200,000 rows. Please upload it in parts, or use the import command.',
  );
  expect((await ask('POST', '/v1/manage-products/imports', { token: una.token, body: {} })).message).toBe(
    'Please choose a CSV or Excel file.',
  );
});
