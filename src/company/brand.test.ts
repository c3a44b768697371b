import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/people.ts';
import { type Brand, brandContent } from './brand-contract.ts';
import type { PublicSettings } from './contract.ts';
import { fontPairs } from '#lib/font-pairs.ts';
import { inks } from '#platform/pdf/pdf-drawing.server.ts';
import { coloursCss, deriveColours, replacedColours, seenThrough, unreadableColours } from './derive-colours.server.ts';
import { firstBrand, programColours } from './first-brand.ts';
import { paperLook } from './letterhead.server.ts';
import { mailSender } from './mail-company.server.ts';
import { readSettings } from './settings.server.ts';

const { ask, deps, app } = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
const editor = await makeAdministrator(deps, { claims: ['ManageSite'] });
const demo: { brand: object } = JSON.parse(
  await readFile(join(import.meta.dirname, '../../demo/site/company.json'), 'utf8'),
);

const tokensCss = await readFile(join(import.meta.dirname, '../tokens.css'), 'utf8');

const read = async (): Promise<Brand> => (await ask<Brand>('GET', '/v1/brand', editor)).body;
const save = (change: object, who = editor) =>
  read().then((brand) => ask<Brand>('PUT', '/v1/brand', { ...who, body: { ...brand, ...change } }));
const shown = async () => (await ask<PublicSettings>('GET', '/v1/settings/public')).body.brand;

test('the demo has the brand of its folder, in the colours that the program comes with', async () => {
  const stored = expect.stringMatching(/^\/brand\/[0-9a-f]{16}\.(svg|png)$/);
  expect(await read()).toEqual({ ...demo.brand, icon: stored, share: stored, version: 1 });
  expect(await shown()).toMatchObject({ hours: 'Monday to Friday, 7 am to 6 pm', stylesheet: null });
  expect(await readSettings(deps)).toMatchObject({
    company: { name: 'Spruce', abn: '51824753556', email: 'office@example.com.au' },
    delivery: { dispatch: 'Ordered by 1 pm, sent today' },
  });
});

test('only who manages the site reads and changes the brand, and every change is recorded', async () => {
  const other = await makeAdministrator(deps, { claims: ['ManageUsers', 'ManageForms'] });
  expect((await ask('GET', '/v1/brand', other)).status).toBe(403);
  expect((await ask('PUT', '/v1/brand', { ...other, body: await read() })).status).toBe(403);
  const saved = await save({ tagline: 'Windows, inside and out.' });
  expect(saved).toMatchObject({ status: 200, body: { tagline: 'Windows, inside and out.', version: 2 } });
  const entry = await deps.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'update', entity: 'brand', after: { tagline: 'Windows, inside and out.' } });
  const late = await ask('PUT', '/v1/brand', { ...editor, body: { ...saved.body, version: 1 } });
  expect(late.status).toBe(409);
});

test('all faults are reported at once, and nothing is stored', async () => {
  const before = await read();
  const { status, faults } = await save({
    accent: 'blue',
    links: ['javascript:alert(1)'],
    areas: ['x'.repeat(61)],
    hours: 'y'.repeat(61),
  });
  expect(status).toBe(400);
  expect(faults.map(({ path }) => path).sort()).toEqual(['accent', 'areas.0', 'hours', 'links.0']);
  expect(await read()).toEqual(before);
});

test('a colour that nobody can read is refused, with the nearest one that holds', async () => {
  const { status, faults } = await save({ accent: '#ffd400' });
  expect([status, faults]).toEqual([
    400,
    [
      {
        path: 'accent',
        message:
          'Links in this colour, and white text on its buttons, would have a contrast of 1.3 to 1; readers need 4.5 to 1. The nearest readable colour is #866a00.',
      },
    ],
  ]);
  expect((await save({ accent: '#866a00' })).status).toBe(200);
});

