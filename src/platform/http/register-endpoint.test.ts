import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endpoint } from '#lib/api/endpoint.ts';
import { registry } from './register-endpoint.server.ts';
import { openLog } from '../process/log.server.ts';

test('a reply sent by the handler itself is not sent again', async () => {
  let log = '';
  const app = Fastify({ loggerInstance: openLog('warn', { write: (line) => void (log += line) }) });
  await app.register(
    async (api) => {
      const { on } = registry(api, async () => null);
      on(endpoint('GET', '/v1/paper', { access: 'public', summary: 'A paper' }), async ({ reply }) =>
        reply.header('content-type', 'application/pdf').send(Buffer.from('%PDF')),
      );
    },
    { prefix: '/v1' },
  );
  const answer = await app.inject('/v1/paper?key=secret');
  expect([answer.statusCode, answer.body]).toEqual([200, '%PDF']);
  expect(log).toBe('');
  await app.close();
});
