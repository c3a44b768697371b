import type { Browser, BrowserContext, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import type { EditedPage } from '#site/admin/contract.ts';
import { signInAsAdministrator } from './admin.ts';
import { address } from './place.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessibleWideAndNarrow, test } from './test.ts';

const blocksOf = (page: Page) => page.getByRole('list', { name: 'Blocks' });
const fieldsOf = (page: Page) => page.getByRole('region', { name: 'Fields' });
const previewOf = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]');
const said = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();

/** Chooses the page's only text in the list of blocks. */
async function chooseText(page: Page): Promise<void> {
  await blocksOf(page).getByRole('button', { name: /^Text/ }).click();
  await expect(fieldsOf(page).getByRole('heading', { name: 'Text' })).toBeVisible(); // the page's own settings have a title, too
}

/** A name that no other test has. */
const unique = (name: string): string => `${name} ${newId().slice(-6)}`;

/** Waits for the answer, too: the message of a former time may still stand. */
async function publish(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/publish'));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  expect((await answer).status()).toBe(200);
  await said(page, 'The page is published.');
}

/** Waits as `publish` does. Where others have saved first, a refusal comes before the answer that is waited for. */
async function saveDraft(page: Page, press: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await press();
  await answer;
  await said(page, 'The draft has been saved.');
}

const byButton = (page: Page) => () => page.getByRole('button', { name: 'Save draft' }).click();
const byKeys = (page: Page) => () => page.keyboard.press('Control+s');

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Makes a page with one text, and opens its editor. Returns its address. */
async function newPage(page: Page, title: string): Promise<string> {
  await page.goto('/admin/site/');
  await page.getByRole('button', { name: 'New page' }).click();
  const dialog = page.getByRole('dialog', { name: 'New page' });
  await dialog.getByLabel('Title').fill(title);
  const path = await dialog.getByLabel('Address').inputValue();
  await dialog.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('dialog', { name: 'Add a block' }).getByRole('button', { name: /^Text/ }).click();
  await fieldsOf(page).getByLabel('Title', { exact: true }).fill('Our windows');
  return path;
}

/** What a visitor without scripts sees: the text of the page, or its status if there is none. */
async function seenBy(
  browser: Browser,
  path: string,
  part = 'main',
): Promise<{ status: number; url: string; text: string }> {
  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  const answer = await page.goto(path);
  const text = await page.locator(part).innerText();
  const url = new URL(page.url()).pathname;
  await visitor.close();
  return { status: answer?.status() ?? 0, url, text };
}

async function anotherAdministrator(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext();
  await signInAsAdministrator(context);
  return { page: await context.newPage(), context };
}

interface Stored<Content> {
  id: string;
  version: number;
  draft: Content;
  content: Content;
}

/** Stores something as another administrator would meanwhile. */
async function saveMeanwhile(context: BrowserContext, path: string, data: object): Promise<void> {
  const answer = await context.request.put(path, { data, headers: { origin: address } });
  expect(answer.status()).toBe(200);
}

const stored = async <T>(context: BrowserContext, path: string): Promise<T> =>
  (await context.request.get(path)).json() as Promise<T>; // of the endpoint's shape

test('the home page is changed by mouse, published, seen by visitors, and brought back', async ({
  page,
  context,
  browser,
}) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/site/');
  await page.getByRole('row').filter({ hasText: 'Commercial cleaning' }).getByRole('link').first().click();
  const title = unique('We also clean boats');
  await blocksOf(page)
    .getByRole('button', { name: /^Call to action/ })
    .click();
  const field = fieldsOf(page).getByLabel('Title', { exact: true });
  const before = await field.inputValue();
  await field.fill(title);
  await expect(previewOf(page).getByRole('heading', { name: title })).toBeVisible();
  for (const width of ['Phone', 'Tablet', 'Desktop']) await page.getByRole('button', { name: width }).click();
  await previewOf(page).getByRole('heading', { level: 1 }).dispatchEvent('click'); // a mouse would miss it, as the window is drawn smaller
  await expect(fieldsOf(page).getByRole('heading', { name: 'Hero' })).toBeVisible();
  expect((await seenBy(browser, '/')).text).not.toContain(title);
  await publish(page);
  expect((await seenBy(browser, '/')).text).toContain(title);

  await choose(page, 'Versions…');
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await versions
    .getByRole('button', { name: /^Version/ })
    .nth(1)
    .click();
  await expect(versions.getByText(before).first()).toBeVisible();
  await versions.getByRole('button', { name: /^Restore version/ }).click();
  await said(page, 'Publish it to show it to visitors.');
  await publish(page);
  const { text } = await seenBy(browser, '/');
  expect(text).toContain(before);
  expect(text).not.toContain(title);
});

