import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { environment } from './place.ts';
import { expect, expectAccessible, test } from './test.ts';

const port = Number(environment.PORT) + 1300;
const site = `http://localhost:${port}`;
let server: OwnServer;

test.describe.configure({ mode: 'serial' });
test.use({ provoked: /503 for GET|status of 503/ }); // what visitors see until the site has been set up
test.beforeAll(async () => {
  server = await startOwnServer(port, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
});
test.afterAll(() => server.stop());

/** The link that the server has printed. */
async function printedLink(): Promise<string> {
  const found = () => /http:\S+\/setup\/\?t=\S+/.exec(server.output())?.[0];
  await expect.poll(found).toBeDefined();
  return found() ?? '';
}

/** Presses Tab, or another key, until the control has the focus. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isThere()); presses++) {
    expect(presses, 'presses of Tab').toBeLessThan(40);
    await page.keyboard.press(key);
  }
}

/** Types into fields by keyboard alone; what was in them is replaced. */
async function type(page: Page, entries: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(entries)) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.press('Control+a').catch(() => {});
    await page.keyboard.type(text);
  }
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

const step = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: false }).and(page.locator('[aria-current=step]'));

const company = {
  'Company name': 'Harbour Clean',
  'ABN optional': '51 824 753 557',
  Email: 'office@harbour.example',
  'Office phone': '(03) 5550 1234',
  Mobile: '0491 570 157',
  'Street number': '4',
  'Street name': 'Dock Road',
  City: 'Geelong',
  State: 'VIC',
  'Post code': '3220',
};
const password = 'mop and bucket 1';
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#1d4ed8" d="M0 0h40v10H0z"/></svg>';

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  const tag = width === 1440 ? '@long' : []; // the same journey
  test(`an owner sets up the site by keyboard, ${width} px wide`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (width === 390) {
      const visit = await page.goto(`${site}/shopping/products/all`);
      expect(visit?.status()).toBe(503);
      await expect(page.getByRole('heading')).toHaveText('This site is being set up');
      await expectAccessible(page);
    } else await startAgain();

    await page.goto(await printedLink());
    await expect(page).toHaveURL(`${site}/setup/?step=company`);
    await press(page, 'Continue');
    const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') });
    await expect(summary).toContainText('Company name is required.');
    await expectAccessible(page);
    await type(page, company);
    await page.keyboard.press('Enter');
    await expect(summary).toContainText('Invalid ABN.');
    await expect(summary).toBeFocused();
    await type(page, { 'ABN optional': '51 824 753 556' });
    await page.keyboard.press('Enter');
    await expect(step(page, 'Brand')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Step 2 of 5: Brand' })).toBeFocused();

    await type(page, { 'Accent colour': '#ffd400' });
    await expect(page.getByText('readers need 4.5 to 1')).toBeVisible();
    await press(page, 'Continue');
    await expect(page.getByRole('alert').first()).toContainText('readers need 4.5 to 1');
    await type(page, { 'Accent colour': '#1d4ed8', 'Ink colour': '#172554' });
    const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await expect(page.getByRole('img', { name: 'Logo', exact: true })).toHaveAttribute('src', /^\/brand\/\w+\.svg$/); // it has been stored
    await tabTo(page, page.getByRole('radio', { name: 'Friendly' }));
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Classic' })).toBeChecked();
    await expect(page.locator('figure').first()).toHaveCSS('font-family', /Source Sans/);
    await page.getByLabel('Picture for other sites', { exact: true }).setInputFiles(logo);
    await expect(page.getByRole('img', { name: 'Picture for other sites' })).toHaveAttribute(
      'src',
      /^\/brand\/\w+\.svg$/,
    );
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Classic' })).toBeChecked();
    await expect(page.getByLabel('Accent colour', { exact: true })).toHaveValue('#1d4ed8');
    await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
    await press(page, 'Continue');

    await expect(step(page, 'Services')).toBeVisible();
    await expect(page.getByText('None ticked yet')).toBeVisible();
    for (const service of ['Office cleaning', 'Medical cleaning', 'Window cleaning']) {
      await tabTo(page, page.getByRole('checkbox', { name: service, exact: true }));
      await page.keyboard.press('Space');
    }
    await tabTo(page, page.getByRole('checkbox', { name: 'Medical cleaning', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(page.getByText('2 of 12 ticked')).toBeVisible();
    const office = page.getByRole('group', { name: 'Office cleaning' }).getByLabel('Name', { exact: true });
    await tabTo(page, office, 'Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Window cleaning');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').first()).toContainText('Another service has this name.');
    await expectAccessible(page);
    await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }).first());
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Workplaces');
    await page.keyboard.press('Enter');

    await expect(step(page, 'Area')).toBeVisible();
    await type(page, { 'Areas served optional': 'Geelong and the Bellarine' });
    await page.keyboard.press('Enter');
    await type(page, { 'Delivery fee': '9.5' });
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Workplaces', exact: true })).toBeChecked();
    await page.goForward();
    await expect(page.getByLabel('Delivery fee', { exact: true })).toHaveValue(/^9\.50?$/);
    await press(page, 'Continue');

    await expect(step(page, 'Administrator')).toBeVisible();
    const person = { 'First name': 'Ines', 'Last name': 'Marlow', Email: `ines${width}@harbour.example` };
    await type(page, { ...person, Mobile: '0491 570 158', Password: 'short', 'Confirm password': 'short' });
    await press(page, 'Finish');
    await expect(page.getByRole('alert').first()).toContainText('Password must have at least 8 characters.');
    await expectAccessible(page);
    await type(page, { Password: password, 'Confirm password': password });
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1 })).toContainText(', Ines');
    await expect(page.getByRole('heading', { name: 'Before you open' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${site}/`);
    await expect(page.getByRole('contentinfo')).toContainText('Geelong and the Bellarine');
    await expect(page.getByRole('main').getByRole('link', { name: 'Write to us' }).first()).toHaveCSS(
      'background-color',
      colorScheme === 'light' ? 'rgb(29, 78, 216)' : /rgb/,
    );
    await page.getByRole('main').getByRole('link', { name: 'about Workplaces' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Workplaces');
    await expect(
      page.getByRole('contentinfo').getByRole('navigation', { name: 'Services' }).getByRole('link'),
    ).toHaveText(['Workplaces', 'Window cleaning']);
    await expectAccessible(page);
    const again = await page.goto(await printedLink());
    expect(again?.status()).toBe(401);
    await expect(page.getByText('or the site has been set up already')).toBeVisible();
    await expectAccessible(page);
  });
}

/** As before the site was set up; the server itself no longer shows visitors that it is being set up. */
async function startAgain(): Promise<void> {
  const { db } = server.database;
  await sql`truncate users cascade`.execute(db);
  await sql`truncate site_records`.execute(db);
  await db.updateTable('setup').set({ finished_at: null }).execute();
}

test('what is missing before the opening is done on the home page of the back office', async ({ page }) => {
  const { email } = await server.database.db.selectFrom('users').select('email').executeTakeFirstOrThrow();
  const data = { ClientId: 'web', GrantType: 'password', UserName: email, Password: password };
  const headers = { 'x-session': 'cookie' };
  expect((await page.request.post(`${site}/v1/core/auth/token`, { data, headers })).ok()).toBe(true);
  await page.goto(`${site}/admin/`);
  const card = page.getByRole('region', { name: 'Before you open' });
  await expect(card.getByRole('listitem')).toHaveCount(6); // the ABN has been given
  await card.getByRole('button', { name: 'Send a test e-mail' }).click();
  await expect(card.getByRole('status')).toContainText('the test e-mail was written to a file');
  await expect(card).toContainText('The privacy policy still says “[Before you open');
  const confirm = card.getByRole('button', { name: 'I have read it, and it is right' });
  await expect(confirm).toBeHidden();
  for (let pass = 0; pass < 2; pass++)
    await sql`update site_pages set published = regexp_replace(published::text, '\\[[^][{}"]*\\](?!\\()', '', 'g')::jsonb
      where path_key in ('privacy-policy', 'terms-and-conditions')`.execute(server.database.db);
  await page.reload();
  await confirm.click();
  await expect(card.getByRole('listitem')).toHaveCount(5);
  await expect(card.getByRole('heading', { name: 'Before you open' })).toBeFocused();
  await card.getByRole('link', { name: 'See the check' }).first().click();
  await expect(page).toHaveURL(/\/admin\/system\/#mail-server$/);
});

test('nothing that readers, mail programs and other systems receive names the program or its demo', async ({
  request,
}) => {
  const pages = ['/', '/privacy-policy/', '/terms-and-conditions/', '/contact-us/', '/login/', '/shopping/view-cart'];
  const files = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/favicon.svg', '/v1/openapi.json', '/v1/docs'];
  const received = new Map<string, string>();
  for (const path of [...pages, ...files]) received.set(path, await (await request.get(site + path)).text());
  for (const folder of [join(server.dataDir, 'outbox'), 'build/client'])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) received.set(entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1'));
  expect(received.get('/privacy-policy/')).toContain('shop.cart');
  expect([...received.keys()].filter((name) => name.endsWith('.eml'))).not.toEqual([]);
  expect([...received].filter(([, text]) => /spruce/i.test(text)).map(([name]) => name)).toEqual([]);
});
