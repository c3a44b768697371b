import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropCached } from '#platform/db/cached-until-change.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { slicesApp } from '../../../test/slices.ts';
import { siteRoutes } from '../content/routes.server.ts';
import type { ShownPage } from '../content/shown.ts';
import { folderSource } from '../folder/folder-source.server.ts';
import { importSite } from '../folder/import-site.server.ts';
import { addServices } from './add-services.server.ts';
import { readServiceLibrary } from './service-library.server.ts';

const { ask, deps } = await slicesApp([siteRoutes]);
const root = join(import.meta.dirname, '../../..');
const demo = JSON.parse(readFileSync(join(root, 'demo/site/company.json'), 'utf8')) as {
  company: { name: string; address: { city: string } };
}; // its own file

await importSite(deps, await folderSource(join(root, 'starter-site')));
const library = await readServiceLibrary();
const offered = library.services.map(({ id, name, summary }) => ({ id, name, summary }));
const by = { actor: { id: newId(), firstName: 'Ines', lastName: 'Marlow' } };
const colours = { accent: '#1d4ed8', ink: '#172554' };
const add = (services: typeof offered) =>
  inTransaction(deps.db, (tx) => addServices(deps, tx, { library, offered: services, colours, by }));

async function shown(path: string): Promise<ShownPage> {
  const { status, body } = await ask('GET', `/v1/site/pages/shown?path=${path}`);
  expect(status).toBe(200);
  return (body as { page: ShownPage }).page;
}

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g; // an id can contain such a number
const words = [demo.company.name, demo.company.address.city, 'Sydney', 'Newcastle', 'ISO', 'certified', 'since 20'];

test('each of the twelve has a page with a picture, a scope, a checklist and questions, and names no company', async () => {
  expect(offered).toHaveLength(12);
  await add(offered);
  dropCached(deps, 'site');
  const leads = new Set<unknown>();
  for (const { id, name } of offered) {
    const page = await shown(`/${id}`);
    expect(page).toMatchObject({ title: name, service: name, crumbs: [{ to: '/services' }] });
    expect(page.blocks.map(({ kind }) => kind)).toEqual([
      'hero',
      'scope',
      'table',
      'checklist',
      'questions',
      'services',
    ]);
    expect(page.blocks[0]).toMatchObject({ title: name, picture: { path: expect.stringMatching(/\.svg$/) } });
    expect(page.blocks[5]).toMatchObject({ services: [{}, {}, {}] });
    const text = JSON.stringify(page);
    for (const word of words) expect(text).not.toContain(word);
    leads.add((page.blocks[0] as { lead: unknown }).lead); // a hero
  }
  expect(leads.size).toBe(12);
});

test('adding them once more adds no service, and publishes no page anew', async () => {
  const pages = () => deps.db.selectFrom('site_page_versions').select(['page_id', 'number']).execute();
  const before = await pages();
  await add(offered);
  expect(await pages()).toEqual(before);
  const records = await deps.db.selectFrom('site_records').select('id').where('removed_at', 'is', null).execute();
  expect(records).toHaveLength(12);
});

test('the pages of a new site name no company and no place', async () => {
  for (const path of ['/', '/services', '/faqs', '/privacy-policy', '/terms-and-conditions']) {
    const text = JSON.stringify(await shown(path)).replaceAll(anyId, '');
    for (const word of [...words, 'New South Wales', '2020']) expect(text).not.toContain(word);
  }
});
