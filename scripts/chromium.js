// Finds a Chromium for the browser tests, or installs Debian's if that needs no permission.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupFault } from './setup.js';

/** Chromium without its window system: a tenth faster, and half the size. */
const preferred = 'chromium-headless-shell';
const names = [preferred, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of the browser: CHROME_PATH, else the first on the PATH, else Playwright's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const configured = process.env.CHROME_PATH;
  if (configured) {
    if (!canRun(configured)) throw new SetupFault(`CHROME_PATH names ${configured}, which is not a program.`);
    return configured;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const existing = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
  if (existing) return existing;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Finds Chromium, or installs it if this process may; otherwise throws with instructions. */
export async function ensureChromium() {
  const existing = await findChromium();
  if (existing) return existing;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new SetupFault(
      'The browser tests need Chromium. Install it ("sudo apt-get install chromium" or "npx playwright install --with-deps chromium"), or set CHROME_PATH to a Chrome, and run the tests again.',
    );
  }
  console.log('Installing Chromium for the browser tests.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const isThere =
    apt('-q', 'update') && apt('-q', '-y', 'install', '--no-install-recommends', preferred, 'fonts-liberation');
  const installed = isThere ? await findChromium() : undefined;
  if (installed) return installed;
  throw new SetupFault(
    'Chromium could not be installed; the reason is above. Install a Chrome and set CHROME_PATH to it.',
  );
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
