// Finds a Chromium for the browser tests, or installs Debian's where that needs nobody's permission.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupFault } from './setup.js';

/** The same Chromium without what draws windows: a tenth faster, and half the size. */
const preferred = 'chromium-headless-shell';
const names = [preferred, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser's program: CHROME_PATH, else the first on the PATH, else Playwright's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (!canRun(given)) throw new SetupFault(`CHROME_PATH names ${given}, which is not a program.`);
    return given;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
  if (found) return found;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Finds Chromium, or installs it where this process may; says how where it may not. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
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
