import { newId } from '#lib/uuid.ts';
import sharp from 'sharp';
import { signInAs, signInAsAdministrator } from './admin.ts';
import { expect, expectAccessibleWideAndNarrow, test } from './test.ts';

const path = '/admin/site/pictures/';

/** A photo that no other test has: a random background. */
const photo = async (width = 1200, height = 800): Promise<Buffer> => {
  const channel = () => Math.floor(Math.random() * 256);
  const background = { r: channel(), g: channel(), b: channel() };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
};
const fileOf = async (name: string) => ({ name, mimeType: 'image/png', buffer: await photo() });

test('pictures are described and added, searched, shaped by keyboard, removed and restored', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto(path);
  const word = `w${newId().slice(-8)}`;
  const chooser = page.getByLabel('Add pictures').first();
  const wrong = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') };
  await chooser.setInputFiles([await fileOf('van.png'), await fileOf('team.png'), wrong]);
  const queue = page.getByRole('form', { name: 'New pictures' });
  await expect(queue.getByText('Pictures must be JPEG, PNG, WebP, AVIF or SVG files.')).toBeVisible();
  await queue.getByLabel('Alternative text').first().fill(`Our van ${word}`);
  await queue.getByRole('button', { name: 'Add 2 pictures' }).click();
  await expect(queue.getByText('Describe the picture, or mark it as decoration.')).toBeVisible();
  const second = queue.getByLabel('Alternative text').nth(1);
  await expect(second).toBeFocused();
  await second.fill(`Our team ${word}`);
  await second.press('Enter');
  await expect(page.getByRole('status').getByText('2 pictures have been added.')).toBeVisible();
  await queue.getByRole('button', { name: 'Leave out notes.txt' }).click();
  await expect(queue).toBeHidden();

  const tiles = page.getByRole('region', { name: 'pictures' }).getByRole('listitem');
  await page.getByRole('searchbox').fill(`van ${word}`);
  await expect(tiles).toHaveCount(1);
  await expectAccessibleWideAndNarrow(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await tiles.getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: 'van.png' });
  await expect(page).toHaveURL(/picture=/);
  const point = dialog.getByRole('button', { name: /^Focal point, 50 % from the left/ });
  await point.press('ArrowLeft');
  await dialog.getByRole('button', { name: /^Focal point, 49 %/ }).press('Shift+ArrowUp');
  await expect(
    dialog.getByRole('button', { name: /^Focal point, 49 % from the left, 40 % from the top/ }),
  ).toBeFocused();
  await dialog.getByRole('radio', { name: 'Crop' }).check();
  await dialog.getByRole('button', { name: 'Square' }).click();
  await dialog.getByRole('button', { name: 'Move the top left corner' }).press('Shift+ArrowRight');
  await expect(dialog.getByRole('group', { name: 'Crop, 57 % wide and 100 % high' })).toBeVisible();
  await expectAccessibleWideAndNarrow(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByLabel('Alternative text').fill('');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog.getByText('Describe the picture, or mark it as decoration.')).toBeVisible();
  await dialog.getByLabel('Alternative text').fill(`Our blue van ${word}`);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog).toBeHidden();
  const shown = tiles.getByRole('img', { name: `Our blue van ${word}` });
  await expect(shown).toHaveAttribute('width', '680');
  await expect(shown).toHaveAttribute('src', /^\/files\/site\/[\da-f]{32}-[\da-f]{12}\?w=480$/);

  await tiles.getByRole('link').click();
  await dialog.getByRole('button', { name: 'Remove from the library' }).click();
  await expect(page.getByRole('heading', { name: `No pictures match “van ${word}”` })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tiles).toHaveCount(1);
});

test('the same file is not added twice without being asked for', async ({ page, context }) => {
  await signInAsAdministrator(context);
  await page.goto(path);
  const file = await fileOf('twice.png');
  const word = `w${newId().slice(-8)}`;
  const add = async (): Promise<void> => {
    await page.getByLabel('Add pictures').first().setInputFiles(file);
    await page.getByLabel('Alternative text').fill(word);
    await page.getByRole('button', { name: 'Add 1 picture' }).click();
  };
  await add();
  await expect(page.getByRole('img', { name: word })).toHaveCount(1);
  await add();
  await expect(page.getByText(`This file is already in the library: “${word}”.`)).toBeVisible();
  await page.getByRole('button', { name: 'Add it again' }).click();
  await expect(page.getByRole('img', { name: word })).toHaveCount(2);
});

test('a picture is chosen in the picker, or added and chosen at once', async ({ page, context, database }) => {
  await signInAs(context, database, ['ManageSite']);
  await page.goto('/playground/');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
  const word = `w${newId().slice(-8)}`;
  await picker
    .getByLabel('Add pictures')
    .first()
    .setInputFiles(await fileOf('picked.png'));
  await picker.getByLabel('Alternative text').fill(`A bucket ${word}`);
  await picker.getByRole('button', { name: 'Add 1 picture' }).click();
  await expect(picker).toBeHidden();
  await expect(page.getByRole('img', { name: `A bucket ${word}` })).toHaveCount(2);
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await picker.getByRole('searchbox').fill(word);
  await expect(picker.getByRole('listitem')).toHaveCount(1);
  await picker.getByRole('listitem').getByRole('button').click();
  await expect(picker).toBeHidden();
});
