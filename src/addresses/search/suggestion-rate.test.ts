import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';

const { ask } = await testApp({ environment: { RATE_LIMIT: 'on' } });

test('queries faster than anybody can type get 429', async () => {
  const answers = [];
  for (let asked = 0; asked < 241; asked++) answers.push(await ask('GET', '/v1/addresses/suggest?q=12%20exam'));
  expect(answers.slice(0, 240).every(({ status }) => status === 200)).toBe(true);
  expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } });
});
