import { defineConfig } from 'vitest/config';

const rules = 'test/boundaries.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false, // a worker's files share what they import, which is a third of the time
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    projects: [
      // Reads files only, so that `npm run check` needs no database for it.
      { extends: true, test: { name: 'rules', include: [rules] } },
      {
        extends: true,
        test: {
          name: 'spruce',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [rules],
          globalSetup: 'test/global-setup.ts',
        },
      },
    ],
  },
});
