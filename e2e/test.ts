import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { type OpenDb, openDb } from '#platform/db/db.server.ts';
import { connectOrStart } from '#platform/postgres/embedded-postgres.server.ts';
import { dataDir } from './place.ts';
import { hydrated, isNavigation } from './shopper.ts';

export { expect };

/** A browser says this of every answer of 400 to 499, which a page may well ask for and handle. */
const refused = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Notes in `faults` what no page may do: an error on the console, an uncaught one, an answer of 500 or above. */
export function watch(context: BrowserContext, faults: string[]): void {
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

interface Fixtures {
  /** What the pages of this test have done wrong; it must be empty at its end. Take out what the test provokes. */
  faults: string[];
  /** What a test provokes the browser to say; set it with `test.use`. */
  provoked: RegExp | undefined;
}

interface WorkerFixtures {
  /** The server's own database, for what only another process could do: a price that changes meanwhile. */
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
    watch(context, faults);
    await use(context);
  },
  // Who presses before scripts run is served by the HTML; what is tested here is what they add.
  page: async ({ page, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const live = async () => {
      const nonce = 'meta[property="csp-nonce"]';
      const isOurs = await page.evaluate((one) => document.querySelector(one) !== null, nonce).catch(isNavigation);
      if (isOurs) await hydrated(page);
    };
    if (javaScriptEnabled) {
      page.goto = async (url, options) => {
        const answer = await goto(url, options);
        if (options?.waitUntil === undefined) await live();
        return answer;
      };
      page.reload = async (options) => {
        const answer = await reload(options);
        if (options?.waitUntil === undefined) await live();
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

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** All that a change of scheme alone can break. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Asks axe whether the page, as it stands, can be used by everybody: WCAG 2.2 A and AA, and its best practices. Frames of
 * other origins, which are the payment provider's, are left out, and what holds is not listed: that took three times as long.
 */
export async function expectAccessible(page: Page, rules = standards): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ runOnly: rules, resultTypes: ['violations'] });
  const { violations } = await axe.setLegacyMode(true).analyze();
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  );
  expect(told, `accessibility of ${page.url()}`).toEqual([]);
}

/** The same in light and dark, with nothing fading; the second look is at colours only, which is a third of the work. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, colours);
}

/** The newest mail in the outbox to this address whose subject matches; waits for it up to 15 s. */
export async function mailTo(email: string, subject = /./): Promise<Email> {
  const outbox = join(dataDir, 'outbox');
  let found: Email | undefined;
  const look = async () => {
    const files = await readdir(outbox).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.eml')).sort()) {
      const mail = await PostalMime.parse(await readFile(join(outbox, file)));
      if (mail.to?.some(({ address }) => address === email) && subject.test(mail.subject ?? '')) found = mail;
    }
    return found !== undefined;
  };
  await expect.poll(look, { message: `a mail to ${email}` }).toBe(true);
  if (!found) throw new Error('unreachable: the poll above found it');
  return found;
}
