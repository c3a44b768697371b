import { expect, test } from 'vitest';
import { Problem } from '#lib/problem.ts';
import { asProblem } from './problems.server.ts';

const failed = (message: string, about: object) => Object.assign(new Error(message), about);

test.each([
  failed('connect ENOENT /tmp/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect', errno: -2 }),
  failed('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }),
  failed('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
  failed('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
  failed('Connection terminated unexpectedly', {}),
  failed('Connection terminated due to connection timeout', {}),
  failed('timeout exceeded when trying to connect', {}),
  failed('the database system is shutting down', { code: '57P03' }),
  failed('terminating connection due to administrator command', { code: '57P01' }),
])('while the database is away, it is the server that is not there: %s', (error) => {
  const { status, message } = asProblem(error);
  expect(status).toBe(503);
  expect(message).toMatch(/^The server is (busy|starting|restarting)\. Please try again\.$/);
});

test.each([
  failed("ENOENT: no such file or directory, open '/data/files/x'", { code: 'ENOENT', syscall: 'open' }),
  failed('column "x" does not exist', { code: '42703' }),
  new TypeError('x is not a function'),
  'a text',
  { status: 200 },
])('other failures are ours, and say nothing of themselves', (error) => {
  expect(asProblem(error)).toMatchObject({
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
    faults: [],
  });
});

test('a problem is told as it is', () => {
  const problem = new Problem(409, 'Taken.');
  expect(asProblem(problem)).toBe(problem);
});
