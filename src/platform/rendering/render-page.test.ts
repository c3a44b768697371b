import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import type { RouterContextProvider } from 'react-router';
import { afterAll, expect, test } from 'vitest';
import { type PageServices, provide } from '#lib/api/api-context.ts';
import type { PageBundle } from './page-bundle.server.ts';
import { renderPage } from './render-page.server.ts';

const app = Fastify();
await app.register(cookie);
afterAll(() => app.close());
let writes = 0;
app.post('/v1/write', async (_request, reply) => reply.header('set-cookie', `read-after=0/${++writes}; Path=/`).send());

test("of two calls of a page that set the same cookie, the last one's cookie is the first", async () => {
  let page: PageServices | undefined;
  const take: typeof provide = (context, services) => provide(context, (page = services));
  const handle = async (_request: Request, _context?: RouterContextProvider) => {
    await page?.send('POST', '/v1/write', undefined);
    await page?.send('POST', '/v1/write', undefined);
    return new Response('written');
  };
  const bundle = { build: { entry: { module: { provide: take } } }, handle } as unknown as PageBundle; // all that is used of it
  app.post('/page', async (request, reply) => {
    const visit = { app, bundle, request, reply, actor: null, isShared: false, cdn: false };
    return (await renderPage({ ...visit, publicUrl: 'http://shop.test' })).cookies;
  });
  const { body } = await app.inject({ method: 'POST', url: '/page' });
  expect(JSON.parse(body)).toEqual(['read-after=0/2; Path=/', 'read-after=0/1; Path=/']);
});