test('a page is made, ordered and published by keyboard alone', async ({ page, context, browser }) => {
  await signInAsAdministrator(context);
  const path = await newPage(page, unique('Window cleaning'));
  await fieldsOf(page).getByLabel('Title', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Add block' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Add a block' })
    .getByRole('button', { name: /^Quotation/ })
    .focus();
  await page.keyboard.press('Enter');
  const rows = blocksOf(page).locator('button[data-row]');
  await expect(rows).toHaveCount(3); // a new page begins with its title
  await rows.nth(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(1)).toContainText('Quotation');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('Control+Shift+z');
  await expect(rows).toHaveCount(2);
  await saveDraft(page, byKeys(page));
  expect((await seenBy(browser, path)).status).toBe(404);
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await said(page, 'The page is published.');
  expect(await seenBy(browser, path)).toMatchObject({ status: 200, text: expect.stringContaining('Our windows') });
  await expectAccessibleWideAndNarrow(page);
});

test('two editors of one page: other parts are put together, for the same part one chooses, and nobody publishes unseen changes', async ({
  page,
  context,
  browser,
}) => {
  await signInAsAdministrator(context);
  await newPage(page, unique('Our team'));
  await saveDraft(page, byKeys(page));
  const other = await anotherAdministrator(browser);
  await other.page.goto(page.url());
  await hydrated(other.page); // until a press takes effect, the fields are those of another block
  await page.getByRole('button', { name: /^Page settings/ }).click();
  await fieldsOf(page).getByLabel('Description', { exact: true }).fill('Who comes at night');
  await saveDraft(page, byButton(page));

  await chooseText(other.page);
  const theirs = fieldsOf(other.page).getByLabel('Title', { exact: true });
  await theirs.fill('Our ladders');
  await saveDraft(other.page, byButton(other.page));
  await other.page.getByRole('button', { name: /^Page settings/ }).click();
  await expect(fieldsOf(other.page).getByLabel('Description', { exact: true })).toHaveValue('Who comes at night');

  await chooseText(page);
  await fieldsOf(page).getByLabel('Title', { exact: true }).fill('Our brushes');
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save draft' }).click();
  expect((await refused).status()).toBe(409);
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this page' });
  await expect(conflict.getByRole('cell', { name: 'Our ladders' })).toBeVisible();
  await expect(conflict.getByRole('cell', { name: 'Our brushes' })).toBeVisible();
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await expect(conflict).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled();
  await expect(fieldsOf(page).getByLabel('Title', { exact: true })).toHaveValue('Our brushes');

  await chooseText(other.page);
  await other.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await said(other.page, 'Look at them, then try again.');
  await expect(theirs).toHaveValue('Our brushes');
  await publish(other.page);
  await theirs.fill('Never saved');
  await choose(other.page, 'Discard changes');
  await said(other.page, 'The draft is the published page again.');
  await expect(theirs).toHaveValue('Our brushes');
  await other.context.close();
});

