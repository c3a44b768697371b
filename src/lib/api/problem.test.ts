import { expect, test } from 'vitest';
import { problemFrom } from './api.ts';
import { errorMessageOf } from './problem.ts';

const otherwise = 'Unable to load the users.';

test.each([
  [409, { Message: 'This is still in use.' }, 'This is still in use.'],
  [500, { Message: 'The catalogue is being moved.' }, 'The catalogue is being moved.'],
  [500, { Message: 'Something went wrong on our side. Please try again.' }, otherwise],
  [500, {}, otherwise],
  [500, undefined, otherwise],
  [503, { Message: 'The server is busy. Please try again.' }, otherwise],
  [502, undefined, otherwise],
])('a response %i with %j gives the message of the server, or else the default', (status, body, message) => {
  expect(errorMessageOf(problemFrom(status, body), otherwise)).toBe(message);
});

test('other errors are rethrown', () => {
  expect(() => errorMessageOf(new TypeError('x'), otherwise)).toThrow('x');
});
