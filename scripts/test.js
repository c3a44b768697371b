// `npm test`: installs missing packages, then runs checks, unit and API tests and browser tests, and prints a summary line.
// `--long` adds slow tests and measures what the unit and API tests cover. Plain JavaScript for any Node from 20 on, like setup.js.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ensureChromium } from './chromium.js';
import { ensureBuilt, ensureInstalled, findNode, orSayWhyNot, root } from './setup.js';

/**
 * Runs a tool of node_modules under our Node; its output goes to the terminal.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function run(file, args, env = {}) {
  const node = findNode();
  const path = `${join(root, 'node_modules/.bin')}:${dirname(node)}:${process.env.PATH}`;
  // Tests start some twenty processes of the program; cached code saves 40 % of a start. Coverage needs code that is not cached.
  const cache = env['SPRUCE_LONG'] ? {} : { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
  const all = { ...process.env, NODE_ENV: 'test', PATH: path, ...cache, ...env };
  return spawnSync(node, [join(root, file), ...args], { cwd: root, stdio: 'inherit', env: all }).status === 0;
}

/**
 * A reporter's output; undefined if the run ended before it was written.
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
 * Counts a run that failed without a failed test (such as a suite that does not load) as one failure.
 * @param {boolean} isRight
 * @param {{ passed: number, failed: number }} counted
 */
const sum = (isRight, { passed, failed }) => ({ passed, failed: isRight ? failed : Math.max(failed, 1) });

/**
 * The failed vitest tests, each with its file, name and the first line of its error.
 * @param {any} units its JSON report
 */
const failedUnits = (units) =>
  (units?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    const name = relative(root, file.name);
    if (file.status === 'failed' && tests.length === 0) return [`${name}: ${file.message}`];
    return tests.map((/** @type {any} */ test) => `${name} › ${test.fullName}\n  ${test.failureMessages.join('\n  ')}`);
  });

/**
 * The failed Playwright tests, each with its file, line and name.
 * @param {any} suite its JSON report, or a part of it
 * @returns {string[]}
 */
const failedPages = (suite) => [
  ...(suite?.suites ?? []).flatMap((/** @type {any} */ part) => failedPages(part)),
  ...(suite?.specs ?? [])
    .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ test) => test.status === 'unexpected'))
    .map((/** @type {any} */ spec) => `e2e/${spec.file}:${spec.line} › ${spec.title}`),
];

await orSayWhyNot(async () => {
  ensureInstalled({ withTests: true });
  const chromium = await ensureChromium();
  /** @type {Record<string, string>} */
  const long = process.argv.includes('--long') ? { SPRUCE_LONG: '1' } : {};
  const reports = mkdtempSync(join(tmpdir(), 'spruce-reports-'));

  run('scripts/audit.ts', []);
  const isChecked = run('scripts/check.ts', []);

  const units = join(reports, 'units.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${units}`];
  if (long['SPRUCE_LONG']) reporters.push('--coverage', '--coverage.include=src', '--coverage.reporter=text-summary');
  const isUnitsRight = run('node_modules/vitest/vitest.mjs', ['run', '--project=spruce', ...reporters], long);
  const unitsReport = report(units);
  const { numPassedTests = 0, numFailedTests = 0 } = unitsReport ?? {};

  ensureBuilt();
  const browser = join(reports, 'browser.json');
  const isBrowserRight = run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...long,
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
  });
  const browserReport = report(browser);
  const { expected = 0, unexpected = 0 } = browserReport?.stats ?? {};

  rmSync(reports, { recursive: true });
  const sums = [
    sum(isChecked, { passed: 0, failed: 0 }),
    sum(isUnitsRight, { passed: numPassedTests, failed: numFailedTests }),
    sum(isBrowserRight, { passed: expected, failed: unexpected }),
  ];
  const passed = sums.reduce((total, one) => total + one.passed, 0);
  const failed = sums.reduce((total, one) => total + one.failed, 0);
  // Repeated at the end, where they are easy to find after a long output.
  const failures = [...failedUnits(unitsReport), ...failedPages(browserReport)];
  for (const one of failures) console.log(`\n✗ ${one}`);
  if (!isChecked) console.log('\nThe checks at the beginning failed; they count as one failure.');
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
