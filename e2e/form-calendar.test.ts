import type { Page } from '@playwright/test';
import { addDays, addMonths, day as dayFrom } from '#lib/day.ts';
import { at, fault, field, openForm, storedForm, submissionsOf, submit, thanks } from './forms.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const opener = (page: Page, label: string) => page.getByRole('button', { name: `Calendar: ${label}` });
const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

/** Where each key leads, one after the other, from 18 November 2026. */
const way = [
  ['ArrowLeft', '2026-11-17'],
  ['ArrowUp', '2026-11-10'],
  ['Home', '2026-11-09'],
  ['End', '2026-11-15'],
  ['ArrowRight', '2026-11-16'],
  ['ArrowDown', '2026-11-23'],
  ['ArrowDown', '2026-11-30'],
  ['ArrowRight', '2026-12-01'],
  ['PageUp', '2026-11-01'],
  ['PageDown', '2026-12-01'],
  ['Shift+PageDown', '2027-12-01'],
  ['Shift+PageUp', '2026-12-01'],
] as const;

test('days are reached by keyboard, Enter picks one, Escape closes; days before the earliest are not accepted', async ({
  page,
  database,
}) => {
  const [visited, next] = [
    field(10, 'Visited', { requiredLogic: '*' }),
    field(10, 'Next visit', { minDateToday: true, dateFormat: 'D MMM YYYY' }),
  ];
  const form = await storedForm(database, [[visited, next]]);
  await openForm(page, `/forms/${form.url}/`);
  const { keyboard } = page;
  await at(page, visited).click();
  await keyboard.type('18112026');
  await keyboard.press('Tab');
  await expect(opener(page, 'Visited')).toBeFocused();
  await keyboard.press('Enter');
  await expect(cell(page, '2026-11-18')).toBeFocused();
  await expect(cell(page, '2026-11-18')).toHaveAttribute('aria-pressed', 'true');
  for (const [key, day] of way) {
    await keyboard.press(key);
    await expect(cell(page, day)).toBeFocused();
  }
  await expectAccessibleInBothSchemes(page);
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener(page, 'Visited')).toBeFocused();
  await expect(at(page, visited)).toHaveValue('18/11/2026');
  await keyboard.press('Space');
  await expect(cell(page, '2026-11-18')).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(at(page, visited)).toBeFocused();
  await expect(at(page, visited)).toHaveValue('22/11/2026');

  // Earlier days are no longer accepted: the calendar begins with today and does not go further back.
  await at(page, next).fill('1 Jan 2020');
  await opener(page, 'Next visit').press('Enter');
  const current = page.locator('[data-day][aria-current="date"]');
  await expect(current).toBeFocused();
  const today = dayFrom((await current.getAttribute('data-day')) ?? '');
  await keyboard.press('ArrowLeft');
  await keyboard.press('PageUp');
  await expect(current).toBeFocused();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await keyboard.press('Tab');
  await expect(page.getByRole('dialog')).toHaveCount(0); // an open calendar would hide the focused field
  await opener(page, 'Next visit').click();
  await expect(current).toBeFocused();
  await page.getByRole('button', { name: 'Next month' }).click();
  const [year = '', month = ''] = addMonths(today, 13).split('-');
  await page.getByLabel('Month', { exact: true }).selectOption(String(Number(month)));
  await page.getByLabel('Year').selectOption(year);
  await cell(page, `${year}-${month}-09`).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(fault(page, next)).toHaveCount(0);
  const taken = dayFrom(`${year}-${month}-09`);
  const words = new Date(taken).toLocaleDateString('en-AU', { month: 'short', timeZone: 'UTC' }).slice(0, 3);
  await expect(at(page, next)).toHaveValue(`9 ${words} ${year}`);
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  expect((await submissionsOf(database, form)).map(({ responses }) => responses)).toEqual([
    { [visited.id]: '2026-11-22 00:00:00', [next.id]: `${taken} 00:00:00` },
  ]);
});

test('@phone the whole calendar fits on a phone, upright and sideways, and days are tapped', async ({
  page,
  database,
}) => {
  const dates = ['Visited', 'Checked', 'Paid', 'Next visit'].map((label) => field(10, label));
  const form = await storedForm(database, [dates]);
  await openForm(page, `/forms/${form.url}/`);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const date of dates) {
      await opener(page, date.fieldLabel ?? '').tap();
      const current = page.locator('[data-day][tabindex="0"]'); // today, or the day picked before
      await expect(current).toBeFocused();
      const box = await page.getByRole('dialog').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      const cellBox = await current.boundingBox();
      expect(Math.min(cellBox?.width ?? 0, cellBox?.height ?? 0)).toBeGreaterThanOrEqual(24);
      const before = addDays(dayFrom((await current.getAttribute('data-day')) ?? ''), -1);
      await cell(page, before).tap();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(at(page, date)).toHaveValue(before.split('-').reverse().join('/'));
    }
  }
});
