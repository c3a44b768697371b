import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../../test/app.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';
import type { ProductImage } from '../contract.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const path = '/v1/manage-products';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const shelf = await makeCategory(db, 'Chemicals');

const picture = (colour: string, width = 600) =>
  sharp({ create: { width, height: 400, channels: 3, background: colour } });
const asUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const red = asUrl(await picture('#c00').png().toBuffer());
const green = asUrl(await picture('#0c0').jpeg().toBuffer(), 'image/jpeg');
const blue = asUrl(await picture('#00c').webp().toBuffer(), 'image/webp');

const fresh = async () => (await makeProduct(db, { categories: [shelf], images: [] })).id;
const read = async (id: string) => (await ask<ProductImage[]>('GET', `${path}/images/${id}`, { token })).body;
const names = async (id: string) => (await read(id)).map(({ name }) => name);
const upload = (id: string, images: unknown, version?: number) =>
  ask<ProductImage[]>('POST', `${path}/upload`, {
    token,
    body: { id, version, productImages: JSON.stringify(images) },
  });
const add = (id: string, name: string, data: string) =>
  ask<ProductImage & { version: number }>('POST', `${path}/${id}/images`, { token, body: { name, data } });
const arrange = (id: string, images: object[], version?: number) =>
  ask('PUT', `${path}/${id}/images`, { token, body: { images, version } });

test('the whole set is replaced: pictures with an id stay, and the primary one comes first', async () => {
  const id = await fresh();
  const made = await upload(id, [
    { name: 'red.png', data: red, size: 1, isPrimary: false },
    { name: 'green.jpg', data: green, size: 1, isPrimary: true },
  ]);
  expect([made.status, made.body.map(({ name, isPrimary }) => [name, isPrimary])]).toEqual([
    200,
    [
      ['green.jpg', true],
      ['red.png', false],
    ],
  ]);
  const [first, second] = made.body;
  expect(first).toEqual({
    id: expect.any(String),
    name: 'green.jpg',
    data: expect.stringMatching(/^\/files\/products\/[0-9a-f]{32}$/),
    size: expect.any(Number),
    isPrimary: true,
    altText: '',
    optionId: null,
  });
  const again = await upload(id, [
    { id: second?.id, name: 'red.png', data: second?.data, size: 1, isPrimary: true },
    { name: 'blue.webp', data: blue, size: 1, isPrimary: false, altText: '<i>Blue</i>' },
  ]);
  expect(again.body.map(({ name, altText }) => [name, altText])).toEqual([
    ['red.png', ''],
    ['blue.webp', '<i>Blue</i>'],
  ]);
  expect(again.body[0]).toMatchObject({ id: second?.id, data: second?.data });
  const byPath = await upload(id, [{ name: 'blue.webp', data: again.body[1]?.data }]);
  expect(byPath.body).toEqual([{ ...again.body[1], isPrimary: true }]);
  await upload(id, [{ name: 'red.png', data: red }, { id: again.body[1]?.id }]);
  expect((await ask('GET', `/v1/products/details/${id}`)).body).toMatchObject({
    imageName: 'red.png',
    images: [{ name: 'red.png' }, { name: 'blue.webp', altText: '<i>Blue</i>' }],
  });
});

test('a picture is available at once, and in every size after the job has run', async () => {
  const id = await fresh();
  const { status, body } = await add(id, 'red.png', asUrl(await picture('#d00', 1200).png().toBuffer()));
  expect([status, body.isPrimary, body.version]).toEqual([201, true, 2]);
  const early = await ask('GET', `${body.data}?w=960`);
  expect([early.status, early.headers['cache-control']]).toEqual([200, 'no-store']);
  await deps.jobs.finishAll();
  for (const width of [160, 480, 960, 1600]) {
    const sized = await ask('GET', `${body.data}?w=${width}`);
    const about = await sharp(sized.bytes).metadata();
    expect([about.format, about.width]).toEqual(['webp', Math.min(width, 1200)]);
    expect(sized.headers['cache-control']).toContain('immutable');
  }
  const key = body.data.replace('/files/products/', 'originals/');
  expect(await deps.files.exists(key)).toBe(false);
});

test('order, texts, primary and removal are stored by one request', async () => {
  const id = await fresh();
  for (const [name, data] of Object.entries({ red, green, blue })) await add(id, name, data);
  expect(await names(id)).toEqual(['red', 'green', 'blue']);
  const [a, b, c] = await read(id);
  const arranged = await arrange(id, [
    { id: c?.id, altText: 'A blue square' },
    { id: a?.id, isPrimary: true },
  ]);
  expect([arranged.status, await names(id)]).toEqual([200, ['red', 'blue']]);
  expect((await read(id))[1]?.altText).toBe('A blue square');
  const gone = await arrange(id, [{ id: b?.id }]);
  expect([gone.status, gone.message]).toEqual([400, 'This image no longer exists.']);
  expect((await arrange(id, [{ id: a?.id }], 1)).status).toBe(409);
});

