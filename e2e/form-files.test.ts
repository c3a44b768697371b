import type { Locator, Page } from '@playwright/test';
import type { FormField } from '#forms/definition/definition.ts';
import { type InkBox, inkIn } from '../test/pdf-images.ts';
import { pdfText } from '../test/pdf-text.ts';
import { signInAs } from './admin.ts';
import { at, fault, field, openForm, storedForm, submissionsOf, submit, thanks } from './forms.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, waitForMail, test } from './test.ts';

const required = 'This field is required.';
const must = { requiredLogic: '*' };

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);
/** One green pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function draw(page: Page, pad: Locator): Promise<void> {
  const canvas = pad.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('There is no pad to sign on.');
  const to = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 6 });
  await to(0.2, 0.5);
  await page.mouse.down();
  await to(0.5, 0.2);
  await to(0.8, 0.7);
  await page.mouse.up();
}

/** The bounds of the ink on a pad, in thousandths of its size. */
const inkOn = (pad: Locator): Promise<InkBox> =>
  pad.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
    const [xs, ys] = [[] as number[], [] as number[]];
    for (let place = 0; place < width * height; place++) {
      if ((data[place * 4] ?? 255) > 128) continue;
      xs.push((place % width) / width);
      ys.push(Math.floor(place / width) / height);
    }
    const [left = 0, right = 0] = [Math.min(...xs) * 1000, Math.max(...xs) * 1000];
    return { left, right, top: Math.min(...ys) * 1000, bottom: Math.max(...ys) * 1000 };
  });

/** Whether edges differ by at most a hundredth; strokes have soft edges. */
const areAlike = (one: InkBox, other: InkBox): boolean =>
  (['left', 'top', 'right', 'bottom'] as const).every((edge) => Math.abs(one[edge] - other[edge]) <= 10);

