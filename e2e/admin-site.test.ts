import type { Page } from '@playwright/test';
import { signInAsAdministrator } from './admin.ts';
import { expect, expectAccessible, test } from './test.ts';

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]');
const blocks = (page: Page) => page.getByRole('list', { name: 'Blocks' });
const row = (page: Page, name: string) => blocks(page).locator('button[data-row]').filter({ hasText: name });
const said = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();

/** A notice of an earlier publication may still be there, so the button tells. */
async function publish(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Publish', exact: true });
  await button.click();
  await expect(button).toBeDisabled();
}

// A copy, because other tests look at the home page meanwhile.
test('a copy of the home page is edited, also by keys, is published, and gets its former version back', async ({
  page,
  browser,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/site/?search=hospitals');
  await page.getByRole('button', { name: /^(Actions|More) .*Commercial cleaning/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Home again');
  await dialog.getByLabel('Address').fill('/admin/again/');
  await dialog.getByRole('button', { name: 'Copy page' }).click();
  await expect(dialog).toContainText('Addresses that begin with /admin belong to the program.');
  await dialog.getByLabel('Address').fill('/home-again/');
  await dialog.getByRole('button', { name: 'Copy page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home again' })).toBeVisible();
  await publish(page);
  const title = page.getByLabel('Title', { exact: true }).first();
  const former = await title.inputValue();
  await title.fill('Floors that shine.');
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('Floors that shine.');

  await page.getByRole('button', { name: 'Add block' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Quotation/ })
    .click();
  await page.getByLabel('Text', { exact: true }).fill('They are here before we are.');
  const quotation = row(page, 'Quotation');
  await quotation.focus();
  await quotation.press('Alt+ArrowDown');
  await expect(blocks(page).locator('button[data-row]').nth(2)).toContainText('Quotation');
  await expect(quotation).toBeFocused();
  await expect(preview(page).getByText('They are here before we are.')).toBeVisible();
  await expectAccessible(page);

  await quotation.press('Delete');
  await expect(quotation).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(quotation).toBeVisible();
  await publish(page);

  const visitor = await browser.newPage();
  await visitor.goto('/home-again/');
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Floors that shine.');
  await expect(visitor.getByText('They are here before we are.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await expect(dialog.getByRole('table')).toContainText('Floors that shine.');
  await page.getByRole('button', { name: 'Restore version 1 as draft' }).click();
  await row(page, 'Hero').click();
  await expect(title).toHaveValue(former);
  await expect(quotation).toBeHidden();
  await publish(page);
  await visitor.goto('/home-again/');
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(former);
  await visitor.close();
});

test('of two editors the second gets the changes of the first, and chooses where both changed the same', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(context);
  await page.goto('/admin/site/');
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Two editors');
  await page.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Two editors' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(preview(other).getByRole('heading', { level: 1 })).toBeVisible(); // the editor is hydrated
  await other.getByLabel('Lead').fill('A lead of the other.');
  await other.keyboard.press('Control+s');
  await said(other, 'The draft has been saved.');

  await page.getByRole('button', { name: /^Page settings/ }).click();
  await page.getByLabel('Description', { exact: true }).fill('What it is about.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('have been added to yours.')).toBeVisible();
  await expect(preview(page).getByText('A lead of the other.')).toBeVisible();

  await other.getByLabel('Lead').fill('Another lead of the other.');
  await other.keyboard.press('Control+s');
  await expect(other.getByText('have been added to yours.')).toBeVisible();
  await row(page, 'Hero').click();
  await page.getByLabel('Lead').fill('My own lead.');
  await page.keyboard.press('Control+s');
  const choice = page.getByRole('dialog', { name: 'Somebody else has changed this page' });
  await expect(choice).toContainText('Another lead of the other.');
  await choice.getByRole('button', { name: 'Save mine' }).click();
  await said(page, 'The draft has been saved.');
  await other.close();
});
