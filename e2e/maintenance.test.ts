import { changesPaused } from '#lib/api/sentences.ts';
import { switchMaintenance } from '#platform/maintenance/maintenance.server.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { environment } from './place.ts';
import { expect, expectAccessible, test } from './test.ts';

const port = Number(environment.PORT) + 1200;
const site = `http://localhost:${port}`;
let server: OwnServer;

const switchTo = (isOn: boolean): Promise<void> =>
  switchMaintenance(server.database.db, {
    isOn,
    reason: 'We are moving to a larger server.',
    by: 'a test',
    at: new Date(),
  });

test.describe.configure({ mode: 'serial' });
test.use({ provoked: /503 for POST|status of 503/ });
test.beforeAll(async () => {
  server = await startOwnServer(port, { DEMO_CONTENT: 'false' });
});
test.afterAll(() => server.stop());

test('what was typed when maintenance began stays, and is sent when it has ended', async ({ page }) => {
  await switchTo(false);
  await page.goto(`${site}/contact-us/`);
  await page.getByRole('textbox', { name: 'Company' }).fill('Example Childcare');
  await page.getByLabel('Name', { exact: true }).fill('Sam Writer');
  await page.getByLabel('Email').fill('sam@example.com');
  await page.getByLabel('Message').fill('Can you come before seven?');
  await page.waitForTimeout(2_000); // longer than the spam limit of two seconds
  await switchTo(true);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(changesPaused)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Can you come before seven?');
  await expectAccessible(page);

  await switchTo(false);
  await expect
    .poll(async () => (await page.request.get(`${site}/v1/settings/public`)).json())
    .toMatchObject({ maintenance: null });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/contact-us\/success\/?$/);
});

test('cached pages say within two seconds that changes are paused, and why @long', async ({ page }) => {
  await page.goto(`${site}/`); // cached from now on
  const banner = page
    .getByRole('status')
    .filter({ hasText: 'We are moving to a larger server. We are doing maintenance.' });
  await expect(banner).toHaveCount(0);
  await switchTo(true);
  for (const path of ['/', '/contact-us/', '/login/']) {
    await page.goto(site + path);
    await expect(banner).toBeVisible();
    await expectAccessible(page);
  }
});

test('a page that is open says that changes are paused, and no longer, once its reader returns to it', async ({
  page,
}) => {
  await switchTo(false);
  await expect
    .poll(async () => (await page.request.get(`${site}/v1/settings/public`)).json())
    .toMatchObject({ maintenance: null });
  await page.goto(`${site}/contact-us/`);
  await page.getByLabel('Message').fill('Can you come before seven?');
  const banner = page.getByRole('status').filter({ hasText: 'We are moving to a larger server.' });
  const comesBack = async (times: number): Promise<void> => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(banner).toHaveCount(times, { timeout: 1_000 });
  };
  await switchTo(true);
  await expect(() => comesBack(1)).toPass();
  await expect(page.getByLabel('Message')).toHaveValue('Can you come before seven?');
  await switchTo(false);
  await expect(() => comesBack(0)).toPass();
});

test('without scripts, a refused form shows what was typed @long', async ({ browser }) => {
  await switchTo(true);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site}/contact-us/`);
  await page.getByRole('textbox', { name: 'Company' }).fill('Example Childcare');
  await page.getByLabel('Message').fill('Can you come before seven?');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('button', { name: 'Send' }).click(),
  ]);
  expect([answer.status(), Number(answer.headers()['retry-after']) > 0]).toEqual([503, true]);
  await expect(page.getByText(changesPaused)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Can you come before seven?');
  await page.close();
});
