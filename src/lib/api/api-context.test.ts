import { expect, test } from 'vitest';
import { loadByLink } from './api-context.ts';
import { Problem } from './problem.ts';
import { internalError } from './sentences.ts';

const failing = (error: Error) => loadByLink('Unable to load the order.', Promise.reject(error));

test('a page of a mailed link shows why the server refuses the link', async () => {
  expect(await failing(new Problem(400, 'This link is no longer valid.'))).toEqual({
    refusal: 'This link is no longer valid.',
  });
});

test('a server error is a page error with a sentence of its own, because the link may be valid', async () => {
  await expect(failing(new Problem(500, internalError))).rejects.toMatchObject({
    data: { message: 'Unable to load the order.' },
    init: { status: 500 },
  });
});
