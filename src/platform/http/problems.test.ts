import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { Problem } from '#lib/api/problem.ts';
import { openLog } from '../process/log.server.ts';
import { asProblem, handleProblems } from './problems.server.ts';

const failed = (message: string, about: object) => Object.assign(new Error(message), about);

test.each([
  failed('connect ENOENT /tmp/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect', errno: -2 }),
  failed('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }),
  failed('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
  failed('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
  failed('Connection terminated unexpectedly', {}),
  failed('Connection terminated due to connection timeout', {}),
  failed('timeout expired', {}),
  failed('Client has encountered a connection error and is not queryable', {}),
  failed('Postgres connection has been discarded', {}),
  failed('could not receive data from the server', { code: '08006' }),
  failed('cannot execute INSERT in a read-only transaction', { code: '25006' }),
  failed('the database system is starting up', { code: '57P03' }),
  failed('the database system is in recovery mode', { code: '57P03' }),
  failed('the database system is shutting down', { code: '57P03' }),
  failed('terminating connection due to administrator command', { code: '57P01' }),
])('reports a lost database as unavailable: %s', (error) => {
  expect(asProblem(error)).toMatchObject({ status: 503, message: 'Please try again in a moment.' });
});

test.each([failed('timeout exceeded when trying to connect', {}), failed('sorry', { code: '53300' })])(
  'when all connections are taken, the server is busy: %s',
  (error) => {
    expect(asProblem(error)).toMatchObject({ status: 503, message: 'The server is busy. Please try again.' });
  },
);

test.each([
  failed("ENOENT: no such file or directory, open '/data/files/x'", { code: 'ENOENT', syscall: 'open' }),
  failed('column "x" does not exist', { code: '42703' }),
  new TypeError('x is not a function'),
  'a text',
  { status: 200 },
])('reports other errors as internal, without details', (error) => {
  expect(asProblem(error)).toMatchObject({
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
    faults: [],
  });
});

test('reports a problem unchanged', () => {
  const problem = new Problem(409, 'Taken.');
  expect(asProblem(problem)).toBe(problem);
});

test('logs internal errors as errors, but not aborted requests and shed load', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log: FastifyBaseLogger = openLog('trace', {
    write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  }); // pino's format
  const app = Fastify({ loggerInstance: log });
  handleProblems(app);
  const failing: Promise<void>[] = [];
  app.post('/upload', (request) => {
    const reading = text(request.raw).then(() => {});
    failing.push(reading.catch(() => {}));
    return reading;
  });
  app.addContentTypeParser('text/csv', (_request, _stream, done) => done(null));
  app.get('/shed', () =>
    Promise.reject(failed('Service Unavailable', { code: 'FST_UNDER_PRESSURE', statusCode: 503 })),
  );
  app.get('/lost', () => Promise.reject(failed('Connection terminated unexpectedly', {})));
  app.get('/fault', () => Promise.reject(new TypeError('x is not a function')));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number }; // it listens on a port

  const caller = connect(port, '127.0.0.1');
  caller.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 100\r\n\r\nabc');
  await expect.poll(() => failing.length).toBe(1);
  caller.destroy();
  await Promise.all(failing);
  for (const path of ['shed', 'lost']) expect((await app.inject(`/${path}`)).statusCode).toBe(503);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines.filter(({ level }) => level === 40)).toHaveLength(1); // the lost database
  await app.inject('/fault');
  expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1);
  await app.close();
});