test('a picture removed by another user is restored by its path, by both endpoints', async () => {
  const id = await fresh();
  for (const [name, data] of Object.entries({ red, green })) await add(id, name, data);
  const [a, b] = await read(id);
  await arrange(id, [{ id: b?.id }]);
  const again = await add(id, 'red', a?.data ?? '');
  expect([again.status, again.body.data]).toEqual([201, a?.data]);
  await arrange(id, [{ id: again.body.id }]);
  const whole = await upload(id, [
    { id: b?.id, name: 'green', data: b?.data, isPrimary: true },
    { id: again.body.id, name: 'red', data: again.body.data },
  ]);
  expect(whole.body.map(({ name, data }) => [name, data])).toEqual([
    ['green', b?.data],
    ['red', a?.data],
  ]);
  await deps.jobs.finishAll();
  expect((await ask('GET', `${b?.data}?w=1600`)).headers['cache-control']).toContain('immutable');
});

test.each(['/files/products/0000', '/files/products/../originals/x', '/files/../../etc/passwd', '/v1/users'])(
  'the path %s is refused as a picture',
  async (data) => {
    const id = await fresh();
    const added = await add(id, 'a.png', data);
    expect([added.status, added.faults]).toEqual([400, [{ path: 'data', message: 'This image no longer exists.' }]]);
    const sent = await upload(id, [{ id: newId(), name: 'a.png', data }]);
    expect([sent.status, sent.message]).toEqual([400, 'This image no longer exists.']);
  },
);

test.each<[string, unknown, number, string[]]>([
  ['none', [], 400, ['Product must have at least 1 image.']],
  ['no list', 7, 400, ['Product must have at least 1 image.']],
  ['nine', Array(9).fill({ name: 'a', data: red }), 400, ['A product can have at most 8 images.']],
  ['two primary', Array(2).fill({ name: 'a', data: red, isPrimary: true }), 400, ['Only one image may be primary.']],
  ['no picture', [{ name: 'a' }], 400, ['Please choose an image.']],
  [
    'a script that says it is a picture',
    [
      { name: 'a', data: red },
      { name: 'b', data: asUrl(Buffer.from('<svg onload="x()"/>')) },
      { name: 'c', data: asUrl(Buffer.from('%PDF-1.7')) },
    ],
    415,
    Array(2).fill('Images must be PNG, JPEG, WebP or GIF files.'),
  ],
  ['no base64', [{ name: 'a', data: 'data:image/png;base64,%%%' }], 400, ['The image is damaged or cannot be read.']],
])('%s is refused and changes nothing', async (_, images, status, messages) => {
  const id = await fresh();
  await add(id, 'kept.png', blue);
  const answer = await upload(id, images);
  expect([answer.status, answer.faults.map(({ message }) => message)]).toEqual([status, messages]);
  expect(await names(id)).toEqual(['kept.png']);
});

test('too large and damaged pictures are refused', async () => {
  const id = await fresh();
  const noise = Buffer.alloc(20 * 1024 * 1024, 7);
  (await picture('#c00').png().toBuffer()).copy(noise);
  const large = await add(id, 'large.png', asUrl(noise));
  expect([large.status, large.message]).toEqual([413, 'Images must be at most 5 MB.']);
  const whole = await picture('#0cc', 900).jpeg().toBuffer();
  const damaged = await add(id, 'cut.jpg', asUrl(whole.subarray(0, whole.length / 2), 'image/jpeg'));
  expect([damaged.status, damaged.message]).toEqual([400, 'The image is damaged or cannot be read.']);
  expect(await names(id)).toEqual([]);
});

test('a ninth picture is refused, even if all are sent at once', async () => {
  const id = await fresh();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => add(id, `${n}.png`, red)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
  expect(answers.find(({ status }) => status === 400)?.message).toBe('A product can have at most 8 images.');
  expect((await read(id)).filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
});

test("the id of another product's picture does not affect that product", async () => {
  const [mine, theirs] = [await fresh(), await fresh()];
  const { body } = await add(theirs, 'theirs.png', red);
  await add(mine, 'mine.png', blue);
  const refused = await upload(mine, [{ id: body.id, name: 'stolen.png' }]);
  expect([refused.status, refused.message]).toEqual([400, 'This image no longer exists.']);
  expect((await upload(mine, [{ id: body.id, name: 'new.png', data: green }])).status).toBe(200);
  expect([await names(mine), await names(theirs)]).toEqual([['new.png'], ['theirs.png']]);
  expect((await upload(newId(), [{ name: 'a', data: red }])).status).toBe(404);
});
