import { expect, test } from 'vitest';
import { pagePath } from './content-fields.ts';

test.each([
  ['/', true],
  ['/our-team', true],
  ['/services/window-cleaning/', true],
  ['our-team', false],
  ['/our--team/', false],
  ['//', false],
  ['/a//b', false],
  [`/${'a'.repeat(190)}!`, false],
  [`/${'a-'.repeat(90)}a?`, false],
  [`/${'ab/'.repeat(60)}_`, false],
])('%s is judged at once', (path, isRight) => {
  const start = performance.now();
  expect(pagePath.safeParse(path).success).toBe(isRight);
  expect(performance.now() - start).toBeLessThan(100);
});
