/**
 * `npm run bench:admin -- DIR`: pages of the back office, and plans of its lists, over a database that `npm run bench --
 * --keep` has left in DIR. A page is usable when its rows are there and a key opens the sheet of keys; each visit begins
 * with an empty cache.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { openDb } from '#platform/db/db.server.ts';
import { findChromium } from '../scripts/chromium.js';
import { tokenOf } from './back-office.ts';
import { printPlans } from './list-plans.ts';
import { type Database, serve, withDatabase } from './servers.ts';

const allowedMs = 1_500;
const visits = 7;
const folder = process.argv[2];
if (!folder) throw new Error('Name the folder of a database that the bench has kept.');

const pages: Record<string, string> = {
  '/admin/': 'main a',
  '/admin/manage-users/': 'tbody tr td',
  '/admin/manage-suppliers/': 'tbody tr td',
  '/admin/manage-categories/': '[role="gridcell"]',
  '/admin/manage-products/': 'tbody tr td',
  '/admin/manage-product-stocks/': 'tbody tr td',
  '/admin/manage-orders/': 'main h1',
  '/admin/manage-product-codes/': 'main h1',
  '/admin/reports-page/': 'main h1',
  '/admin/activity/': 'tbody tr td',
};

/** Milliseconds until the page shows its content and responds to a key. */
async function visit(page: Page, url: string, content: string): Promise<number> {
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(content).first().waitFor();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  while (!(await sheet.isVisible())) await page.keyboard.press('?');
  return performance.now() - begun;
}

async function median(browser: Browser, url: string, { content, token }: Record<'content' | 'token', string>) {
  const times: number[] = [];
  for (let i = 0; i < visits; i++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'session', value: token, url }]);
    times.push(await visit(await context.newPage(), url, content));
    await context.close();
  }
  return { middle: times.toSorted((a, b) => a - b)[visits >> 1] ?? 0, worst: Math.max(...times) };
}

async function printPages(database: Database, token: string): Promise<void> {
  const server = await serve('cached', database);
  const executablePath = await findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  console.log(
    `| page | usable after ms (median of ${visits}) | slowest | of ${allowedMs} allowed |\n|---|---|---|---|`,
  );
  try {
    for (const [path, content] of Object.entries(pages)) {
      const { middle, worst } = await median(browser, `http://127.0.0.1:${server.port}${path}`, { content, token });
      console.log(`| ${path} | ${Math.round(middle)} | ${Math.round(worst)} | ${(middle / allowedMs).toFixed(2)} |`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

await withDatabase(folder, async (database) => {
  const opened = openDb(database.connection, console);
  await printPages(database, await tokenOf(opened.db));
  await printPlans(opened);
  await opened.close();
});