test('files are uploaded when chosen, refused with a message for each, removed, viewed and changed', async ({
  page,
  context,
  database,
}) => {
  await signInAs(context, database, 'customer');
  const [documents, photos, papers, pictures] = [
    field(8, 'Documents', { ...must, maxFileSize: 2_000, fileCount: 2 }),
    field(9, 'Photos', { ...must, maxFileSize: 20_000 }),
    field(34, 'The papers', { initialValue: '{Documents}' }),
    field(35, 'The pictures', { initialValue: '{Photos}' }),
  ];
  const form = await storedForm(database, [[documents, photos, papers, pictures]]);
  await openForm(page, `/forms/${form.url}/`);
  for (const one of [papers, pictures]) await expect(at(page, one)).toContainText('Not answered');
  await submit(page);
  for (const one of [documents, photos]) await expect(fault(page, one)).toHaveText(required);
  const input = at(page, documents).locator('input[type="file"]');
  const rows = at(page, documents).getByRole('listitem');
  await input.setInputFiles([
    { name: 'floor-plans-all-levels.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2_001) },
    { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: pdf },
    { name: 'third.pdf', mimeType: 'application/pdf', buffer: pdf },
  ]);
  await expect(rows).toHaveCount(3);
  await expect(at(page, documents).getByRole('status')).toHaveText(
    '1 of 2 files. 2 can’t be accepted and will not be sent.',
  );
  await expect(rows.nth(0)).toContainText('floor-plans-all-...pdf');
  await expect(rows.nth(0)).toContainText('File is too large.');
  await expect(rows.nth(1)).toContainText('File type is not supported.');
  await submit(page);
  await expect(page.getByRole('alert').getByRole('link', { name: 'Photos' })).toBeVisible();
  await expect(fault(page, documents)).toHaveCount(0); // refused files neither block sending nor count towards the limit
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Remove third.pdf' }).click();
  await page.getByRole('button', { name: 'Remove setup.exe' }).click();
  await page.getByRole('button', { name: 'Remove floor-plans-all-levels.pdf' }).click();
  await input.setInputFiles([{ name: 'safety-data-sheets.pdf', mimeType: 'application/pdf', buffer: pdf }]);
  await expect(rows).toContainText('Added');
  const chosen = at(page, photos).locator('input[type="file"]');
  await chosen.setInputFiles([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf }]);
  await expect(at(page, photos).getByRole('listitem').first()).toContainText('File type is not supported.');
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  await chosen.setInputFiles([
    { name: 'foyer.png', mimeType: 'image/png', buffer: png },
    { name: 'lift.png', mimeType: 'image/png', buffer: png },
  ]);
  await expect(at(page, photos).getByText('Added')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove lift.png' }).click();
  await expect(page.getByRole('button', { name: 'Remove foyer.png' })).toBeFocused();
  const link = (of: FormField) => at(page, of).getByRole('link', { name: 'safety-data-sheets.pdf' });
  const image = (of: FormField) => at(page, of).getByRole('link', { name: 'foyer.png' }).locator('img');
  const width = (one: Locator) => one.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  await expect(link(papers)).toBeVisible();
  await expect(at(page, pictures).getByRole('link', { name: 'foyer.png' })).toBeVisible();
  await expectAccessible(page);
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();

  const [sent] = await submissionsOf(database, form);
  expect(Object.keys(sent?.responses ?? {}).sort()).toEqual([documents.id, photos.id].sort());
  const stored = (of: FormField): unknown => JSON.parse(sent?.responses[of.id] ?? '[]');
  const data = expect.stringMatching(/^\/files\/forms\/[\da-f-]{36}$/);
  expect(stored(documents)).toEqual([
    { name: 'safety-data-shee...pdf', origFileName: 'safety-data-sheets.pdf', data, size: 1 },
  ]);
  expect(stored(photos)).toEqual([{ name: 'foyer.png', origFileName: 'foyer.png', data, size: 1 }]);
  await page.goto(`/forms/${sent?.id}/view/`);
  for (const one of [documents, papers]) {
    const path = (await link(one).getAttribute('href')) ?? '';
    expect((await page.request.get(path)).status()).toBe(200);
  }
  for (const one of [photos, pictures]) await expect.poll(() => width(image(one))).toBeGreaterThan(0);
  await expectAccessibleInBothSchemes(page);

  await page.goto(`/forms/${sent?.id}/edit/`);
  await page.getByRole('button', { name: 'Remove foyer.png' }).click();
  await submit(page);
  await expect(fault(page, photos)).toHaveText(required);
  await chosen.setInputFiles([{ name: 'dock.png', mimeType: 'image/png', buffer: png }]);
  await submit(page);
  await page.waitForURL(`/forms/${sent?.id}/view/`);
  for (const one of [photos, pictures]) await expect(at(page, one).getByRole('link')).toHaveText(['dock.png']);
  for (const one of [documents, papers]) await expect(link(one)).toBeVisible();
});

test('a file chosen offline is uploaded once online again, and a part of the form that failed to load is loaded again', async ({
  page,
  context,
  database,
  faults,
}) => {
  const form = await storedForm(database, [[field(8, 'Documents')]]);
  const code = /\/assets\/files-control-/;
  await page.route(code, (route) => route.abort());
  await openForm(page, `/forms/${form.url}/`);
  await expect(page.getByText('This part of the form could not be loaded. Your answers are saved.')).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByText('Drop files here')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.locator('input[type="file"]').setInputFiles([{ name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf }]);
  await expect(page.getByText('Will be sent once you are online again')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Added')).toBeVisible();
  const ofForm = database.db.selectFrom('form_files').select(['id', 'submission_id']).where('form_id', '=', form.id);
  const [first] = await ofForm.execute();
  await database.db.deleteFrom('form_files').where('form_id', '=', form.id).execute(); // as the clean-up does after a day
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  const [sent, ...others] = await submissionsOf(database, form);
  const [again, ...more] = await ofForm.execute();
  expect([others, more]).toEqual([[], []]);
  expect(again?.id).not.toBe(first?.id);
  expect(again?.submission_id).toBe(sent?.id);
  expect(faults.filter((told) => !/Failed to load resource: net::ERR_|React error #418/.test(told))).toEqual([]);
  faults.splice(0); // failed requests, and the server's HTML that the message replaced
});

test('a signature is drawn or typed, survives turning the screen, and is viewed, mailed, printed and replaced', async ({
  page,
  context,
  database,
}) => {
  const email = await signInAs(context, database, 'customer');
  const [drawn, written, again] = [
    field(36, 'Inspector', must),
    field(36, 'Contact', must),
    field(37, 'Signed by the inspector', { initialValue: '{Inspector}' }),
  ];
  const form = await storedForm(database, [[drawn, written], [again]]);
  await openForm(page, `/forms/${form.url}/`);
  await submit(page);
  for (const one of [drawn, written]) await expect(fault(page, one)).toHaveText(required);
  await draw(page, at(page, drawn));
  await expect(fault(page, drawn)).toHaveCount(0);
  const before = await inkOn(at(page, drawn));
  expect(before.right - before.left).toBeGreaterThan(500);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => areAlike(await inkOn(at(page, drawn)), before)).toBe(true);
  }
  await at(page, written).getByRole('button', { name: 'Type your name instead' }).click();
  await at(page, written).getByLabel('Your name as your signature').fill('Tobias Wrenfield');
  await expectAccessibleInBothSchemes(page);
  const sending = page.waitForRequest((request) => request.url().includes(`/v1/form-builder/${form.id}?`));
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  const told = (await sending).postDataJSON() as { id: string; response: string }[];
  expect(told.map(({ id }) => id)).toEqual([drawn.id, written.id]);
  for (const { response } of told) expect(response).toMatch(/^iVBORw0KGgo[A-Za-z0-9+/]+=*$/); // without its prefix
  const [sent] = await submissionsOf(database, form);

  await page.goto(`/forms/${sent?.id}/view/`);
  const pictures = page.getByRole('img', { name: 'Signature' });
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    const size = (image: HTMLImageElement | SVGElement) => [
      (image as HTMLImageElement).naturalWidth,
      (image as HTMLImageElement).naturalHeight,
    ]; // pictures of signatures are images
    await expect.poll(() => picture.evaluate(size)).toEqual([500, 200]);
  }
  await page.getByRole('button', { name: 'E-mail as PDF' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The submission has been sent by e-mail as a PDF to ')).toBeVisible();

  await page.locator('summary', { hasText: 'Part B' }).click();
  await expect(pictures).toHaveCount(2); // one is in the closed section
  await page.emulateMedia({ media: 'print' });
  for (const picture of await page.getByAltText('Signature').all()) await expect(picture).toBeVisible();
  await expect(page.getByText(/^Reference [\dA-F]{4}-[\dA-F]{4}$/)).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'navigation', 'complementary', 'button', 'link'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  const { attachments } = await waitForMail(email, /^Night check, /);
  const paper = attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  const pdf = Buffer.from(paper?.content as ArrayBuffer); // attachments are decoded to bytes
  for (const label of ['Inspector', 'Contact', 'Signed by the inspector']) expect(pdfText(pdf).join()).toContain(label);
  expect((await inkIn(pdf)).filter((box) => areAlike(box, before))).toHaveLength(2);

  await page.goto(`/forms/${sent?.id}/edit/`);
  const first = sent?.responses[drawn.id];
  await at(page, drawn).getByRole('button', { name: 'Sign again' }).click();
  await submit(page);
  await expect(fault(page, drawn)).toHaveText(required);
  await draw(page, at(page, drawn));
  await submit(page);
  await page.waitForURL(`/forms/${sent?.id}/view/`);
  const [changed] = await submissionsOf(database, form);
  expect(changed?.responses[drawn.id]).not.toBe(first);
  expect(changed?.responses[written.id]).toBe(sent?.responses[written.id]);
});

const lacking = 'The following fields are required : [City, Post Code, State, Street Name, Street Number]';

test('an address field that loads after a refused submission shows its single fields', async ({ page, database }) => {
  const site = field(20, 'Site', must);
  const form = await storedForm(database, [[site]]);
  const isSubmitted = Promise.withResolvers<void>();
  await page.route(/\/assets\/address-control-[^/]*\.js$/, (route) => isSubmitted.promise.then(() => route.continue()));
  await page.goto(`/forms/${form.url}/`);
  await submit(page);
  await expect(page.getByRole('alert').or(page.getByText(lacking)).first()).toBeVisible();
  isSubmitted.resolve();
  await expect(at(page, site).getByLabel('Post code')).toHaveAttribute('aria-invalid', 'true');
});

test('addresses are searched or typed, show their single fields if they are invalid, and are viewed in one line', {
  tag: '@long',
}, async ({ page, context, database }) => {
  await signInAs(context, database, 'customer');
  const [either, manual, found, post] = [
    field(20, 'Site', must),
    field(21, 'Depot', must),
    field(22, 'Office', must),
    field(23, 'Post', must),
  ];
  const form = await storedForm(database, [[either, manual, found, post, field(20, 'Other')]]);
  await openForm(page, `/forms/${form.url}/`);
  await submit(page);
  for (const one of [either, manual, found, post]) await expect(fault(page, one)).toHaveText(lacking);
  for (const one of [either, manual]) {
    const group = at(page, one);
    await expect(group.getByLabel('Post code')).toHaveAttribute('aria-invalid', 'true');
    await group.getByLabel('Street number').fill('27');
    await group.getByLabel('Street name').fill('Carriage Works Lane');
    await group.getByLabel('City').fill('Marrickville');
    await group.getByLabel('State').selectOption('NSW');
    await expect(fault(page, one)).toHaveText('The following fields are required : [Post Code]');
    await group.getByLabel('Post code').fill('2204');
    await expect(fault(page, one)).toHaveCount(0);
  }
  await expect(at(page, found).getByRole('button')).toHaveCount(0);
  await at(page, found).getByRole('combobox').pressSequentially('12 example s');
  const suggestion = at(page, found).getByRole('option').first();
  const label = (await suggestion.textContent()) ?? '';
  await suggestion.click();
  await expect(fault(page, found)).toHaveCount(0);
  await at(page, post).getByRole('button', { name: 'Search for the address' }).click();
  const search = at(page, post).getByRole('combobox');
  await search.pressSequentially('12 example s');
  await expect(at(page, post).getByRole('option').first()).toHaveText(label);
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(fault(page, post)).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  const [sent] = await submissionsOf(database, form);
  expect(JSON.parse(sent?.responses[either.id] ?? '')).toEqual({
    streetNumber: '27',
    streetName: 'Carriage Works Lane',
    city: 'Marrickville',
    state: 'NSW',
    postCode: '2204',
    fullAddress: '27 Carriage Works Lane, Marrickville NSW 2204',
  });
  for (const one of [manual, found, post])
    expect(Object.keys(JSON.parse(sent?.responses[one.id] ?? '')).sort()).toEqual([
      'city',
      'fullAddress',
      'postCode',
      'state',
      'streetName',
      'streetNumber',
    ]);
  await page.goto(`/forms/${sent?.id}/view/`);
  const line = '27 Carriage Works Lane, Marrickville NSW 2204';
  await expect(page.getByRole('definition')).toHaveText([line, line, label, label, 'Not answered']);
  await page.goto(`/forms/${sent?.id}/edit/`);
  await expect(at(page, either).getByRole('combobox')).toHaveValue(line);
  for (const one of [found, post]) await expect(at(page, one).getByRole('combobox')).toHaveValue(label);
  await at(page, manual).getByLabel('Unit number').fill('4');
  for (const one of [either, post]) {
    await at(page, one).getByRole('button', { name: 'Enter the address manually' }).click();
    await at(page, one).getByLabel('Street number').fill('29');
  }
  await submit(page);
  await page.waitForURL(`/forms/${sent?.id}/view/`);
  await expect(page.getByRole('definition')).toHaveText([
    line.replace('27', '29'),
    `Unit 4, ${line}`,
    label,
    label.replace('12 ', '29 '),
    'Not answered',
  ]);
});
