import { defineConfig } from 'vitest/config';

const rules = 'test/boundaries.test.ts';
const isLong = process.env['SPRUCE_LONG'] === '1';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3, // on two cores: a test often waits for the database, and the run takes a fifth less time than with two
    isolate: false, // a worker's files share what they import, which is a third of the time
    // Only what hangs reaches these: a busy machine must fail no test.
    testTimeout: isLong ? 7_200_000 : 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    projects: [
      // Reads files only, so that `npm run check` needs no database for it.
      { extends: true, test: { name: 'rules', include: [rules] } },
      {
        extends: true,
        test: {
          name: 'spruce',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: isLong ? [rules] : [rules, '**/*.long.test.ts'], // kill -9, memory and volume: `npm run test:long`
          globalSetup: 'test/global-setup.ts',
          setupFiles: 'test/seed.ts',
        },
      },
    ],
  },
});
