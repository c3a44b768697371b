import type { Locator, Page } from '@playwright/test';
import { signInAsAdministrator } from './admin.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './test.ts';

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

const notice = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);

/** The visible tree: names indented by two spaces per level. */
async function tree(page: Page): Promise<string[]> {
  const rows = page.getByRole('treegrid').locator('[data-row]');
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const blanks = '  '.repeat(Number(row.getAttribute('aria-level')) - 1);
      return blanks + (row.querySelector('[data-name]')?.textContent ?? '');
    }),
  );
}

/**
 * Creates a category in this test's own tree, whose root name is first in every name, so that parallel tests don't
 * interfere.
 */
async function create(page: Page, name: string, parent?: string): Promise<void> {
  if (parent === undefined) await page.getByRole('button', { name: 'Create a Category' }).click();
  else await page.getByRole('button', { name: `Add a sub-category to ${parent}`, exact: true }).click();
  await page.getByLabel('Category name').fill(name);
  await page.getByRole('button', { name: 'Create category' }).click();
  await expect(rowOf(page, name)).toBeFocused();
}

/** Drags a row's handle into another row: depth 0 is its upper edge, 1 its lower. */
async function drag(page: Page, name: string, target: { onto: string; depth: number }): Promise<void> {
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false'); // rows are rendered again once a move is stored
  await rowOf(page, name).hover();
  await rowOf(page, name).getByTitle('Drag to move').hover();
  await page.mouse.down();
  const box = await rowOf(page, target.onto).boundingBox();
  if (!box) throw new Error(`${target.onto} is not shown`);
  await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + 90, box.y + box.height * target.depth, { steps: 4 });
  await page.mouse.up();
}

test.beforeEach(async ({ context }) => {
  await signInAsAdministrator(context);
});