test("other colours have a style sheet, whose address changes with them, and the program's drawings follow", async () => {
  const usual = (await open('/brand/drawings/hero.svg')).body;
  await save({ accent: '#1d4ed8', ink: '#172554' });
  const scene = await open('/brand/drawings/hero.svg');
  expect([scene.statusCode, scene.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(usual).toContain('#0f5c5c');
  expect(scene.body).not.toContain('#0f5c5c');
  const { stylesheet: first } = await shown();
  const answer = await open(first ?? '');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(answer.body).toContain('--action:light-dark(#1d4ed8,');
  expect(answer.body).toMatch(/--nav-item-active:light-dark\(rgb\(255 255 255 \/ 0\.13\),#(?!16302b)/);
  await save({ accent: '#9d174d' });
  expect((await shown()).stylesheet).not.toBe(first);
  const former = await open(first ?? '');
  expect(former.headers['cache-control']).toBe('no-store');
  expect(former.body).toContain('--action:light-dark(#9d174d,');
  await save(programColours);
  expect((await shown()).stylesheet).toBeNull();
});

test('a page has the fonts of its own pair, which browsers store for ever, and none of the others', async () => {
  expect(await shown()).toMatchObject({ stylesheet: null, fontFiles: null });
  const families = { plain: ['Public Sans'], rounded: ['Nunito'], classic: ['Source Sans 3', 'Source Serif 4'] };
  for (const [fonts, own] of Object.entries(families)) {
    await save({ fonts });
    const { stylesheet, fontFiles } = await shown();
    const { body: css } = await open(stylesheet ?? '');
    expect(new Set(css.match(/(?<=@font-face{font-family:')[^']+(?=')/g))).toEqual(
      new Set(own.flatMap((family) => [family, `${family} Fallback`])),
    );
    expect(css).toMatch(/--font-text:'.*--font-head:'/);
    expect(fontFiles).toHaveLength(own.length);
    for (const url of new Set([...(css.match(/(?<=url\()[^)]+/g) ?? []), ...(fontFiles ?? [])])) {
      const { statusCode, headers, rawPayload } = await open(url);
      expect([
        url,
        statusCode,
        headers['content-type'],
        headers['cache-control'],
        String(rawPayload.subarray(0, 4)),
      ]).toEqual([url, 200, 'font/woff2', 'public, max-age=31536000, immutable', 'wOF2']);
    }
  }
  const { body: preview } = await open('/brand/fonts.css');
  for (const pair of fontPairs) expect(preview).toMatch(new RegExp(`\\[data-fonts=${pair}\\]\\{--font-text:'`));
  expect((await open('/brand/fonts/..%2F..%2Fpackage.json')).statusCode).toBe(404);
  const { status, faults } = await save({ fonts: 'fancy' });
  expect([status, faults]).toEqual([400, [{ path: 'fonts', message: 'Choose one of the pairs of fonts.' }]]);
  await save({ fonts: 'friendly' });
  const { fonts: _unknown, ...former } = firstBrand;
  expect(brandContent.parse(former).fonts, 'of a brand stored before there was a choice').toBe('friendly');
});

const dataUrl = (bytes: Buffer | string): string =>
  `data:image/svg+xml;base64,${Buffer.from(bytes).toString('base64')}`;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#f00" d="M0 0h8v8H0z"/></svg>';
const open = (url: string) => app.inject({ url, headers: { host: 'shop.test' } });

test('a picture may be larger than other requests', async () => {
  const noise = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  expect((await save({ share: dataUrl(noise) })).status).toBe(200);
  await save({ share: null });
});

test('a picture is stored under a hash of its content and shown on every page; others are refused, all at once', async () => {
  const before = await read();
  const { status, faults } = await save({
    logo: dataUrl('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    icon: '/brand/0123456789abcdef.svg',
    share: dataUrl('hello'),
    accent: '#ffd400',
  });
  expect([status, faults.map(({ path }) => path).sort()]).toEqual([400, ['accent', 'icon', 'logo', 'share']]);
  expect(await read()).toEqual(before);

  const { body } = await save({ logo: dataUrl(drawing) });
  expect(body.logo).toMatch(/^\/brand\/[0-9a-f]{16}\.svg$/);
  expect((await shown()).logo).toBe(body.logo);
  const elsewhere = await save({ logo: body.logo?.replace('/brand/', '') });
  expect([elsewhere.status, elsewhere.faults.map(({ path }) => path)]).toEqual([400, ['logo']]);
  const { headers, body: sent } = await open(body.logo ?? '');
  expect(sent).toBe(drawing);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect((await save({ logo: null })).body.logo).toBeNull();
  expect((await open('/brand/..%2Fsession-secret')).statusCode).toBe(404);
});

test('a picture of a brand that is refused is not stored', async () => {
  const picture = drawing.replace('#f00', '#0f0');
  const stored = `/brand/${createHash('sha256').update(picture).digest('hex').slice(0, 16)}.svg`;
  const { version } = await read();
  expect((await save({ logo: dataUrl(picture), version: version - 1 })).status).toBe(409);
  expect((await save({ logo: dataUrl(picture), accent: '#ffd400' })).status).toBe(400);
  expect((await open(stored)).statusCode).toBe(404);
  expect((await save({ logo: dataUrl(picture) })).body.logo).toBe(stored);
  expect((await open(stored)).statusCode).toBe(200);
  await save({ logo: null });
});

test('icons, the picture for other sites and the manifest follow the brand, also without an icon', async () => {
  const sizeOf = async (url: string) => {
    const { width, height, format } = await sharp((await open(url)).rawPayload).metadata();
    return [format, width, height];
  };
  const colourOf = async (url: string) => {
    const { dominant } = await sharp((await open(url)).rawPayload)
      .flatten({ background: '#fff' })
      .stats();
    return dominant.r > dominant.g + 100 ? 'red' : 'other';
  };
  expect(await colourOf('/icon-192.png')).toBe('other');
  await save({ icon: dataUrl(drawing), share: null });
  expect(await colourOf('/icon-192.png')).toBe('red');
  for (const [url, ...size] of [
    ['/icon-192.png', 192, 192],
    ['/icon-512.png', 512, 512],
    ['/icon-maskable-512.png', 512, 512],
    ['/apple-touch-icon.png', 180, 180],
    ['/og.png', 1200, 630],
  ] as const)
    expect(await sizeOf(url)).toEqual(['png', ...size]);
  expect((await open('/favicon.svg')).body).toBe(drawing);
  expect((await open('/favicon.ico')).rawPayload.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]));
  expect((await open('/site.webmanifest')).json()).toMatchObject({ name: 'Spruce', lang: 'en-AU' });

  await save({ icon: null });
  expect((await open('/favicon.svg')).body).toMatch(/<rect [^>]*fill="#0b3b3c"\/><path fill="#fff" [^>]*d="M/);
  expect(await colourOf('/icon-192.png')).toBe('other');
  const { headers } = await open('/icon-192.png');
  const again = await app.inject({
    url: '/icon-192.png',
    headers: { host: 'shop.test', 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('the picture for other sites shows the logo on white, or else the name', async () => {
  const share = async () => sharp((await open('/og.png')).rawPayload);
  const cornerOf = async (picture: Sharp) =>
    [...(await picture.removeAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())].join(' ');
  await save({ logo: dataUrl(drawing), icon: null, share: null });
  expect(await cornerOf(await share())).toBe('255 255 255');
  const { info } = await (await share()).trim().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([360, 360]);
  await save({ logo: null });
  expect(await cornerOf(await share())).toBe('11 59 60');
  const name = await (await share()).trim().toBuffer({ resolveWithObject: true });
  expect(name.info.width, 'of a name, not of one letter').toBeGreaterThan(name.info.height * 2);
});

test('an icon that cannot be rendered gives way to the first letter, so that documents and mails are never held up', async () => {
  const damaged = '/brand/0123456789abcdef.png'; // as a former release accepted it
  await deps.files.put('brand/0123456789abcdef.png', randomBytes(99), 'image/png');
  await save({ icon: damaged, share: damaged });
  for (const url of ['/icon-192.png', '/favicon.ico', '/og.png'])
    expect([url, (await open(url)).statusCode]).toEqual([url, 200]);
  expect((await paperLook(deps)).icon).toBeInstanceOf(Buffer);
  await save({ icon: null, share: null });
});

const neutral = ['bg', 'bg-sunken', 'surface', 'surface-2', 'surface-3', 'surface-raised', 'table-head', 'kbd-bg'];
const tinted = ['surface-mint', 'action-soft', 'row-hover', 'row-selected', 'tile-mint', 'tile-mist', 'tile-sand'];
/** Each text with a ground, and what lies between them. */
const pairs: (readonly [text: string, ground: string, veil?: string])[] = [
  ...['text', 'text-muted', 'text-subtle', 'text-heading', 'link', 'link-hover'].flatMap((text) =>
    [...neutral, ...tinted, 'tile-lemon'].map((ground) => [text, ground] as const),
  ),
  ...['text-on-ink', 'text-on-ink-muted'].flatMap((text) => [
    [text, 'surface-ink'] as const,
    [text, 'surface-ink-2'] as const,
  ]),
  ...['action', 'action-hover', 'action-active'].map((ground) => ['text-on-action', ground] as const),
  ['action-soft-text', 'action-soft'],
  ['action-soft-text', 'action-soft-hover'],
  ['neutral-text', 'neutral-bg'],
  ['green-200', 'surface-ink'],
  ['nav-text', 'nav-bg'],
  ['nav-text-active', 'nav-bg', 'nav-item-active'],
  ['nav-text-active', 'nav-bg', 'nav-item-hover'],
  ['text-on-ink', 'surface-ink', 'on-ink-field'],
];

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

/** Colours at random, or the nearest ones that can be read. */
const taken = fc.record({ accent: colour, ink: colour }).map((colours) => {
  const nearest = unreadableColours(colours).map(({ field, nearest: near }) => [field, near]);
  return { ...colours, ...Object.fromEntries(nearest) } as typeof colours; // the same fields
});

test('every text is read on every ground, in light and dark, whatever the colours', () => {
  fc.assert(
    fc.property(taken, (colours) => {
      expect(unreadableColours(colours)).toEqual([]);
      const derived = deriveColours(colours);
      for (const [text, ground, veil = ''] of pairs)
        for (const scheme of ['light', 'dark'] as const) {
          const under = derived.get(ground)?.[scheme] ?? '';
          const seen = seenThrough(derived.get(veil)?.[scheme] ?? under, under);
          expect(
            wcagContrast(derived.get(text)?.[scheme] ?? '', seen),
            `${text} on ${ground} ${veil}, ${scheme}, of ${JSON.stringify(colours)}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
    }),
    { numRuns: 60, examples: [[{ accent: '#da0745', ink: '#776884' }]] },
  );
  expect(seenThrough('rgb(255 255 255 / 0.13)', '#0b3b3c')).toBe('#2b5455');
});

const onPaper = [
  ...(['heading', 'text', 'muted'] as const).flatMap((text) => [
    [text, '#ffffff'] as const,
    [text, inks.sunken] as const,
  ]),
  ['onMint', inks.mint] as const,
];

test('every text in documents is read, whatever the colours', () => {
  fc.assert(
    fc.property(taken, (colours) => {
      const replaced = replacedColours(colours);
      const drawn = (hex: string): string => replaced.get(hex) ?? hex;
      for (const [text, ground] of onPaper)
        expect(
          wcagContrast(drawn(inks[text]), drawn(ground)),
          `${text} on ${ground}, of ${JSON.stringify(colours)}`,
        ).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 60 },
  );
});

test('the colours that the program comes with change nothing, and can be read as they are in the style sheet', () => {
  for (const [name, { light, dark }] of deriveColours(programColours))
    expect(tokensCss).toMatch(light === dark ? `--${name}: ${light};` : `--${name}: light-dark(${light}, ${dark});`);
  expect(coloursCss(programColours)).toBe('');
});

test('unless the environment says so, mails come from the company', async () => {
  expect(await mailSender(deps)).toEqual({ name: 'Spruce', address: 'no-reply@shop.test' });
});
