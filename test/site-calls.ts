import { newId } from '#lib/uuid.ts';
import type { EditedPage } from '../src/site/admin/contract.ts';
import type { EditedRecord } from '../src/site/admin/records-contract.ts';
import type { TestApp } from './app.ts';
import type { Calls } from './back-office-calls.ts';

/** Valid calls of the endpoints for pages, menus and what pages list; none invalidates another. */
export async function callsOfSite({ ask }: TestApp, token: string): Promise<Calls> {
  const path = '/v1/site/pages';
  const post = async <Body>(url: string, body: object) => (await ask<Body>('POST', url, { token, body })).body;
  let made = 0;
  const page = async (): Promise<EditedPage> => {
    made += 1;
    return post(path, { title: `Page ${made}`, path: `/made-${made}/` });
  };
  const published = async (): Promise<EditedPage> => {
    const { id, version } = await page();
    return post(`${path}/${id}/publish`, { version });
  };
  const [saved, shown, released, taken, kept, former] = [
    await page(),
    await page(),
    await page(),
    await published(),
    await published(),
    await published(),
  ];
  const content = {
    ...saved.draft,
    description: 'What we clean',
    blocks: [{ id: newId(), kind: 'text', title: 'Offices', body: 'Every **night**.' }],
  };
  const partners = '/v1/site/records/partner';
  const partner = await post<EditedRecord>(partners, { content: { name: 'Northside Mops' } });
  const { body: all } = await ask<EditedRecord[]>('GET', partners, { token });
  const { body: menus } = await ask<object>('GET', '/v1/site/menus', { token });
  const on = ({ id }: EditedPage) => ({ id });
  return {
    [`POST ${path}`]: { body: { title: 'Window cleaning', path: '/window-cleaning/', copyOf: saved.id } },
    [`PUT ${path}/{id}`]: { params: on(saved), body: { content, version: saved.version } },
    [`POST ${path}/{id}/preview`]: { params: on(shown), body: { content } },
    [`POST ${path}/{id}/publish`]: { params: on(released), body: { version: released.version, at: null } },
    [`POST ${path}/{id}/unpublish`]: { params: on(taken), body: { version: taken.version } },
    [`POST ${path}/{id}/discard`]: { params: on(kept), body: { version: kept.version } },
    [`POST ${path}/{id}/versions/{number}/restore`]: {
      params: { id: former.id, number: '1' },
      body: { version: former.version },
    },
    'PUT /v1/site/menus': { body: menus },
    'POST /v1/site/records/{kind}': {
      params: { kind: 'position' },
      body: { content: { anchor: 'night-cleaner', name: 'Night cleaner' } },
    },
    'PUT /v1/site/records/{kind}/{id}': {
      params: { kind: 'partner', id: partner.id },
      body: { content: partner.content, version: partner.version },
    },
    'POST /v1/site/records/{kind}/order': { params: { kind: 'partner' }, body: { ids: all.map(({ id }) => id) } },
  };
}
