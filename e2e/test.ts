import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { type OpenDb, openDb } from '#platform/db/db.server.ts';
import { connectOrStart } from '#platform/postgres/embedded-postgres.server.ts';
import { dataDir } from './place.ts';
import { hydrated } from './shopper.ts';

export { expect };

/** Browsers log this for every response of 400 to 499, which a page may expect and handle. */
const refused = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Records in `faults` what no page may cause: console errors, uncaught errors, responses of 500 or above. */
export function recordFaults(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' || refused.test(message.text())) return;
    faults.push(`console.error at ${message.page()?.url() ?? 'a worker'}: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 500)
      faults.push(`${response.status()} for ${response.request().method()} ${response.url()}`);
  });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

interface Fixtures {
  /** Faults of the pages in this test; it must be empty at the end. Remove those that the test provokes. */
  faults: string[];
  /** Console messages that a test provokes; set it with `test.use`. */
  provoked: RegExp | undefined;
}

interface WorkerFixtures {
  /** The server's own database, for changes that another process would make, such as a changed price. */
  database: OpenDb;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  provoked: [undefined, { option: true }],
  faults: async ({ provoked }, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(
      faults.filter((fault) => !provoked?.test(fault)),
      'what the pages did wrong',
    ).toEqual([]);
  },
  context: async ({ context, faults }, use) => {
    recordFaults(context, faults);
    await use(context);
  },
  // Waits for hydration, because these tests are about the behaviour that scripts add.
  page: async ({ page, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    if (javaScriptEnabled) {
      page.goto = async (url, options) => {
        const answer = await goto(url, options);
        if (options?.waitUntil === undefined) await hydrated(page);
        return answer;
      };
      page.reload = async (options) => {
        const answer = await reload(options);
        if (options?.waitUntil === undefined) await hydrated(page);
        return answer;
      };
    }
    await use(page);
  },
  database: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { connection } = await connectOrStart({ dataDir });
      const database = openDb({ ...connection, max: 4 }, console);
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
});

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that only a change of colour scheme can break. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Checks with axe that the current page is accessible: WCAG 2.2 A and AA, and best practices. Frames (the payment provider's)
 * are left out. axe is put into a page once, which is half of the time of a check.
 */
export async function expectAccessible(page: Page, rules = standards): Promise<void> {
  await page.waitForLoadState(); // text shows before the stylesheets on a busy machine
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (runOnly) => {
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished)); // colours on the way have no contrast yet
    // Only a rule about sound needs what would be loaded first, and no page has any.
    const { violations } = await window.axe.run({
      runOnly,
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  }, rules);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Checks light and dark schemes, with animations finished; the second check covers only colours, a third of the work. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, colours);
}

/** The newest mail in the outbox to this address whose subject matches; waits up to 15 s for it. */
export async function waitForMail(email: string, subject = /./): Promise<Email> {
  const outbox = join(dataDir, 'outbox');
  let match: Email | undefined;
  const look = async () => {
    const files = await readdir(outbox).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.eml')).sort()) {
      const mail = await PostalMime.parse(await readFile(join(outbox, file)));
      if (mail.to?.some(({ address }) => address === email) && subject.test(mail.subject ?? '')) match = mail;
    }
    return match !== undefined;
  };
  await expect.poll(look, { message: `a mail to ${email}` }).toBe(true);
  if (!match) throw new Error('unreachable: the poll above has found it');
  return match;
}

/** Checks a page that is wide and light, then narrow and dark: nothing may be wider than the screen. */
export async function expectAccessibleWideAndNarrow(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
