import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '#platform/process/clock.server.ts';
import { freshDatabase } from '../../test/database.ts';
import { makeCategory, makeProduct } from '../../test/make.ts';
import { makeForm, storeForm } from '../../test/make-form.ts';
import { sitemapRoutes } from './sitemap.server.ts';

const { db } = await freshDatabase();
const app = Fastify();
sitemapRoutes(app, { db, env: { publicUrl: 'https://shop.test' } }, async () => ['/', '/contact']);

const locations = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place ?? '');

test('the sitemap lists pages, forms, categories and products', async () => {
  const shelf = await makeCategory(db, 'Mops');
  const shown = await makeProduct(db, { categories: [shelf], url: 'flat-mop' });
  await makeProduct(db, { categories: [shelf], isActive: false });
  for (const url of ['gallery', 'free-quote']) await storeForm({ db, clock: systemClock }, makeForm([], { url }));
  const index = await app.inject({ url: '/sitemap.xml' });
  expect(index.headers['content-type']).toContain('application/xml');
  expect(locations(index.body)).toEqual([
    'https://shop.test/sitemap-pages.xml',
    'https://shop.test/sitemap-products-1.xml',
  ]);
  const pages = await app.inject({ url: '/sitemap-pages.xml' });
  expect(locations(pages.body)).toEqual([
    'https://shop.test/',
    'https://shop.test/contact',
    'https://shop.test/forms/free-quote/',
    'https://shop.test/shopping/products/all',
    `https://shop.test/shopping/products/${shelf.url}`,
  ]);
  const products = await app.inject({ url: '/sitemap-products-1.xml' });
  expect(locations(products.body)).toEqual([`https://shop.test/shopping/product-detail/${shown.url}`]);
});

test.each(['0', '2', '01', 'x', '99999999'])('there is no part %s', async (part) => {
  expect((await app.inject({ url: `/sitemap-products-${part}.xml` })).statusCode).toBe(404);
});

test('robots.txt names the sitemap and disallowed paths', async () => {
  const { body } = await app.inject({ url: '/robots.txt' });
  expect(body).toContain('Sitemap: https://shop.test/sitemap.xml');
  expect(body).toContain('Disallow: /admin/');
});
