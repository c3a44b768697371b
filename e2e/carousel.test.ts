import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const carousel = (page: Page) => page.getByRole('group', { name: 'Our supply partners' });

/** Names of the fully visible slides, from left to right. */
const seen = (page: Page): Promise<string[]> =>
  carousel(page).evaluate((group) => {
    const row = group.querySelector('ul')?.parentElement?.getBoundingClientRect();
    if (!row) return [];
    return [...group.querySelectorAll('li')]
      .map((slide) => ({ name: slide.textContent, box: slide.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= row.left - 2 && box.right <= row.right + 2)
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(({ name }) => name);
  });

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function openCarousel(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Our supply partners' }).scrollIntoViewIfNeeded();
  await expect(carousel(page)).toBeVisible();
}

test('one, two, three or five partners are visible at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openCarousel(page);
  for (const [width, count] of [
    [390, 1],
    [500, 2],
    [767, 2],
    [768, 3],
    [1199, 3],
    [1200, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => seen(page), { message: `at ${width} px` }).toHaveLength(count);
  }
});

const stillMs = 6_000; // longer than the interval between slides

/** Advances the page's clock, which takes no real time. */
const later = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms);

async function expectStill(page: Page): Promise<void> {
  await later(page, 1_000); // lets a running transition finish
  const held = await seen(page);
  await later(page, stillMs);
  expect(await seen(page)).toEqual(held);
}

test('the carousel advances by itself and pauses under a pointer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openCarousel(page);
  const [first = ''] = await seen(page);
  await later(page, stillMs);
  await expect.poll(() => seen(page)).not.toContain(first);
  const box = await carousel(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 150, (box?.y ?? 0) + 30);
  await expectStill(page);
});

test('the carousel pauses and resumes by its button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openCarousel(page);
  await carousel(page).getByRole('button', { name: 'Pause' }).press('Enter');
  await expectStill(page);
  const held = await seen(page);
  await carousel(page).getByRole('button', { name: 'Play' }).press('Enter');
  await later(page, stillMs);
  await expect.poll(() => seen(page)).not.toEqual(held);
});

test('with reduced motion the carousel only moves by its buttons', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 900 });
  await openCarousel(page);
  await expect(carousel(page).getByRole('button', { name: 'Pause' })).toBeHidden();
  const [first = ''] = await seen(page);
  await carousel(page).getByRole('button', { name: 'Next partner' }).press('Enter');
  await expect.poll(() => seen(page)).not.toContain(first);
  await carousel(page).getByRole('button', { name: 'Previous partner' }).press('Enter');
  await expect.poll(() => seen(page)).toContain(first);
  await later(page, stillMs);
  expect(await seen(page)).toEqual([first]);
});
