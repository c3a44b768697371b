import { crc32 } from 'node:zlib';
import Fastify from 'fastify';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { identifyBy } from '#accounts/sign-in/identify.server.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import { handleProblems } from '#platform/http/problems.server.ts';
import { registry } from '#platform/http/register-endpoint.server.ts';
import { testApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/people.ts';
import { maxBytes, type Picture, type UsingPage } from './contract.ts';
import { sitePictureRoutes } from './routes.server.ts';

const { ask, askOf, deps } = await testApp();
const path = '/v1/site-pictures';
const { token } = await makeAdministrator(deps, { claims: ['ManageSite'] });

const plain = (width: number, height: number, background = '#0a7') =>
  sharp({ create: { width, height, channels: 3, background } });

/** The left half is red, the right half blue. */
const halves = (width: number, height: number) =>
  plain(width, height, '#f00').composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#00f' } }, left: width / 2, top: 0 },
  ]);

interface Sent {
  name?: string;
  alt?: string;
  isDecorative?: string;
  again?: string;
}

async function upload(bytes: Buffer, sent: Sent = {}, call = ask) {
  const query = new URLSearchParams({ name: 'team.jpg', alt: 'Our team at work', ...sent });
  const headers = { 'content-type': 'application/octet-stream' };
  return call<{ picture: Picture; isNew: boolean }>('POST', `${path}?${query}`, { token, headers, body: bytes });
}

let made = 0;
const fresh = async (sent: Sent = {}, call = ask): Promise<Picture> =>
  (
    await upload(
      await plain(1200, 600 + ++made)
        .png()
        .toBuffer(),
      sent,
      call,
    )
  ).body.picture;

