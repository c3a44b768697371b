import type { Locator, Page, Route } from '@playwright/test';
import { signInAs } from './admin.ts';
import { at, fault, field, openForm, storedForm, submissionsOf, submit, thanks } from './forms.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const heading = (page: Page, name: string): Locator => page.locator('form summary', { hasText: name });

/** Checks that it is on the screen and not covered by the bar at the top. */
async function expectInView(page: Page, one: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [bar, box] = [await page.getByRole('complementary').boundingBox(), await one.boundingBox()];
      const height = page.viewportSize()?.height ?? 0;
      return bar !== null && box !== null && box.y >= bar.y + bar.height && box.y < height - 40;
    })
    .toBe(true);
}

test('@phone the first press of Next counts although a message shifts the page, and its target is never covered', async ({
  page,
  database,
}) => {
  const notes = Array.from({ length: 9 }, (_, place) => field(1, `Note ${place}`));
  const [mail, site] = [field(15, 'Your e-mail'), field(0, 'Site', { requiredLogic: '*' })];
  const form = await storedForm(database, [
    [...notes, mail],
    notes.map(({ fieldLabel }) => field(1, `B ${fieldLabel}`)),
    [site],
  ]);
  await openForm(page, `/forms/${form.url}/`);
  const next = page.getByRole('button', { name: 'Next' });
  await at(page, mail).fill('no address');
  await next.scrollIntoViewIfNeeded();
  const place = await next.boundingBox();
  if (!place) throw new Error('There is no Next.');
  await page.mouse.move(place.x + place.width / 2, place.y + 4);
  await page.mouse.down();
  await expect(fault(page, mail)).toHaveText('Must be a valid email address.');
  await page.mouse.up();
  await expect(heading(page, 'Part B')).toBeFocused();
  await expectInView(page, heading(page, 'Part B'));
  await expect(heading(page, 'Part A')).toContainText('1 to fix');

  await page.getByRole('button', { name: 'Previous' }).tap();
  await expect(heading(page, 'Part A')).toBeFocused();
  await at(page, mail).fill('none');
  await next.tap();
  await expect(heading(page, 'Part B')).toBeFocused();

  await submit(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Site' });
  await expect(summary).toBeFocused();
  await expectInView(page, summary);
  await summary.getByRole('link', { name: 'Site' }).tap();
  await expectInView(page, at(page, site));
  await at(page, site).fill('Harbour Street');
  await page.getByRole('link', { name: '1 to fix' }).tap();
  await expectInView(page, page.locator('#form-errors'));
  await at(page, mail).fill('mira@example.com');
  await submit(page);
  const done = page.getByRole('heading', { name: thanks });
  await expect(done).toBeFocused();
  const [sent] = await submissionsOf(database, form);
  const reference = (sent?.id ?? '')
    .slice(-8)
    .toUpperCase()
    .replace(/^(.{4})/, '$1-');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).tap();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await page.getByText('What you sent').tap();
  await expect(page.getByRole('definition').filter({ hasText: 'mira@example.com' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Fill in again' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(at(page, mail)).toHaveValue('');
});

/** Moves what is cached to where a former release's worker had it, and installs the worker once more. */
async function cacheAsFormerly(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration('/forms/');
  await worker?.unregister();
  const [from, to] = [await caches.open('shop-forms-1'), await caches.open('spruce-forms-1')];
  for (const request of await from.keys()) await to.put(request, (await from.match(request)) ?? new Response());
  await caches.delete('shop-forms-1');
  await navigator.serviceWorker.register('/forms-worker.js', { scope: '/forms/' });
}

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', provoked: /net::ERR_|Failed to fetch|^502 for|status of 502/ });

  test('a form that has been opened before also opens offline, with all its fields and without personal data', async ({
    page,
    context,
    database,
  }) => {
    const email = await signInAs(context, database, 'customer');
    const [name, site, kinds, papers, signed] = [
      field(0, 'First name', { modelPropertyName: 'firstName' }),
      field(20, 'Site'),
      field(3, 'Kinds', { selectOptions: 'dry;wet' }),
      field(8, 'Papers'),
      field(36, 'Signed'),
    ];
    const form = await storedForm(database, [[name], [site, kinds, papers, signed]]);
    const path = `/forms/${form.url}/`;
    const kept = (): Promise<string | undefined> => page.evaluate(async (of) => (await caches.match(of))?.text(), path);
    await page.goto(path);
    await expect(at(page, name)).toHaveValue('Imogen');
    await expect.poll(kept).toContain('data-kept');
    for (const personal of ['Imogen', 'Farrant', email]) expect(await kept()).not.toContain(personal);
    await page.evaluate(cacheAsFormerly);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shop-forms-1']);
    expect(await kept()).toContain('data-kept');

    const stored = await context.newPage();
    for (const fail of [
      (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }), // a proxy responds instead of the server
      () => Promise.resolve(), // no response
    ]) {
      await context.route(`**${path}`, fail);
      await stored.goto(path);
      await expect(stored.getByText('Our site is not responding at the moment.')).toBeVisible();
      await context.unroute(`**${path}`, fail);
    }
    await stored.goto(path);
    await expect(at(stored, name)).toHaveValue('Imogen'); // from the server again
    await stored.close();

    await context.setOffline(true);
    const there = await context.newPage();
    await there.goto(path);
    await expect(there.getByText('You are offline.')).toBeVisible();
    await expect(at(there, name)).toHaveValue('');
    await at(there, name).fill('Mira');
    await there.getByRole('button', { name: 'Next' }).click();
    await expect(at(there, site).getByRole('combobox')).toBeVisible();
    await at(there, kinds).click();
    await there.getByRole('option', { name: 'wet' }).click();
    await expect(at(there, papers).getByText('Drop files here')).toBeVisible();
    await expect(at(there, signed).locator('canvas')).toBeVisible();
    await submit(there);
    await expect(there.getByText('Waiting for a connection')).toBeVisible();
    await context.setOffline(false);
    await expect(there.getByRole('heading', { name: thanks })).toBeVisible();
    const [sent] = await submissionsOf(database, form);
    expect(sent?.responses).toMatchObject({ [name.id]: 'Mira', [kinds.id]: 'wet' });
    await database.db.deleteFrom('form_submissions').where('form_id', '=', form.id).execute();
    await database.db.updateTable('forms').set({ archived_at: new Date() }).where('id', '=', form.id).execute();
    expect((await there.reload())?.status()).toBe(404);
    await expect.poll(kept).toBeUndefined();
  });
});

