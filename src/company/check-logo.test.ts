import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Problem } from '#lib/api/problem.ts';
import { renderPng } from '#platform/storage/render-png.server.ts';
import { checkLogo } from './check-logo.server.ts';

const svg = (content: string, attributes = ''): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${content}</svg>`);

const refusal = async (bytes: Buffer): Promise<[number, string]> => {
  const problem: unknown = await checkLogo(bytes).catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw new Error('It was accepted.');
  return [problem.status, problem.message];
};

const contains = (what: string) =>
  `The drawing contains ${what}, which is not allowed. Save it as a plain SVG, or send a PNG.`;

const elsewhere = 'a link to something else';

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'a part “script”'],
  ['a script under another prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), 'a part “script”'],
  ['a handler', svg('<path d="M0 0" ONLOAD="alert(1)"/>'), 'a script (ONLOAD)'],
  ['a handler on the drawing', svg('', 'onload="alert(1)"'), 'a script (onload)'],
  ['a link', svg('<a href="https://example.com"><path d="M0 0"/></a>'), 'a part “a”'],
  [
    'a page',
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Hello</p></foreignObject>'),
    'a part “foreignObject”',
  ],
  ['a page without a frame', svg('<p xmlns="http://www.w3.org/1999/xhtml">Hello</p>'), 'a part “p”'],
  ['a picture from elsewhere', svg('<image href="https://example.com/a.png"/>'), 'a part “image”'],
  ['a part from elsewhere', svg('<use href="https://example.com/a.svg#b"/>'), 'a link to something else'],
  [
    'a part from elsewhere, in the old manner',
    svg('<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="//example.com/a.svg#b"/>'),
    'a link to something else',
  ],
  ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>'), 'a part “set”'],
  ['a style that loads', svg('<style>path { fill: url(https://example.com/a) }</style>'), 'a link to something else'],
  [
    'a style that imports',
    svg('<style><![CDATA[@import "https://example.com/a.css";]]></style>'),
    'a link to something else',
  ],
  ['a paint that loads', svg('<path fill="url(//example.com/a#b)" d="M0 0"/>'), 'a link to something else'],
  ['a style whose address is escaped', svg('<style>path{fill:u\\72l(//example.com/a)}</style>'), elsewhere],
  ['a paint whose address is escaped', svg('<path style="fill:\\75rl(//example.com/a)"/>'), elsewhere],
  ['an import that is escaped', svg('<style>@\\69mport "https://example.com/a.css";</style>'), elsewhere],
  ['an import around a comment', svg('<style>@im<!-- a -->port "//example.com/a.css";</style>'), elsewhere],
  ['an import around a part', svg('<style>@im<g/>port "//example.com/a.css";</style>'), 'a part within its style'],
  ['a set of pictures', svg('<style>g{mask:image-set("//example.com/a.png" 1x)}</style>'), elsewhere],
  [
    'another encoding',
    Buffer.from(`<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`),
    'text in another encoding than UTF-8',
  ],
  ['definitions', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('&a;')}`), 'definitions of its own'],
  [
    'a style sheet',
    Buffer.from(`<?xml-stylesheet href="https://example.com/a.css"?>${svg('')}`),
    'an instruction “xml-stylesheet”',
  ],
])('a drawing with %s is refused with a sentence that names it', async (_, bytes, what) => {
  expect(await refusal(bytes)).toEqual([415, contains(what)]);
});

test('what is no picture, damaged or too large is refused', async () => {
  expect(await refusal(Buffer.from('hello'))).toEqual([415, 'Send an SVG or a PNG file.']);
  expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path'))).toEqual([
    400,
    'The drawing is damaged or cannot be read.',
  ]);
  expect(await refusal(svg(' '.repeat(257 * 1024)))).toEqual([413, 'A drawing must be at most 256 kB.']);
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  expect(await refusal(jpeg)).toEqual([415, 'Send an SVG or a PNG file.']);
  const huge = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(await refusal(huge)).toEqual([400, 'The image has too many pixels. Please make it smaller.']);
});

const sized = (size: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M0 0h90v90z"/></svg>`;

test('a picture that cannot be rendered is refused, also if its beginning is all right', async () => {
  const noise = await sharp(randomBytes(90 * 90 * 3), { raw: { width: 90, height: 90, channels: 3 } })
    .png()
    .toBuffer();
  const damaged = [400, 'The image is damaged or cannot be read.'];
  expect(await refusal(noise.subarray(0, noise.length / 2))).toEqual(damaged);
  expect(await refusal(Buffer.from(sized('viewBox="0 0 900000 900000"')))).toEqual(damaged);
});

test('a small drawing that asks for minutes of work is refused in time', async () => {
  const tenfold = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`);
  const bytes = svg(`<defs><path id="a0" d="M0 0h9v9z"/>${tenfold.join('')}</defs><use href="#a9"/>`);
  const tooLong = 'The picture takes too long to draw. Make it simpler, or send a PNG.';
  expect(await refusal(bytes)).toEqual([400, tooLong]);
});

test.each(['width="2048pt" height="2048pt"', 'width="210mm" height="297mm"', 'viewBox="0 0 6000 6000"'])(
  'a drawing of %s is accepted, and drawn in every size',
  async (size) => {
    const { bytes } = await checkLogo(Buffer.from(sized(size)));
    for (const side of [32, 80, 150, 512]) {
      const drawn = await sharp(await renderPng(bytes, { width: side, height: side })).metadata();
      expect([drawn.width, drawn.height]).toEqual([side, side]);
    }
  },
);

test('plain drawings are accepted, also with the notes of a drawing program', async () => {
  const own = await readFile(join(import.meta.dirname, '../../demo/site/icon.svg'));
  expect(await checkLogo(own)).toMatchObject({ ending: 'svg', type: 'image/svg+xml' });
  const noted = svg(
    '<i:namedview xmlns:i="http://www.inkscape.org/namespaces/inkscape" id="a"/><defs><linearGradient id="b"/></defs><style>path { fill: url(#b) }</style><path fill="url(#b)" d="M0 0h9v9z"/><use href="#b"/>',
  );
  expect(await checkLogo(noted)).toMatchObject({ ending: 'svg' });
  const quoted = svg(
    `<defs><linearGradient id="b"/></defs><style>@media (width > 1px) { path { stroke: url( "#b" ) } }</style>
    <path fill="url('#b')" style="stroke:url(&quot;#b&quot;)" data-name="C:\\logo" d="M0 0h9v9z"/>`,
    'xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:export-filename="C:\\logo.png"',
  );
  expect(await checkLogo(quoted)).toMatchObject({ ending: 'svg' });
});