test('a page is renamed and its former address leads to it; one that is linked to is removed only after a question', async ({
  page,
  context,
  browser,
}) => {
  await signInAsAdministrator(context);
  const name = unique('Carpets');
  const path = await newPage(page, name);
  await publish(page);
  await page.getByRole('button', { name: /^Page settings/ }).click();
  await fieldsOf(page).getByLabel('Address', { exact: true }).fill('/admin/');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(
    fieldsOf(page).getByText('Addresses that begin with /admin belong to the program. Choose another one.'),
  ).toBeVisible();
  const renamed = path.replace('carpets', 'rugs');
  await fieldsOf(page).getByLabel('Address', { exact: true }).fill(renamed);
  await publish(page);
  expect(await seenBy(browser, path)).toMatchObject({ status: 200, url: renamed });

  const linking = await newPage(page, unique('Floors'));
  await fieldsOf(page).getByRole('button', { name: 'Link below it' }).click();
  await fieldsOf(page).getByLabel('Words of the link').fill('Our carpets');
  await fieldsOf(page)
    .getByLabel('Leads to')
    .selectOption({ label: `${name} (${renamed})` });
  await publish(page);
  await page.goto('/admin/site/');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('row').filter({ hasText: renamed }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: `Remove “${name}”?` });
  await expect(question.getByText('links to this page. Those links would then lead to the home page.')).toBeVisible();
  await question.getByRole('button', { name: 'Remove page' }).click();
  await said(page, 'has been removed.');
  expect((await seenBy(browser, renamed)).status).toBe(404);
  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const reader = await visitor.newPage();
  await reader.goto(linking);
  await expect(reader.getByRole('link', { name: 'Our carpets' })).toHaveAttribute('href', '/');
  await visitor.close();
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'The page is back.');
  expect((await seenBy(browser, renamed)).status).toBe(200);
});

test('a time of publishing is set, changed and taken away; what was not saved is offered again, on top of what others have saved', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await newPage(page, unique('Summer hours'));
  await choose(page, 'Publish at a time…');
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Choose a day.')).toBeVisible();
  const [day = ''] = new Date(Date.now() + 7 * 24 * 3600_000).toISOString().split('T');
  await dialog.getByLabel('Day').fill(day);
  await dialog.getByLabel('Time').fill('14:30');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await said(page, '2:30 pm');
  await expect(page.getByText(/^Will be published on .*2:30 pm/)).toBeVisible();
  await choose(page, 'Change the time of publishing…');
  await expect(dialog.getByLabel('Time')).toHaveValue('14:30');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await fieldsOf(page).getByLabel('Title', { exact: true }).fill('Never saved');
  const path = `/v1/site/pages/${/pages\/([^/]+)/.exec(page.url())?.[1]}`;
  const { draft, version } = await stored<Stored<object>>(context, path);
  await saveMeanwhile(context, path, { content: { ...draft, description: 'Theirs' }, version });
  await choose(page, 'Cancel the scheduled publication');
  await said(page, 'The page is no longer scheduled.');
  await expect(fieldsOf(page).getByLabel('Title', { exact: true })).toHaveValue('Never saved');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  const url = page.url();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Never saved');
  await page.close();
  const again = await context.newPage();
  await again.goto(url);
  await again.getByRole('button', { name: 'Bring them back' }).click();
  await chooseText(again);
  await expect(fieldsOf(again).getByLabel('Title', { exact: true })).toHaveValue('Never saved');
  await again.getByRole('button', { name: /^Page settings/ }).click();
  await expect(fieldsOf(again).getByLabel('Description', { exact: true })).toHaveValue('Theirs');
});