test('if the session ends during an edit, the same user signs in again in place, and the edit is saved', async ({
  page,
  context,
  database,
}) => {
  const { db } = database;
  const other = await signInAs(context, database, 'customer');
  const email = await signInAs(context, database, 'customer');
  const site = field(0, 'Site');
  const form = await storedForm(database, [[site]]);
  await openForm(page, `/forms/${form.url}/`);
  await at(page, site).fill('Harbour Street');
  await context.clearCookies();
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog.getByLabel('Username')).toHaveValue(email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Please sign in to continue.')).toBeVisible();
  expect(await submissionsOf(database, form)).toEqual([]); // nor as a guest's
  await submit(page);
  const signIn = async (name: string, password: string): Promise<void> => {
    await dialog.getByLabel('Username').fill(name);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };
  await signIn(email, 'wrong');
  await expect(dialog.getByText('Sorry, your user name or password is incorrect')).toBeVisible();
  await signIn(other, 'clean sweep 7');
  await expect(dialog.getByText('You are now signed in as someone else.')).toBeVisible();
  expect(await submissionsOf(database, form)).toEqual([]);
  await signIn(email, 'clean sweep 7');
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible();
  const stored = await db.selectFrom('form_submissions').select('user_id').where('form_id', '=', form.id).execute();
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  expect(stored).toEqual([{ user_id: id }]);

  await page.goto('/update-profile/');
  await page.getByLabel('First name').fill('Mirabel');
  await context.clearCookies();
  const save = page.getByRole('button', { name: /^Save|^Update/ });
  await save.press('Enter');
  await dialog.getByLabel('Password', { exact: true }).fill('clean sweep 7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your profile has been successfully updated.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(save).toBeFocused();
});
