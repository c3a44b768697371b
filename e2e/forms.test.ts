import type { Page } from '@playwright/test';
import { dayOf, format } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { signInAs } from './admin.ts';
import { at, field, moveToFormerDatabase, openForm, storedForm, submissionsOf, submit, thanks } from './forms.ts';
import { address } from './place.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const missing = 'You have one or more fields missing, please correct these and submit again.';
const kept = (page: Page) => expect(page.getByText(/Saved \d\d:\d\d/)).toBeVisible();
const another = (page: Page) => page.getByRole('button', { name: 'Fill in again' }).click();
const answer = (page: Page, label: string) => page.getByLabel(label);
const pdf = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') };
/** The request that submits a form. */
const sending = /\/v1\/form-builder\/[0-9a-f-]{36}\?/;

test('Next opens the next section, a fault opens its section, and the submission is stored once', async ({
  page,
  database,
}) => {
  const [site, door, note, who] = [
    field(0, 'Site', { requiredLogic: '*' }),
    field(0, 'Door', { initialValue: 'Front door', visibilityLogic: "Note == 'Short'" }),
    field(1, 'Note', { maxLength: 5 }),
    field(15, 'Your e-mail', { requiredLogic: '*' }),
  ];
  const form = await storedForm(database, [[site, door], [note], [who]]);
  await page.goto(`/forms/${form.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night check');
  await answer(page, 'Site').fill('Harbour Street');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(answer(page, 'Site')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 sections complete' })).toBeVisible();
  await answer(page, 'Note').fill('Too long');
  await submit(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Your e-mail' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('heading')).toHaveText(missing);
  await expect(summary.getByRole('listitem')).toHaveText([
    'Note Maximum length is 5.',
    'Your e-mail This field is required.',
  ]);
  await expect(answer(page, 'Site')).toBeHidden(); // it has no fault
  await expect(answer(page, 'Note')).toBeVisible();
  await summary.getByRole('link', { name: /Your e-mail/ }).click();
  await expect(answer(page, 'Your e-mail')).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await answer(page, 'Your e-mail').fill('mira@example.com');
  await answer(page, 'Note').fill('Tidy');
  await expect(page.locator('form summary').first()).toHaveText('Part AHarbour StreetComplete');
  await answer(page, 'Note').fill('Short'); // does not change which section is open
  await expect(page.locator('form summary').first()).toHaveText('Part AHarbour Street, Front doorComplete');
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(answer(page, 'Site')).toHaveValue('');
  const [stored, ...others] = await submissionsOf(database, form);
  expect(others).toEqual([]);
  expect(stored?.responses).toEqual({
    [site.id]: 'Harbour Street',
    [door.id]: 'Front door',
    [note.id]: 'Short',
    [who.id]: 'mira@example.com',
  });
});

test('a field hidden by a rule leaves no gap and is neither required nor sent; its answer returns when it is shown again', async ({
  page,
  database,
}) => {
  const [kind, why, more] = [
    field(0, 'Kind'),
    field(0, 'Why', { visibilityLogic: "Kind == 'other'", requiredLogic: '*' }),
    field(0, 'More', { visibilityLogic: "Why != ''" }),
  ];
  const form = await storedForm(database, [[kind, why, more]]);
  await page.goto(`/forms/${form.url}/`);
  const height = (await page.locator('form').boundingBox())?.height;
  await answer(page, 'Kind').fill('other');
  await answer(page, 'Why').fill('A leak');
  await answer(page, 'More').fill('In the foyer');
  await answer(page, 'Kind').fill('usual');
  await expect(answer(page, 'Why')).toHaveCount(0);
  await expect(answer(page, 'More')).toHaveCount(0);
  expect((await page.locator('form').boundingBox())?.height).toBe(height);
  await answer(page, 'Kind').fill('other');
  await expect(answer(page, 'More')).toHaveValue('In the foyer');
  await answer(page, 'Kind').fill('usual');
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  expect((await submissionsOf(database, form)).map(({ responses }) => responses)).toEqual([{ [kind.id]: 'usual' }]);
});

test('input is restored after a reload, and cleared once it is submitted', async ({ page, database }) => {
  const form = await storedForm(database, [[field(0, 'Site'), field(0, 'Room')]]);
  await page.goto(`/forms/${form.url}/`);
  await answer(page, 'Site').fill('Harbour Street');
  await answer(page, 'Room').fill('12');
  await kept(page);
  await page.reload();
  await expect(page.getByText('Your draft has been restored.')).toBeVisible();
  await expect(answer(page, 'Site')).toHaveValue('Harbour Street');
  await page.goto('/contact-us/success/'); // an open form would go on storing
  await page.evaluate(moveToFormerDatabase);
  await page.goto(`/forms/${form.url}/`);
  await expect(answer(page, 'Room')).toHaveValue('12'); // what a former release stored is still there
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  await page.reload();
  await expect(answer(page, 'Site')).toHaveValue('');
});

test.describe('with a bad connection', () => {
  test.use({ provoked: /net::ERR_/ });

  test('a form submitted offline is sent once, automatically, when the connection returns, also after a reload', async ({
    page,
    context,
    database,
  }) => {
    const form = await storedForm(database, [[field(0, 'Site')]]);
    await page.goto(`/forms/${form.url}/`);
    await answer(page, 'Site').fill('Harbour Street');
    await context.setOffline(true);
    await submit(page);
    await expect(page.getByText('Waiting for a connection')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(thanks)).toBeVisible();
    await another(page);
    await page.route(sending, (route) => route.abort());
    await answer(page, 'Site').fill('Bond Street');
    await submit(page);
    await expect(page.getByText('Waiting for a connection')).toBeVisible();
    await page.unroute(sending);
    await page.reload();
    await expect(page.getByText(thanks)).toBeVisible();
    const stored = await submissionsOf(database, form);
    expect(stored.map(({ responses }) => Object.values(responses))).toEqual([['Harbour Street'], ['Bond Street']]);
  });

  test('a tab stops sending once another tab has submitted the same answers', async ({ page, context, database }) => {
    const form = await storedForm(database, [[field(0, 'Site')]]);
    await openForm(page, `/forms/${form.url}/`);
    const other = await context.newPage();
    await openForm(other, `/forms/${form.url}/`);
    await answer(page, 'Site').fill('Harbour Street');
    await expect(answer(other, 'Site')).toHaveValue('Harbour Street');
    const isSent = Promise.withResolvers<void>();
    await other.route(new RegExp(`/v1/form-builder/${form.id}`), (route) => isSent.promise.then(() => route.abort()));
    await submit(other);
    await expect(other.getByText('Sending', { exact: true })).toBeVisible();
    await submit(page);
    await expect(page.getByText(thanks)).toBeVisible();
    await expect(other.getByText('This form has been submitted in another tab.')).toBeVisible();
    isSent.resolve();
    await expect(other.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(other.getByText('Waiting for a connection')).toBeHidden();
    await other.unroute(new RegExp(`/v1/form-builder/${form.id}`));
    await openForm(other, `/forms/${form.url}/`); // nothing is waiting to be sent
    await expect(answer(other, 'Site')).toHaveValue('');
    expect(await submissionsOf(database, form)).toHaveLength(1);
  });

  test('a lost response makes no second submission', async ({ page, database }) => {
    const form = await storedForm(database, [[field(0, 'Site')]]);
    await page.goto(`/forms/${form.url}/`);
    let lost = 0;
    await page.route(sending, async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await answer(page, 'Site').fill('Harbour Street');
    await submit(page);
    await expect(page.getByText('Waiting for a connection')).toBeVisible();
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect(page.getByText(thanks)).toBeVisible();
    expect(lost).toBe(2);
    expect(await submissionsOf(database, form)).toHaveLength(1);
  });

  test('a submission that waits in two tabs and is opened in a third is sent once, by the first tab that can', {
    tag: '@long',
  }, async ({ page, context, database }) => {
    await signInAs(context, database, 'customer');
    const form = await storedForm(database, [[field(0, 'Site')]]);
    const [other, third] = [await context.newPage(), await context.newPage()];
    for (const tab of [page, other]) {
      await tab.goto(`/forms/${form.url}/`);
      await hydrated(tab);
      await tab.route(sending, (route) => route.abort());
    }
    await answer(page, 'Site').fill('Harbour Street');
    await expect(answer(other, 'Site')).toHaveValue('Harbour Street');
    for (const tab of [page, other]) {
      await submit(tab);
      await expect(tab.getByText('Waiting for a connection')).toBeVisible();
    }
    const isSent = Promise.withResolvers<void>();
    await third.route(/\/draft$/, (route) => isSent.promise.then(() => route.continue()));
    await third.goto(`/forms/${form.url}/`);
    await hydrated(third);
    await page.unroute(sending);
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect(page.getByText(thanks)).toBeVisible();
    const isRead = third.waitForResponse(/\/draft$/);
    isSent.resolve();
    await isRead;
    await other.unroute(sending);
    await other.evaluate(() => window.dispatchEvent(new Event('online')));
    for (const tab of [other, third]) {
      await expect(tab.getByText('Ready to submit?')).toBeVisible();
      await hydrated(tab); // all its scripts have run
      await expect(answer(tab, 'Site')).toHaveValue('');
    }
    expect((await submissionsOf(database, form)).map(({ responses }) => Object.values(responses))).toEqual([
      ['Harbour Street'],
    ]);
  });

  test('a change whose response is lost is made once, is sent after a reload, and is merged with another change', {
    tag: '@long',
  }, async ({ page, context, database }) => {
    await signInAs(context, database, 'customer');
    const [site, papers, signed] = [field(0, 'Site'), field(8, 'Papers'), field(36, 'Signed')];
    const form = await storedForm(database, [[site, papers, signed]]);
    const headers = { 'x-session': 'cookie', origin: address };
    const data = [{ id: site.id, response: 'Harbour Street' }];
    const made = await page.request.post(`/v1/form-builder/${form.id}`, { data, headers });
    const { submissionId: id } = (await made.json()) as { submissionId: string };
    const change = new RegExp(`/v1/form-builder/${id}\\?`);
    const version = async () =>
      (await database.db.selectFrom('form_submissions').select('version').where('id', '=', id).executeTakeFirst())
        ?.version;

    await openForm(page, `/forms/${id}/edit/`);
    await answer(page, 'Site').fill('Bond Street');
    await at(page, papers).locator('input[type="file"]').setInputFiles(pdf);
    await expect(page.getByText('Added')).toBeVisible();
    await page.getByRole('button', { name: 'Type your name instead' }).click();
    await page.getByLabel('Your name as your signature').fill('Tobias Wrenfield');
    await page.route(change, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page);
    await expect(page.getByText('Waiting for a connection')).toBeVisible();
    await page.unroute(change);
    await page.getByRole('button', { name: 'Try again now' }).click();
    await page.waitForURL(`/forms/${id}/view/`); // the change is recognised as already made, with its files and signature
    await expect(page.getByText('Bond Street')).toBeVisible();
    expect(await version()).toBe(2);

    await page.route(change, (route) => route.abort());
    await openForm(page, `/forms/${id}/edit/`);
    await answer(page, 'Site').fill('Depot Lane');
    await submit(page);
    await expect(page.getByText('Waiting for a connection')).toBeVisible();
    await page.unroute(change);
    await page.reload();
    await page.waitForURL(`/forms/${id}/view/`);
    await expect(page.getByText('Depot Lane')).toBeVisible();
    expect(await version()).toBe(3);

    await openForm(page, `/forms/${id}/edit/`);
    const other = await page.request.put(`/v1/form-builder/${id}`, { data, headers });
    expect(other.status()).toBe(200);
    await answer(page, 'Site').fill('Wharf Road');
    await submit(page);
    await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
    expect(await submissionsOf(database, form)).toEqual([{ id, responses: { [site.id]: 'Harbour Street' } }]);
    await expect(page.getByText('Your changes have been merged with theirs')).toBeVisible();
    await expect(answer(page, 'Site')).toHaveValue('Wharf Road');
    await expect(at(page, papers).getByText('a.pdf')).toHaveCount(0); // the other change has removed it
    await page.reload();
    await expect(page.getByText('Your changes have been merged with theirs')).toBeVisible();
    await submit(page);
    await page.waitForURL(`/forms/${id}/view/`);
    expect(await submissionsOf(database, form)).toEqual([{ id, responses: { [site.id]: 'Wharf Road' } }]);
  });
});

test('a fault in something that the page does not show is reported', async ({ page, database }) => {
  const form = await storedForm(database, [[field(0, 'Site')]]);
  await openForm(page, `/forms/${form.url}/`);
  await answer(page, 'Site').fill('Harbour Street');
  await page.route(new RegExp(`/v1/form-builder/${form.id}`), (route) => {
    const answers = JSON.parse(route.request().postData() ?? '[]') as object[]; // the page's own format
    return route.continue({ postData: JSON.stringify([...answers, { id: newId(), response: 'x' }]) });
  });
  await submit(page);
  await expect(page.getByText('This field is not part of the form.')).toBeVisible();
  await expect(answer(page, 'Site')).toHaveValue('Harbour Street');
});

test('holding the mouse button on Submit does not send the emptied form again', async ({ page, database }) => {
  const form = await storedForm(database, [[field(0, 'Site')]]);
  await page.goto(`/forms/${form.url}/`);
  await answer(page, 'Site').fill('Harbour Street');
  const held = Promise.withResolvers<void>();
  await page.route('**/v1/form-builder/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Submit' });
  await button.click();
  await page.mouse.down();
  held.resolve();
  await expect(page.getByText(thanks)).toBeVisible();
  await page.mouse.up();
  await another(page);
  await answer(page, 'Site').fill('Bond Street');
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  expect(await submissionsOf(database, form)).toHaveLength(2);
});

test('pressing twice, or in two tabs, makes one submission, and tabs show the same answers', async ({
  page,
  context,
  database,
}) => {
  const form = await storedForm(database, [[field(0, 'Site')]]);
  await page.goto(`/forms/${form.url}/`);
  const other = await context.newPage();
  await other.goto(`/forms/${form.url}/`);
  await answer(page, 'Site').fill('Harbour Street');
  await expect(answer(other, 'Site')).toHaveValue('Harbour Street');
  await page.getByRole('button', { name: 'Submit' }).dblclick();
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(other.getByText('This form has been submitted in another tab.')).toBeVisible();
  await expect(answer(other, 'Site')).toHaveValue('');
  await another(page);
  await answer(page, 'Site').fill('Bond Street');
  await expect(answer(other, 'Site')).toHaveValue('Bond Street');
  await Promise.all([submit(page), submit(other)]);
  await expect.poll(async () => (await submissionsOf(database, form)).length).toBe(2);
  await expect(answer(page, 'Site')).toHaveValue('');
  expect(await submissionsOf(database, form)).toHaveLength(2);
});

test('a member continues a draft in another browser, and views and changes the submission', { tag: '@long' }, async ({
  page,
  context,
  browser,
  database,
}) => {
  await signInAs(context, database, 'customer');
  const [name, site, room] = [
    field(0, 'First name', { modelPropertyName: 'firstName' }),
    field(0, 'Site'),
    field(0, 'Room'),
  ];
  const [visit, code] = [field(10, 'Visit'), field(0, 'Door code', { visibilityLogic: 'Visit > today' })];
  const form = await storedForm(database, [[name, site, room, visit, code]]);
  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000); // a device whose clock is wrong
  const keeping = (one: Page, words: string) =>
    one.waitForResponse(
      (answered) => answered.url().endsWith('/draft') && (answered.request().postData() ?? '').includes(words),
    );
  await page.goto(`/forms/${form.url}/`);
  await expect(answer(page, 'First name')).toHaveValue('Imogen'); // from the profile
  await page.getByRole('textbox', { name: 'Visit' }).fill(format(dayOf(new Date(Date.now() + 86_400_000))));
  await answer(page, 'Door code').fill('4711');
  const isKept = keeping(page, 'Harbour Street');
  await answer(page, 'Site').fill('Harbour Street');
  await answer(page, 'Room').fill('11');
  expect((await isKept).status()).toBe(200);
  const elsewhere = await browser.newContext({ storageState: await context.storageState() });
  const there = await elsewhere.newPage();
  const hasTyped = Promise.withResolvers<void>();
  await there.route(/\/draft$/, (route) => hasTyped.promise.then(() => route.continue()));
  await there.goto(`/forms/${form.url}/`);
  await hydrated(there);
  await answer(there, 'Room').fill('12');
  hasTyped.resolve();
  await expect(answer(there, 'Site')).toHaveValue('Harbour Street');
  await expect(answer(there, 'Room')).toHaveValue('12'); // input typed before the draft arrives is kept
  const isKeptThere = keeping(there, 'Wharf Street');
  await answer(there, 'Site').fill('Wharf Street');
  expect((await isKeptThere).status()).toBe(200);
  await page.reload();
  await expect(answer(page, 'Site')).toHaveValue('Wharf Street');

  const isChanged = keeping(page, '4712');
  await answer(page, 'Door code').fill('4712');
  expect((await isChanged).status()).toBe(200);
  const isMerged = there.waitForResponse((answered) => answered.request().method() === 'PUT' && answered.ok());
  await answer(there, 'Room').fill('14'); // in a page that was open all the time
  for (const words of ['4712', '14']) expect((await isMerged).request().postData()).toContain(`"${words}"`);
  await expect(answer(there, 'Door code')).toHaveValue('4712');
  await expect(answer(there, 'Room')).toHaveValue('14');

  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  await there.reload();
  await hydrated(there);
  await answer(there, 'Room').fill('15');
  await kept(there); // saved, which reads the stored draft first
  await expect(answer(there, 'Site')).toHaveValue('');
  await elsewhere.close();
  const [sent] = await submissionsOf(database, form);
  await page.goto(`/forms/${sent?.id}/view/`);
  for (const said of ['Wharf Street', '4712']) await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit answers' }).click();
  await answer(page, 'Site').fill('Bond Street');
  await submit(page);
  await page.waitForURL(`/forms/${sent?.id}/view/`);
  for (const said of ['Bond Street', '4712']) await expect(page.getByText(said)).toBeVisible();

  const stranger = await browser.newContext();
  const strange = await stranger.newPage();
  await strange.goto(`/forms/${sent?.id}/view/`);
  await expect(strange).toHaveURL(`/login/?return-url=${encodeURIComponent(`/forms/${sent?.id}/view/`)}`);
  await signInAs(stranger, database, 'customer');
  expect((await strange.goto(`/forms/${sent?.id}/view/`))?.status()).toBe(404);
  await stranger.close();
});

test('a draft that is still being saved when its form is submitted does not come back', { tag: '@long' }, async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, 'customer');
  const form = await storedForm(database, [[field(0, 'Site')]]);
  await page.goto(`/forms/${form.url}/`);
  const isSent = Promise.withResolvers<void>();
  const arrived: string[] = [];
  await page.route(/\/draft$/, async (route) => {
    const method = route.request().method();
    if (method === 'PUT') await isSent.promise;
    const response = await route.fetch();
    arrived.push(method);
    await route.fulfill({ response });
  });
  const isKeeping = page.waitForRequest((asked) => asked.method() === 'PUT');
  await answer(page, 'Site').fill('Harbour Street');
  await isKeeping;
  const isStored = page.waitForResponse(sending);
  await submit(page);
  await isStored;
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  isSent.resolve();
  await expect(page.getByText(thanks)).toBeVisible();
  expect(arrived).toEqual(['PUT', 'DELETE']);
  const drafts = database.db.selectFrom('form_drafts').select('user_id').where('form_id', '=', form.id);
  expect(await drafts.execute()).toEqual([]);
});

test('the application form opens, and an unknown form gets 404', async ({ page }) => {
  const answered = await page.goto('/forms/application-form/');
  expect(answered?.status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  expect((await page.goto('/forms/no-such-form/'))?.status()).toBe(404);
});

test('what is typed, selected and opened before scripts have loaded is not lost', async ({ page, database }) => {
  const [site, kind, wet] = [field(0, 'Site'), field(2, 'Kind', { selectOptions: 'usual;other' }), field(6, 'Wet')];
  const form = await storedForm(database, [[site, kind, wet], [field(0, 'Room')]]);
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  });
  await page.goto(`/forms/${form.url}/`, { waitUntil: 'commit' });
  await answer(page, 'Site').fill('Harbour Street');
  await answer(page, 'Kind').selectOption('other');
  await page.getByText('Yes', { exact: true }).click();
  await page.locator('summary', { hasText: 'Part B' }).click();
  await expect(answer(page, 'Room')).toBeVisible();
  await kept(page);
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  const [stored] = await submissionsOf(database, form);
  expect(stored?.responses).toEqual({ [site.id]: 'Harbour Street', [kind.id]: 'other', [wet.id]: 'true' });
});

test('without scripts nothing is sent, and no answer gets into a URL', async ({ browser, database }) => {
  const form = await storedForm(database, [[field(0, 'Site')]]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/forms/${form.url}/`);
  await answer(page, 'Site').fill('Harbour Street');
  await submit(page);
  await answer(page, 'Site').press('Enter');
  await expect(page).toHaveURL(`/forms/${form.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await submissionsOf(database, form)).toEqual([]);
  await context.close();
});