/** The beginning of a PNG file of this size; its pixels are missing. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  Buffer.from('0802000000', 'hex').copy(header, 24);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return Buffer.concat([header, Buffer.from('0000000049444154', 'hex')]);
}

const changeOf = ({ alt, isDecorative, focus, crop, version }: Picture) => ({
  alt,
  isDecorative,
  focus,
  crop,
  version,
});
const change = (picture: Picture, changes: object) =>
  ask<Picture>('PUT', `${path}/${picture.id}`, { token, body: { ...changeOf(picture), ...changes } });
const list = async (query = '') => (await ask<Picture[]>('GET', `${path}${query}`, { token })).body;

test('a picture is served at once, and in every size after the job', async () => {
  const { status, body } = await upload(await plain(2600, 1300).png().toBuffer(), { name: 'wide.png' });
  expect([status, body.isNew]).toEqual([201, true]);
  expect(body.picture).toMatchObject({ name: 'wide.png', width: 2600, height: 1300, focus: { x: 50, y: 50 } });
  expect(body.picture.shown).toMatchObject({ path: body.picture.path, width: 2400, height: 1200 });
  const early = await ask('GET', `${body.picture.path}?w=960`);
  expect([early.status, early.headers['cache-control']]).toEqual([200, 'no-store']);
  await deps.jobs.finishAll();
  for (const width of [160, 2400]) {
    const sized = await ask('GET', `${body.picture.path}?w=${width}`);
    expect(sized.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await sharp(sized.bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 });
  }
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s is accepted by its content', async (kind) => {
  const { status, body } = await upload(await plain(40, 20).toFormat(kind).toBuffer());
  expect([status, body.picture.kind]).toEqual([201, kind]);
});

test('a photo is upright, a high one keeps its width, and neither tells where it was taken', async () => {
  const gps = { IFD3: { GPSLatitude: '33/1 51/1 0/1', GPSLatitudeRef: 'S' } };
  const { body } = await upload(await plain(900, 300).jpeg().withMetadata({ exif: gps, orientation: 6 }).toBuffer());
  expect(body.picture).toMatchObject({ width: 300, height: 900 });
  await deps.jobs.finishAll();
  const about = await sharp((await ask('GET', `${body.picture.path}?w=160`)).bytes).metadata();
  expect([about.width, about.height, about.exif]).toEqual([160, 480, undefined]);
});

test('a drawing is served as it is and can run nothing', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10H0z"/></svg>';
  const { status, body } = await upload(Buffer.from(drawing), { name: 'logo.svg' });
  expect([status, body.picture.kind, body.picture.width, body.picture.height]).toEqual([201, 'svg', 40, 10]);
  const served = await ask('GET', body.picture.shown.path);
  expect([served.headers['content-type'], served.bytes.toString()]).toEqual(['image/svg+xml', drawing]);
  expect(served.headers['content-security-policy']).toContain("default-src 'none'");
  expect(served.headers['content-security-policy']).toContain('sandbox');
  const cropped = await change(body.picture, { crop: { left: 0, top: 0, width: 50, height: 50 } });
  expect([cropped.status, cropped.faults]).toEqual([400, [{ path: 'crop', message: 'A drawing cannot be cropped.' }]]);
});

test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
  [
    'a page',
    () => Buffer.from('<!doctype html><p>Hello</p>'),
    415,
    'Pictures must be JPEG, PNG, WebP, AVIF or SVG files.',
  ],
  ['a GIF', () => plain(9, 9).gif().toBuffer(), 415, 'Pictures must be JPEG, PNG, WebP, AVIF or SVG files.'],
  ['nothing', () => Buffer.alloc(0), 400, 'Please choose a picture.'],
  ['too much', () => Buffer.alloc(maxBytes + 1), 413, 'A picture must be at most 20 MB.'],
  ['100 megapixels', () => pngHeader(10_000, 10_000), 400, 'The image has too many pixels. Please make it smaller.'],
  [
    'an animation',
    async () =>
      sharp([await plain(9, 9).png().toBuffer(), await plain(9, 9, '#f00').png().toBuffer()], {
        join: { animated: true },
      })
        .webp()
        .toBuffer(),
    415,
    'This picture is animated. Please send a still one.',
  ],
  [
    'a drawing with a script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
    'The drawing contains a part “script”, which is not allowed. Save it as a plain SVG, or send a PNG.',
  ],
  [
    'half a picture',
    async () => (await halves(800, 800).jpeg().toBuffer()).subarray(0, 3000),
    400,
    'The image is damaged or cannot be read.',
  ],
])('%s is refused with a sentence', async (_, make, status, message) => {
  const before = await list();
  const refused = await upload(await make());
  expect([refused.status, refused.message]).toEqual([status, message]);
  expect(await list()).toEqual(before);
});

test('a picture needs a description of at most 200 characters, unless it is decoration', async () => {
  const bytes = await plain(31, 31).png().toBuffer();
  const faultOf = async (sent: Sent) => (await upload(bytes, sent)).faults;
  const missing = { path: 'alt', message: 'Describe the picture, or mark it as decoration.' };
  expect(await faultOf({ alt: ' \u200b' })).toEqual([missing]);
  expect(await faultOf({ alt: '', name: '' })).toEqual([{ path: 'name', message: 'The file needs a name.' }, missing]);
  expect(await faultOf({ alt: '🧽'.repeat(201) })).toEqual([
    { path: 'alt', message: 'The description has at most 200 characters.' },
  ]);
  const { body } = await upload(bytes, { isDecorative: 'true' });
  expect(body.picture).toMatchObject({ alt: '', isDecorative: true });
  expect((await change(body.picture, { isDecorative: false })).faults).toEqual([missing]);
  const described = await change(body.picture, { isDecorative: false, alt: 'Fleurs 🌼 زهور' });
  expect(described.body).toMatchObject({ alt: 'Fleurs 🌼 زهور', isDecorative: false, version: 2 });
});

test('the same file is in the library once, also if two add it at the same time, unless it is added again', async () => {
  const bytes = await plain(77, 33).png().toBuffer();
  const both = await Promise.all([upload(bytes, { name: 'a.png' }), upload(bytes, { name: 'b.png' })]);
  expect(both.map(({ body }) => body.isNew).sort()).toEqual([false, true]);
  expect(new Set(both.map(({ body }) => body.picture.id)).size).toBe(1);
  const again = await upload(bytes, { name: 'c.png', again: 'true' });
  expect(again.body.isNew).toBe(true);
  expect(again.body.picture.path).toBe(both[0]?.body.picture.path);
});

test('a crop has files of its own, and the focal point stays where it was in the picture', async () => {
  const { body: added } = await upload(await halves(1600, 800).png().toBuffer());
  const crop = { left: 50, top: 0, width: 50, height: 100 };
  const { body } = await change(added.picture, { crop, focus: { x: 75, y: 20 } });
  expect(body.shown).toMatchObject({ width: 800, height: 800, focus: { x: 50, y: 20 } });
  expect(body.shown.path).not.toBe(added.picture.path);
  expect((await ask('GET', `${body.shown.path}?w=960`)).headers['cache-control']).toBe('no-store');
  await deps.jobs.finishAll();
  const sized = await ask('GET', `${body.shown.path}?w=160`);
  const { width, height } = await sharp(sized.bytes).metadata();
  const { dominant } = await sharp(sized.bytes).stats();
  expect([width, height, dominant.b > 200, dominant.r < 50]).toEqual([160, 160, true, true]);
  const whole = await change(body, { crop: null });
  expect(whole.body.shown.path).toBe(added.picture.path);
});

test('pages in memory and in shared caches are dropped when a picture that they show changes or comes back', async () => {
  const picture = await fresh();
  const purged = async (work: () => Promise<unknown>) => {
    await deps.db.deleteFrom('cache_purges').execute();
    await work();
    return (await deps.db.selectFrom('cache_purges').select('tag').execute()).map(({ tag }) => tag);
  };
  expect(await purged(() => change(picture, { alt: 'Our crew' }))).toEqual(['site']);
  await ask('DELETE', `${path}/${picture.id}`, { token });
  expect(await purged(() => ask('POST', `${path}/${picture.id}/restore`, { token }))).toEqual(['site']);
});

test('faults of a change are reported together, and an outdated one is refused', async () => {
  const picture = await fresh();
  const bad = { alt: '', focus: { x: 101, y: 'x' }, crop: { left: 60, top: 0, width: 50, height: 100 } };
  expect((await change(picture, bad)).faults).toEqual([
    { path: 'alt', message: 'Describe the picture, or mark it as decoration.' },
    { path: 'focus.x', message: 'Must be a number from 0 to 100 with at most two decimals.' },
    { path: 'focus.y', message: 'Must be a number from 0 to 100 with at most two decimals.' },
    { path: 'crop', message: 'The crop must lie within the picture.' },
  ]);
  expect((await change(picture, { alt: 'First' })).status).toBe(200);
  const late = await change(picture, { alt: 'Second' });
  expect([late.status, late.message]).toEqual([409, changedBySomeoneElse]);
  expect((await ask('GET', `/v1/history/picture/${picture.id}`, { token })).body).toHaveLength(2);
});

test('the library is searched by words in names and descriptions, newest first', async () => {
  const first = await fresh({ name: 'window_squeegee-01.jpg', alt: 'Windows of a café' });
  deps.clock.advance(1000);
  const second = await fresh({ name: 'IMG_2201.jpg', alt: 'A squeegee on glass' });
  const found = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).map(({ id }) => id);
  expect(await found('squee')).toEqual([second.id, first.id]);
  expect(await found('cafe')).toEqual([first.id]);
  expect(await found('nothing')).toEqual([]);
});

test('a removed picture is out of the library until it is restored', async () => {
  const { id, path: file } = await fresh();
  expect((await ask('DELETE', `${path}/${id}`, { token })).status).toBe(204);
  expect((await list()).map((one) => one.id)).not.toContain(id);
  for (const method of ['GET', 'DELETE'] as const)
    expect((await ask(method, `${path}/${id}`, { token })).status).toBe(404);
  expect((await ask('GET', file)).status).toBe(200);
  expect((await ask('POST', `${path}/${id}/restore`, { token })).body).toMatchObject({ id });
  expect((await ask('POST', `${path}/${id}/restore`, { token })).status).toBe(404);
  expect((await ask('GET', `${path}/${id}`, { token })).body).toMatchObject({ id, usedOn: [] });
});

test('a picture that pages show cannot be removed, and the sentence names them', async () => {
  const pages: UsingPage[] = [];
  const app = Fastify();
  handleProblems(app);
  await app.register(
    async (api) => {
      handleProblems(api);
      const { on } = registry(api, identifyBy(deps));
      sitePictureRoutes(on, { ...deps, pagesUsingPicture: async () => pages });
    },
    { prefix: '/v1' },
  );
  const call = askOf(app);
  const { id } = await fresh({}, call);
  const remove = async () => {
    const { status, message } = await call('DELETE', `${path}/${id}`, { token });
    return [status, message];
  };
  pages.push({ id: newId(), title: 'Home' });
  expect((await call('GET', `${path}/${id}`, { token })).body).toMatchObject({ usedOn: pages });
  expect(await remove()).toEqual([409, 'This picture is shown on “Home”.']);
  pages.push({ id: newId(), title: 'Careers' }, { id: newId(), title: 'Prices' });
  expect(await remove()).toEqual([409, 'This picture is shown on “Home”, “Careers” and 1 more page.']);
  pages.length = 0;
  expect(await remove()).toEqual([204, undefined]);
  await app.close();
});