test('a tree of three levels is created, rearranged by mouse and keyboard, and deleted', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 }); // dragging near the window's edge would scroll the page
  await page.goto('/admin/manage-categories/');
  const search = page.getByRole('searchbox', { name: 'Search categories' });
  await create(page, 'Zephyr');
  await create(page, 'Zephyr fans', 'Zephyr');
  await create(page, 'Zephyr blades', 'Zephyr fans');
  await create(page, 'Zephyr filters', 'Zephyr');
  await create(page, 'Zulu');
  const own = async () => (await tree(page)).filter((line) => /^\s*(Zephyr|Zulu)/.test(line));
  await expect.poll(own).toEqual(['Zephyr', '  Zephyr fans', '    Zephyr blades', '  Zephyr filters', 'Zulu']);
  await expect(page.getByRole('button', { name: 'Add a sub-category to Zephyr blades' })).toHaveCount(0);

  await page.keyboard.press('Alt+ArrowRight'); // Zulu has the focus
  await expect.poll(own).toEqual(['Zephyr', '  Zephyr fans', '    Zephyr blades', '  Zephyr filters', '  Zulu']);
  await expect(rowOf(page, 'Zulu')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(own).toEqual(['Zephyr', '  Zulu', '  Zephyr fans', '    Zephyr blades', '  Zephyr filters']);
  await expect(notice(page, 'Zulu has been moved.').first()).toBeVisible();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect.poll(own).toEqual(['Zephyr', '  Zulu', '  Zephyr fans', '    Zephyr blades', '  Zephyr filters']);

  await drag(page, 'Zulu', { onto: 'Zephyr filters', depth: 0.9 });
  await expect.poll(own).toEqual(['Zephyr', '  Zephyr fans', '    Zephyr blades', '  Zephyr filters', '  Zulu']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(own).toEqual(['Zephyr', '  Zulu', '  Zephyr fans', '    Zephyr blades', '  Zephyr filters']);
  await drag(page, 'Zephyr blades', { onto: 'Zulu', depth: 0.5 });
  await expect.poll(own).toEqual(['Zephyr', '  Zulu', '    Zephyr blades', '  Zephyr fans', '  Zephyr filters']);
  await drag(page, 'Zephyr', { onto: 'Zulu', depth: 0.5 }); // not allowed: inside itself
  await expect.poll(own).toEqual(['Zephyr', '  Zulu', '    Zephyr blades', '  Zephyr fans', '  Zephyr filters']);

  await page.getByRole('button', { name: 'More actions, Zephyr filters' }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  await page.getByLabel('Parent category', { exact: true }).selectOption({ label: 'Zephyr › Zulu' });
  await page.getByLabel('Position', { exact: true }).selectOption({ label: 'First' });
  await page.getByRole('button', { name: 'Move category' }).click();
  await expect.poll(own).toEqual(['Zephyr', '  Zulu', '    Zephyr filters', '    Zephyr blades', '  Zephyr fans']);

  await search.fill('blades');
  await expect.poll(() => tree(page)).toEqual(['Zephyr', '  Zulu', '    Zephyr blades']);
  await search.fill('nothing like it');
  await expect(page.getByText('No categories match “nothing like it”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: 'Delete Zulu' }).click();
  await expect(page.getByText('Are you sure you want to delete this category? This cannot be undone.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete category' }).click();
  await expect(page.getByRole('alert').getByText('This category has 2 sub-categories.')).toBeVisible();
  for (const name of ['Zephyr filters', 'Zephyr blades', 'Zulu', 'Zephyr fans', 'Zephyr']) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Delete category' }).click();
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  await expect(notice(page, 'The category has been successfully deleted.').first()).toBeVisible();
});

test("names are validated immediately, and another user's change is shown", async ({ page, context }) => {
  await page.goto('/admin/manage-categories/');
  await create(page, 'Yarrow');
  await rowOf(page, 'Yarrow').press('Enter');
  const name = page.getByLabel('Category name');
  await name.fill('Y');
  await page.getByRole('button', { name: 'Save category' }).click();
  await expect(page.getByText('Category name is too short.')).toBeVisible();
  await name.fill('CHEMICALS');
  await page.getByRole('button', { name: 'Save category' }).click();
  await expect(page.getByText('A category with this name already exists here.')).toBeVisible();

  const path = '/v1/manage-product-categories';
  const rows: { id: string; name: string }[] = await (await context.request.get(path)).json(); // the endpoint's shape
  const id = rows.find((row) => row.name === 'Yarrow')?.id;
  const origin = new URL(page.url()).origin;
  expect((await context.request.put(path, { data: { id, name: 'Yarrow, theirs' }, headers: { origin } })).ok()).toBe(
    true,
  );
  await name.fill('Yarrow, mine');
  await page.getByRole('button', { name: 'Save category' }).click();
  const told = page.getByText('Someone else has changed this in the meantime. It is now called “Yarrow, theirs”.');
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(page, 'The category has been successfully updated.')).toBeVisible();
  await expect(rowOf(page, 'Yarrow, mine')).toBeVisible();
  await rowOf(page, 'Yarrow, mine').getByRole('button', { name: 'Edit Yarrow, mine' }).click();
  await page.getByText('Who changed what, and when').click();
  await expect(page.getByRole('dialog').getByText('Yarrow, theirs').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, 'Yarrow, mine').press('Delete');
  await page.getByRole('button', { name: 'Delete category' }).click();
  await expect(rowOf(page, 'Yarrow, mine')).toHaveCount(0);
});

test('a supplier is created, updated and deleted, unless it is in use', async ({ page }) => {
  await page.goto('/admin/manage-suppliers/');
  await expect(page.getByRole('row')).toHaveCount(7); // the demo's six suppliers and the header
  await page.getByRole('button', { name: 'Create a Supplier' }).click();
  const name = page.getByLabel('Supplier name');
  await page.getByRole('button', { name: 'Create supplier' }).click();
  const fault = (text: string) => page.getByRole('link', { name: text }); // in the summary
  await expect(fault('Supplier name is required.')).toBeVisible();
  await expect(name).toHaveAccessibleDescription('Supplier name is required.');
  await name.fill('quillbrook paper co');
  await page.getByRole('button', { name: 'Create supplier' }).click();
  await expect(fault('A supplier with this name already exists.')).toBeVisible();
  await name.fill('Aldermoor Wipes');
  await page.getByLabel('Phone').fill('+61 2 5550 7788');
  await page.getByLabel('Email').fill('orders@aldermoor');
  await expect(page.getByLabel('Phone')).toHaveValue('(02) 5550 7788'); // formatted for reading
  await name.press('Enter');
  await expect(fault('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill('orders@aldermoor.example.com');
  await name.press('Enter');
  await expect(notice(page, 'The supplier has been successfully added.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit, Aldermoor Wipes' }).click();
  const change = await changingSupplier(page, 'Aldermoor Wipes');
  await change({ contactName: 'Their Contact' });
  await name.fill('Aldermoor Wipes and Rags');
  await page.getByLabel('Contact person').fill('My Contact');
  await page.getByRole('button', { name: 'Save supplier' }).click();
  const both = page.getByRole('dialog').getByRole('row');
  await expect(both.filter({ hasText: 'Their Contact' })).toContainText('My Contact');
  await expect(both.filter({ hasText: 'Phone' })).toHaveCount(0); // only differing fields

  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(notice(page, 'The supplier has been successfully updated.')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Aldermoor Wipes and Rags');
  await page.getByRole('button', { name: 'Delete, Aldermoor Wipes and Rags' }).click();
  await expect(page.getByText('Are you sure you want to delete this supplier? This cannot be undone.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete, Aldermoor Wipes and Rags' }).click();
  await page.getByRole('button', { name: 'Delete supplier' }).click();
  await expect(notice(page, 'The supplier has been successfully deleted.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(7); // the rows below have moved up
  await page.getByRole('button', { name: 'Delete, Quillbrook Paper Co' }).click();
  await page.getByRole('button', { name: 'Delete supplier' }).click();
  await expect(page.getByRole('alert').getByText('This supplier is used by 9 products.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(7);
});

/** The supplier, and a function that changes it as another administrator would. */
async function changingSupplier(page: Page, name: string) {
  const path = '/v1/manage-product-suppliers';
  const found = await page.request.get(path, { params: { search: name } });
  const [{ id: supplierId = '' } = {}] = (await found.json()) as { id?: string }[]; // the endpoint's shape
  const headers = { origin: new URL(page.url()).origin };
  return async (fields: object): Promise<void> => {
    const changed = await page.request.put(path, { data: { id: supplierId, name, ...fields }, headers });
    expect(changed.ok()).toBe(true);
  };
}

const combinations = ['suppliers', 'categories'].flatMap((list) => [1440, 390].map((width) => ({ list, width })));
for (const { list, width } of combinations) {
  test(`the ${list} are accessible at ${width} px in both colour schemes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/manage-${list}/`);
    if (list === 'categories') await page.getByRole('button', { name: 'Expand all' }).click();
    else if (width === 390) {
      await expect(page).toHaveURL(/pageSize=5/); // phones request fewer rows; until these arrive, the others are dimmed
      await expect(page.locator('tbody')).toHaveCSS('opacity', '1');
    }
    await expectAccessibleInBothSchemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: /^Create a / }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}
