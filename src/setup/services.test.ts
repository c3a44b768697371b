import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { createApp } from '../app.server.ts';
import { seedSite } from '../demo.server.ts';
import { beginSetup, followSetup } from './setup-link.server.ts';
import type { ServicesTyped } from './contract.ts';
import type { ShownMenus } from '#site/content/menus-contract.ts';
import type { ShownPage } from '#site/content/shown.ts';

const { deps, askOf } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
await seedSite(deps);
const token = new URL((await beginSetup(deps)) ?? '').searchParams.get('t') ?? '';
const ask = askOf(await createApp({ ...deps, setup: followSetup(deps.db) }, { pages: false }));
const asOwner = { headers: { origin: 'http://shop.test', 'x-session': 'cookie' }, cookies: { setup: token } };

const person = { firstName: 'Ines', lastName: 'Marlow', email: 'ines@harbour.example', mobile: '0491570158' };
const password = 'mop and bucket 1';
const company = {
  name: 'Harbour Clean',
  abn: '51 824 753 556',
  email: 'office@harbour.example',
  officePhone: '(03) 5550 1234',
  mobile: '0491 570 157',
  address: { streetNumber: '4', streetName: 'Dock Road', city: 'Geelong', state: 'VIC', postcode: '3220' },
};

interface Typed {
  settings: { delivery: object };
  brand: object;
  services: ServicesTyped;
}
const readTyped = async () => (await ask<Typed>('GET', '/v1/setup', asOwner)).body;

/** Everything that sets up the site, with these services offered. */
async function whole(offered: Record<string, { name?: string; summary?: string }>) {
  const { settings, brand, services } = await readTyped();
  const none = Object.entries(services).map(([id, words]) => [id, { ...words, isOffered: false }] as const);
  const chosen = Object.entries(offered).map(
    ([id, words]) => [id, { ...services[id], ...words, isOffered: true }] as const,
  );
  return {
    company,
    delivery: settings.delivery,
    brand: { ...brand, accent: '#1d4ed8', ink: '#172554' },
    services: Object.fromEntries([...none, ...chosen]),
    administrator: { ...person, password, confirmPassword: password },
  };
}

const finish = async (offered: Parameters<typeof whole>[0]) =>
  ask('POST', '/v1/setup/finish', { ...asOwner, body: await whole(offered) });

const statusOf = async (path: string) => (await ask('GET', `/v1/site/pages/shown?path=${path}`)).status;
const shown = async (path: string) =>
  (await ask<{ page: ShownPage }>('GET', `/v1/site/pages/shown?path=${path}`)).body.page;
/** The blocks of a page as they are stored. */
async function storedPage(path: string): Promise<{ kind: string; items?: object[] }[]> {
  const { id } = await shown(path);
  const row = await deps.db.selectFrom('site_pages').select('published').where('id', '=', id).executeTakeFirstOrThrow();
  return (row.published as unknown as { blocks: { kind: string }[] }).blocks; // as the shape has stored it
}
const menus = async () => (await ask<ShownMenus>('GET', '/v1/site/menus/shown')).body;

test('the library has twelve services, none of them ticked; what is ticked and typed is kept', async () => {
  const { services, ...typed } = await readTyped();
  expect(Object.keys(services)).toHaveLength(12);
  expect(Object.values(services).some(({ isOffered }) => isOffered)).toBe(false);
  const changed = { ...services, 'office-cleaning': { isOffered: true, name: 'Workplaces', summary: 'Quietly.' } };
  const forged = { ...changed, 'retail-cleaning': { isOffered: 'yes', name: 5 }, 'moon-cleaning': { isOffered: true } };
  await ask('PUT', '/v1/setup', { ...asOwner, body: { ...typed, services: forged } });
  expect((await readTyped()).services).toEqual(changed);
  expect((await menus()).main.map(({ label }) => label)).toEqual(['Home', 'Contact', 'FAQs']); // no services yet
});

test('names that are missing, the same, or not of the library are all named, and nothing is set up', async () => {
  const twice = await finish({
    'office-cleaning': { name: ' ' },
    'retail-cleaning': { name: 'Shops' },
    'strata-cleaning': { name: 'shops' },
  });
  expect(twice.status).toBe(400);
  expect(twice.faults).toEqual([
    { path: 'services.office-cleaning.name', message: 'This field is required.' },
    { path: 'services.strata-cleaning.name', message: 'Another service has this name.' },
  ]);
  const unknown = await finish({ 'moon-cleaning': { name: 'The Moon' }, 'office-cleaning': {} });
  expect(unknown.faults).toMatchObject([{ path: 'services.moon-cleaning.name' }]);
  expect(await statusOf('/office-cleaning')).toBe(404);
});

test('of those who finish at once one adds services; the site stands with exactly the services that were ticked', async () => {
  const offered = {
    'office-cleaning': { name: 'Workplace cleaning', summary: 'Floors, desks and kitchens.' },
    'retail-cleaning': {},
    'strata-cleaning': { name: 'Services' }, // the address of another page
    'window-cleaning': { name: 'نوافذ' },
    'carpet-and-floor-care': { name: 'Contact us' }, // an address of the program
  };
  const answers = await Promise.all([finish(offered), finish(offered), finish(offered)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  const { services, main } = await menus();
  expect(services).toEqual([
    { label: 'Workplace cleaning', to: '/workplace-cleaning' },
    { label: 'Retail cleaning', to: '/retail-cleaning' },
    { label: 'Services', to: '/strata-cleaning' },
    { label: 'نوافذ', to: '/window-cleaning' },
    { label: 'Contact us', to: '/carpet-and-floor-care' },
  ]);
  expect(main.map(({ label }) => label)).toEqual(['Home', 'Services', 'Contact', 'FAQs']);
  for (const { to } of services) expect(await statusOf(to)).toBe(200);
  for (const gone of ['/office-cleaning', '/medical-cleaning', '/hospitality-cleaning'])
    expect(await statusOf(gone)).toBe(404);

  const page = await shown('/workplace-cleaning');
  expect(page).toMatchObject({
    title: 'Workplace cleaning',
    description: 'Floors, desks and kitchens.',
    service: 'Workplace cleaning',
    crumbs: [{ label: 'Services', to: '/services' }],
  });
  expect(page.blocks[0]).toMatchObject({ kind: 'hero', title: 'Workplace cleaning' });
  const related = page.blocks.find(({ kind }) => kind === 'services');
  expect(related).toMatchObject({ services: [{ name: 'نوافذ' }, { name: 'Contact us' }, { name: 'Services' }] });
  const { items } = (await storedPage('/retail-cleaning')).find(({ kind }) => kind === 'services') ?? {};
  expect(items).toHaveLength(2); // hospitality is not offered
  for (const list of ['/', '/services']) {
    const block = (await shown(list)).blocks.find(({ kind }) => kind === 'services');
    expect(block).toMatchObject({ services: services.map(({ label }) => ({ name: label })) });
  }
  const sitemap = (await ask('GET', '/sitemap-pages.xml')).bytes.toString();
  for (const { to } of services) expect(sitemap).toContain(`<loc>http://shop.test${to}</loc>`);
  expect(sitemap).not.toMatch(/medical-cleaning|success/);
});

test('the drawings have the colours of the brand', async () => {
  const { picture } = (await shown('/retail-cleaning')).blocks[0] as { picture: { path: string } }; // a hero
  const drawing = (await ask('GET', picture.path)).bytes.toString();
  expect(drawing).toContain('#1d4ed8');
  expect(drawing).not.toMatch(/#0b7a5b|#0b3b3c/);
});
