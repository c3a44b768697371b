import type { Page } from '@playwright/test';
import { recordLayoutShifts } from './shifts.ts';
import { add, detail, goods, hydrated } from './shopper.ts';
import { expect, test } from './test.ts';

/** Layout shift score above which a page seems to jump; Google rates 0.1 as good. */
const limit = 0.02;

const paths = ['/shopping/products/all', detail(goods.cleaner.url), '/shopping/view-cart', '/shopping/checkout'];

/** Reloads each page on a slow machine, until the cart is priced and the page is hydrated. */
async function expectStill(page: Page): Promise<void> {
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts); // set above
    expect(shifts, `layout shift of ${path}`).toBeLessThan(limit);
  }
  await slow.detach();
}

for (const device of ['', ' @phone']) {
  test(`nothing moves while pages of the shop hydrate${device} @long`, async ({ page }) => {
    await page.addInitScript(recordLayoutShifts);
    await expectStill(page);
    await add(page, goods.disinfectant.url);
    await expectStill(page);
  });
}
