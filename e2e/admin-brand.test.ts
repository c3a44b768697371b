import type { Page } from '@playwright/test';
import { signInAsAdministrator } from './admin.ts';
import { recordLayoutShifts } from './shifts.ts';
import { expect, expectAccessible, test } from './test.ts';

const path = '/admin/site/brand/';
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#1d4ed8" d="M0 0h40v10H0z"/></svg>';

const stored = async (page: Page) => (await page.request.get('/v1/brand')).json();
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').getByText('The brand has been saved.')).toBeVisible();
};

/** Saves the brand as it was before. */
async function restore(page: Page, before: object): Promise<void> {
  const { version } = await stored(page);
  const data = { ...before, version };
  const { origin } = new URL(page.url());
  expect((await page.request.put('/v1/brand', { data, headers: { origin } })).status()).toBe(200);
}

test.describe.configure({ mode: 'serial' }); // there is only one brand

test.beforeEach(async ({ context }) => {
  await signInAsAdministrator(context);
});

test('a colour that nobody can read is explained, and the nearest one is taken at a press', async ({ page }) => {
  await page.goto(path);
  const accent = page.getByLabel('Accent colour', { exact: true });
  await accent.fill('#ffd400');
  await expect(page.getByText('readers need 4.5 to 1')).toBeVisible();
  await page.getByRole('button', { name: 'Use #866a00' }).click();
  await expect(accent).toHaveValue('#866a00');
  await expect(page.getByText('readers need 4.5 to 1')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(accent).toHaveValue('#0b7a5b');
});

test('colours, pictures and words of the brand are on every page once they are saved', async ({ page }) => {
  await page.goto(path);
  const before = await stored(page);
  await page.getByLabel('Accent colour', { exact: true }).fill('#1d4ed8');
  await page.getByLabel('Ink colour', { exact: true }).fill('#172554');
  await page.getByLabel('Opening hours').fill('Every day, 6 am to 9 pm');
  const areas = page.getByLabel('Areas served');
  await areas.fill('Broken Hill');
  await areas.press('Enter');
  const logo = page.getByLabel('Logo', { exact: true });
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('5 fields changed.');
  await save(page);

  await page.goto('/');
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('Every day, 6 am to 9 pm');
  await expect(foot).toContainText('Broken Hill');
  const { logo: picture } = await stored(page);
  await expect(page.getByRole('banner').getByRole('link', { name: `Spruce, home` }).locator('img')).toHaveAttribute(
    'src',
    picture,
  );
  const button = page.getByRole('link', { name: 'Get a free quote' }).first();
  await expect(button).toHaveCSS('background-color', 'rgb(29, 78, 216)');
  await expectAccessible(page);

  await restore(page, before);
});

test('another pair of fonts is shown at once; pages load that pair alone, and nothing moves', async ({
  page,
  context,
}) => {
  await page.goto(path);
  const before = await stored(page);
  const title = page.getByText('A clean start to the day', { exact: true }).first();
  await expect(title).toHaveCSS('font-family', /^"Bricolage Grotesque"/);
  await page.getByRole('radio', { name: 'Friendly' }).focus();
  await page.keyboard.press('ArrowUp'); // the last one
  await expect(page.getByRole('radio', { name: 'Classic' })).toBeChecked();
  await expect(title).toHaveCSS('font-family', /^"Source Serif 4"/);
  await expectAccessible(page);
  await save(page);

  const visit = await context.newPage();
  const loaded: string[] = [];
  visit.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.woff2')) loaded.push(pathname);
  });
  await visit.addInitScript(recordLayoutShifts);
  await visit.goto('/');
  await visit.waitForLoadState('networkidle');
  await visit.evaluate(() => document.fonts.ready);
  expect(loaded.sort()).toEqual([
    '/brand/fonts/source-sans-3-latin-wght-normal.woff2',
    '/brand/fonts/source-serif-4-latin-600-normal.woff2',
  ]);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"Source Serif 4"/);
  expect(await visit.evaluate(() => document.fonts.check('600 20px "Source Serif 4"'))).toBe(true);
  expect(await visit.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.02); // set above
  await restore(page, before);
});

test('a picture that runs something is refused with the reason, and nothing else that was entered is lost', async ({
  page,
}) => {
  await page.goto(path);
  await page.getByLabel('Tagline').fill('Clean by seven.');
  const bad = drawing.replace('<path', '<script>alert(1)</script><path');
  const icon = page.getByLabel('Icon', { exact: true });
  await icon.setInputFiles({ name: 'icon.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(bad) });
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('2 fields changed.');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').first()).toContainText(
    'The drawing contains a part “script”, which is not allowed.',
  );
  await expect(page.getByLabel('Tagline')).toHaveValue('Clean by seven.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Tagline')).toHaveValue('Commercial cleaning and cleaning supplies.');
});