test('menus and lists are changed, and pages show it', async ({ page, context, browser }) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/site/lists/partners/');
  const name = unique('Northside Mops');
  await page.getByRole('button', { name: 'Add partner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog
    .getByRole('button', { name: /^(Add|Save)/ })
    .last()
    .click();
  await expect(page.getByRole('button', { name: `Remove: ${name}` })).toBeVisible();
  expect((await seenBy(browser, '/')).text).toContain(name);
  const partners = '/v1/site/records/partner';
  const one = async () => {
    const all = await stored<Stored<{ name: string; lettering: string }>[]>(context, partners);
    return all.find(({ content }) => content.name.startsWith(name));
  };
  const up = page.getByRole('button', { name: `Move up: ${name}` });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(`${name}: place`)).toBeAttached();
  await expect(up).toBeFocused();
  await page.getByRole('button', { name, exact: true }).click();
  const { id, content, version } = (await one()) ?? { id: '', content: { name: '', lettering: '' }, version: 0 };
  await saveMeanwhile(context, `${partners}/${id}`, { content: { ...content, lettering: 'round' }, version });
  await dialog.getByLabel('Name', { exact: true }).fill(`${name} & Sons`);
  await dialog.getByRole('button', { name: 'Save partner' }).click();
  await expect(dialog.getByText('Your changes have been added to that version.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save partner' }).click();
  await expect(dialog).toBeHidden();
  expect((await one())?.content).toMatchObject({ name: `${name} & Sons`, lettering: 'round' });
  await page.getByRole('button', { name: `Remove: ${name}` }).click();
  await said(page, 'has been removed.');
  expect((await seenBy(browser, '/')).text).not.toContain(name);

  await page.goto('/admin/site/lists/questions/');
  await page.getByRole('button', { name: 'Add question' }).click();
  const group = dialog.getByLabel('Title', { exact: true });
  const itsName = dialog.getByLabel('Its name in links');
  await group.fill('Keys & alarms');
  await expect(itsName).toHaveValue('keys-alarms');
  const [known] = await stored<Stored<{ group: { anchor: string; title: string } }>[]>(
    context,
    '/v1/site/records/question',
  );
  const { title = '', anchor = '' } = known?.content.group ?? {};
  await expect(dialog.locator('datalist option').getByText(title, { exact: true })).toBeAttached();
  await group.fill(title);
  await expect(itsName).toHaveValue(anchor);
  await group.fill(`${title} too`); // of a new question: another group
  await expect(itsName).toHaveValue(/-too$/);
  await itsName.fill('own');
  await group.fill('Windows');
  await expect(itsName).toHaveValue('own');

  const job = { anchor: unique('driver').replace(' ', '-'), name: unique('Driver') }; // without a form
  const sent = { data: { content: job }, headers: { origin: address } };
  const answer = await context.request.post('/v1/site/records/position', sent);
  await page.goto('/careers/');
  await page.getByRole('article', { name: job.name }).getByRole('link', { name: 'Write to us' }).click();
  await expect(page).toHaveURL(/\/contact-us\/?$/);
  const made = (await answer.json()) as { id: string }; // as the contract says
  await context.request.delete(`/v1/site/records/position/${made.id}`, { headers: { origin: address } });

  const send = async (method: string, end: string, data: object) =>
    (await (
      await context.request.fetch(`/v1/site/pages${end}`, { method, data, headers: { origin: address } })
    ).json()) as EditedPage; // as the contract says
  const path = `/${unique('buying').replace(' ', '-')}/`;
  const linked = await send('POST', '', { title: unique('Buying'), path });
  await send('POST', `/${linked.id}/publish`, {});
  await page.goto('/admin/site/menus/');
  const word = unique('Group');
  await page.getByRole('button', { name: 'Add column' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.type(word);
  await page.getByRole('button', { name: 'Add entry' }).last().click();
  await expect(page.getByLabel('Words')).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Required').first()).toBeVisible();
  await page.getByLabel('Words').fill('What we buy');
  await page.getByLabel('Leads to').selectOption({ label: `${linked.draft.title} (${path})` });
  const answering = Promise.withResolvers<void>();
  const menus = '**/v1/site/menus';
  await page.route(menus, async (route) => {
    await answering.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+s');
  await page.getByLabel('Words').fill('What we buy and sell'); // while it is being saved
  answering.resolve();
  await said(page, 'The menus have been saved.');
  await page.unroute(menus);
  await expect(page.getByLabel('Words')).toHaveValue('What we buy and sell');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
  expect((await seenBy(browser, '/faqs/', 'body')).text).toContain(word);
  // Pages of every kind show where the page is as soon as it is published, also those that were in memory.
  const shops = ['/shopping/products/all', '/faqs/'];
  const html = async (one: string) => (await fetch(new URL(one, address))).text();
  for (const one of [...shops, ...shops]) expect(await html(one)).toContain(`href="${path}"`);
  const moved = path.replace('buying', 'what-we-buy');
  await send('PUT', `/${linked.id}`, { content: { ...linked.draft, path: moved } });
  await send('POST', `/${linked.id}/publish`, {});
  const isMoved = async (one: string) => (await html(one)).includes(`href="${moved}"`);
  for (const one of shops) await expect.poll(() => isMoved(one), { timeout: 5_000 }).toBe(true);
  const redirected = await fetch(new URL(moved.slice(0, -1), address), { redirect: 'manual' });
  expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([301, 'no-cache']);
  await page.getByRole('button', { name: `Remove: ${word}` }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();
  expect((await seenBy(browser, '/faqs/', 'body')).text).not.toContain(word);
});
