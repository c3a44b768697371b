import { test } from 'vitest';

/** Whether this is `npm run test:long`, which adds tests that kill processes, wait, or take volume. */
export const isLong = process.env['SPRUCE_LONG'] === '1';

/** A test of `npm run test:long` only. */
// oxlint-disable-next-line vitest/no-disabled-tests, vitest/valid-title -- not a test itself
export const longTest = test.runIf(isLong);
