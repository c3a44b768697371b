import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { address } from './e2e/place.ts';
import { findChromium } from './scripts/chromium.js';

const isLong = process.env['SPRUCE_LONG'] === '1';

/** Chromium's memory that its processes share; on disk, pages load a sixth slower. A container may have too little of it. */
const shared = '/dev/shm';
const hasShared = existsSync(shared) && statfsSync(shared).bavail * statfsSync(shared).bsize > 1024 ** 3;
const onDisk = '--disable-dev-shm-usage'; // which Playwright adds by itself

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  workers: 3, // on two cores: a page often waits, and the run takes a fifth less time than with two
  fullyParallel: true,
  retries: 0, // what passes only at a second try is a defect
  forbidOnly: true,
  // Only what hangs reaches these: a busy machine must fail no test.
  timeout: isLong ? 600_000 : 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    contextOptions: { reducedMotion: 'reduce' }, // every click on what moves waits until it stands
    serviceWorkers: 'block', // what they answer is out of a test's reach; the one of forms has its own
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off', // it makes everything a third slower
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findChromium(),
      args: ['--no-sandbox', ...(hasShared ? [] : [onDisk])],
      ignoreDefaultArgs: hasShared ? [onDisk] : [],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: isLong ? /@phone/ : /@phone|@long/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      grepInvert: isLong ? [] : /@long/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" --disable-warning=ExperimentalWarning e2e/start.ts`,
    url: `${address}/readyz`,
    timeout: 600_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
