import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { readSettings, saveSettings } from '#company/settings.server.ts';
import { testApp } from '../../../test/app.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { makeCategory, type MadeProduct, makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { placePaidOrder } from '../../../test/sold.ts';
import type { productDetails } from '../contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const [cleaners, mops, gloves] = [
  await makeCategory(db, 'Cleaners'),
  await makeCategory(db, 'Mops'),
  await makeCategory(db, 'Gloves'),
];

const details = async ({ url }: MadeProduct) =>
  (await ask<ReplyOf<typeof productDetails>>('GET', `/v1/products/details/${url}`)).body;
const related = async (product: MadeProduct) => (await details(product)).related.map(({ productName }) => productName);

test('complements are products chosen by staff, then ones bought together, never of the same category or out of stock', async () => {
  const cleaner = await makeProduct(db, { name: 'Cleaner', categories: [cleaners], onHand: 50 });
  const other = await makeProduct(db, { name: 'Other Cleaner', categories: [cleaners], onHand: 50 });
  const mop = await makeProduct(db, { name: 'Mop', categories: [mops], onHand: 50 });
  const bucket = await makeProduct(db, { name: 'Bucket', categories: [mops], onHand: 2 });
  const glove = await makeProduct(db, { name: 'Glove', categories: [gloves] });
  const gone = await makeProduct(db, { name: 'Gone Sponge', categories: [gloves], onHand: 0 });
  expect(await related(cleaner)).toEqual([]);
  await placePaidOrder(shop, [{ product: cleaner }, { product: mop }, { product: other }]);
  await placePaidOrder(shop, [{ product: cleaner }, { product: mop }, { product: bucket }, { product: other }]);
  await placePaidOrder(shop, [{ product: cleaner }, { product: bucket }]);
  await placePaidOrder(shop, [{ product: cleaner }, { product: glove }]);
  await publishChange(db, 'catalogue'); // otherwise a reply may be an hour old
  await expect.poll(() => related(cleaner)).toEqual(['Mop']); // the bucket is sold out, the glove was bought once
  const body = {
    id: cleaner.id,
    productName: cleaner.name,
    productUrl: cleaner.url,
    categories: [cleaners.id],
    productCode: 'CLEAN',
    sellingPrice: 10,
  };
  const chosen = await ask('PUT', '/v1/manage-products', {
    token,
    body: { ...body, complements: [glove.id, gone.id] },
  });
  expect(chosen.status).toBe(200);
  await expect.poll(() => related(cleaner)).toEqual(['Glove', 'Mop']);
  const itself = await ask('PUT', '/v1/manage-products', { token, body: { ...body, complements: [cleaner.id] } });
  expect([itself.status, itself.faults]).toEqual([
    400,
    [{ path: 'complements.0', message: 'A product cannot be paired with itself.' }],
  ]);
});

test('a page shows how many are left at or below the limit of the settings, after each sale', async () => {
  const brush = await makeProduct(db, { categories: [mops], onHand: 7 });
  expect((await details(brush)).lowStock).toEqual([]);
  await placePaidOrder(shop, [{ product: brush, qty: 2 }]);
  await expect.poll(async () => (await details(brush)).lowStock).toEqual([{ variationItemId: null, left: 5 }]);
  await placePaidOrder(shop, [{ product: brush }]);
  await expect.poll(async () => (await details(brush)).lowStock).toEqual([{ variationItemId: null, left: 4 }]);
  const { version: _, ...settings } = await readSettings(deps);
  const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(db);
  const actor = {
    id: rows[0]?.id ?? '',
    sessionId: '',
    userType: 3,
    claims: [],
    firstName: 'A',
    lastName: 'B',
    email: '',
  };
  await saveSettings(deps, { ...settings, lowStockFrom: 3 }, { actor, requestId: 'r' });
  await expect.poll(async () => (await details(brush)).lowStock).toEqual([]);
});

test('a picture has the option that it shows, which must be one of its product', async () => {
  const vest = await makeProduct(db, {
    categories: [gloves],
    images: ['products/a', 'products/b'],
    variations: ['Colour'],
    items: [{ values: ['Red'] }, { values: ['Blue'] }],
  });
  const managed = await ask<{
    images: { id: string }[];
    variations: { id: string; options: { value: string; label: string }[] }[];
  }>('GET', `/v1/manage-products/${vest.id}`, { token });
  const [first, second] = managed.body.images;
  const [colour] = managed.body.variations;
  const arrange = (optionId: string | undefined) =>
    ask('PUT', `/v1/manage-products/${vest.id}/images`, {
      token,
      body: {
        images: [
          { id: first?.id, isPrimary: true },
          { id: second?.id, optionId },
        ],
      },
    });
  expect((await arrange(vest.id)).status).toBe(400);
  expect((await arrange(colour?.options[1]?.value)).status).toBe(200);
  expect((await arrange(undefined)).status).toBe(200); // unchanged if left out
  expect((await details(vest)).images.map(({ shows }) => shows)).toEqual([
    undefined,
    { variationId: colour?.id, value: 'Blue' },
  ]);
});
