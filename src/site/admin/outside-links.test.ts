import { lookup } from 'node:dns/promises';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { startReceiver } from '../../../test/receiver.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { EditedPage } from './contract.ts';
import { checkOutsideLinks } from './outside-links.server.ts';
import type { listDeadLinks } from './outside-links-contract.ts';

const { ask, deps } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
const { token } = await makeAdministrator(deps, { claims: ['ManageSite'] });
const other = await makeAdministrator(deps, { claims: ['ManageForms'] });
const receiver = await startReceiver();
const { origin } = receiver;
const local = (host: string) => lookup(host, { all: true });

const list = async () => (await ask<ReplyOf<typeof listDeadLinks>>('GET', '/v1/site/outside-links', { token })).body;

const publish = async (page: EditedPage, body: string) => {
  const content = { ...page.draft, blocks: [{ id: newId(), kind: 'text', body }] };
  const { version } = (await ask<EditedPage>('PUT', `/v1/site/pages/${page.id}`, { token, body: { content } })).body;
  return (await ask<EditedPage>('POST', `/v1/site/pages/${page.id}/publish`, { token, body: { version } })).body;
};

receiver.answer = (response) => {
  const { path } = receiver.came.at(-1) ?? { path: '' };
  const status = Number(/\d{3}/.exec(path)?.[0] ?? 200);
  response.writeHead(status, path === '/ring-302' ? { location: '/ring-302' } : { location: '/404' }).end();
};

test('dead links to other sites are listed with what is wrong and where they stand, until they are alive or gone', async () => {
  const links = ['ok', '404', 'moved-301', '403', '500', 'ring-302', 'ok#part'].map((end) => `[x](${origin}/${end})`);
  const body = { title: 'Links', path: '/links/' };
  const created = (await ask<EditedPage>('POST', '/v1/site/pages', { token, body })).body;
  const page = await publish(created, `${links.join(' ')} and ${origin}/410 and [own](/contact-us/)`);
  await checkOutsideLinks({ ...deps, resolveHost: local });
  const host = new URL(origin).host;
  const { dead, count } = await list();
  expect(count).toBe(7);
  expect(dead.map(({ url, reason }) => [url.replace(origin, ''), reason.replace(host, 'It')])).toEqual([
    ['/404', 'It has no such page (404).'],
    ['/410', 'It has no such page (410).'],
    ['/500', 'It answered with an error (500).'],
    ['/moved-301', 'It has no such page (404).'],
    ['/ring-302', 'It redirects too often.'],
  ]);
  expect(dead[0]).toMatchObject({
    sinceDate: '2026-03-02T01:00:00.000Z',
    places: [{ kind: 'page', id: page.id, title: 'Links' }],
  });
  deps.clock.advance(60_000);
  receiver.answer = (response) => response.writeHead(receiver.came.at(-1)?.path === '/410' ? 410 : 200).end();
  await publish(page, `${origin}/410 ${origin}/404`);
  await checkOutsideLinks({ ...deps, resolveHost: local });
  const after = await list();
  expect([after.count, after.checkedDate]).toEqual([2, '2026-03-02T01:01:00.000Z']);
  expect(after.dead).toMatchObject([{ url: `${origin}/410`, sinceDate: '2026-03-02T01:00:00.000Z' }]);
});

test('no address within the own network is asked, and only who manages the site may look and check', async () => {
  receiver.came.length = 0;
  expect((await ask('POST', '/v1/site/outside-links/check', { token })).status).toBe(204);
  await deps.jobs.finishAll();
  expect(receiver.came).toEqual([]);
  expect((await list()).dead.map(({ reason }) => reason)).toContain(
    `There is no public server with the name ${new URL(origin).host}.`,
  );
  for (const [method, end] of [
    ['GET', ''],
    ['POST', '/check'],
  ] as const)
    expect((await ask(method, `/v1/site/outside-links${end}`, { ...other })).status).toBe(403);
});
