// `npm test`: installs what is missing, then checks, unit and API tests, browser tests, and one line with the sum of all.
// `--long` adds what takes longer. Plain JavaScript for any Node from 20 on, like setup.js.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureChromium } from './chromium.js';
import { ensureBuilt, ensureInstalled, findNode, orSayWhyNot, root } from './setup.js';

/**
 * Runs a tool of node_modules under our Node; its output is the user's.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function run(file, args, env = {}) {
  const node = findNode();
  const path = `${join(root, 'node_modules/.bin')}:${dirname(node)}:${process.env.PATH}`;
  const all = { ...process.env, NODE_ENV: 'test', PATH: path, ...env };
  return spawnSync(node, [join(root, file), ...args], { cwd: root, stdio: 'inherit', env: all }).status === 0;
}

/**
 * What a reporter wrote; undefined where the run did not come so far.
 * @param {string} file
 */
function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A run that failed without a failed test (a suite that does not load, a server that does not start) counts as one.
 * @param {boolean} isRight
 * @param {{ passed: number, failed: number }} counted
 */
const sum = (isRight, { passed, failed }) => ({ passed, failed: isRight ? failed : Math.max(failed, 1) });

await orSayWhyNot(async () => {
  ensureInstalled({ withTests: true });
  const chromium = await ensureChromium();
  /** @type {Record<string, string>} */
  const long = process.argv.includes('--long') ? { SPRUCE_LONG: '1' } : {};
  const reports = mkdtempSync(join(tmpdir(), 'spruce-reports-'));

  const isChecked = run('scripts/check.ts', []);

  const units = join(reports, 'units.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${units}`];
  const isUnitsRight = run('node_modules/vitest/vitest.mjs', ['run', '--project=spruce', ...reporters], long);
  const { numPassedTests = 0, numFailedTests = 0 } = report(units) ?? {};

  ensureBuilt();
  const browser = join(reports, 'browser.json');
  const isBrowserRight = run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...long,
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
  });
  const { expected = 0, unexpected = 0, flaky = 0 } = report(browser)?.stats ?? {};

  rmSync(reports, { recursive: true });
  const sums = [
    sum(isChecked, { passed: 0, failed: 0 }),
    sum(isUnitsRight, { passed: numPassedTests, failed: numFailedTests }),
    sum(isBrowserRight, { passed: expected, failed: unexpected + flaky }),
  ];
  const passed = sums.reduce((total, one) => total + one.passed, 0);
  const failed = sums.reduce((total, one) => total + one.failed, 0);
  if (!isChecked) console.log('\nThe checks at the beginning do not hold; they count as one failure.');
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
