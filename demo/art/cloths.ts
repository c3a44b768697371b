/** Cloths, wipes, sponges and floor pads. */
import {
  at,
  clip,
  fill,
  flat,
  floor,
  group,
  ink,
  line,
  oval,
  paint,
  rect,
  shade,
  type Tone,
  turn,
} from './drawing-primitives.ts';
import { badge, mark, sparkle } from './labels.ts';

const fold = 'M96 0h214c5 0 8 3 8 8v38c0 5-3 8-8 8H96C80 54 68 42 68 27S80 0 96 0z';

/** One folded cloth of a stack, fold to the left. */
const folded = (x: number, y: number, tone: Tone): string =>
  group(
    `translate(${x} ${y})`,
    fill(fold, flat(tone)),
    fill(
      'M82 27c0-6 5-11 12-11h224v6H98c-4 0-7 2-7 5s3 5 7 5h220v6H94c-7 0-12-5-12-11z',
      flat(tone, 2),
      tone === 'white' ? 0.8 : 0.6,
    ),
    fill('M96 0h214c4 0 7 2 8 6H95C82 6 73 15 72 26h-4C68 12 80 0 96 0z', flat(tone, 0), 0.9),
    fill('M272 0h38c5 0 8 3 8 8v38c0 5-3 8-8 8h-38z', ink, 0.12),
    line('M300 5v6m0 32v6', '#fff', 4, 0.7),
  );

const drape = (tone: Tone): string =>
  fill(
    'M150 80h148c-4 20-2 40-8 62-3 12-12 12-18 4-14-18-30-14-46-8-20 8-36 2-48-12-12-14-22-30-28-46z',
    flat(tone, 0),
  ) +
  fill('M262 80h36c-4 20-2 40-8 62-3 12-12 12-18 4-4-5-8-8-12-10 6-18 6-38 2-56z', ink, 0.13) +
  line(
    'M170 92c6 12 14 24 22 32m8-34c6 14 12 26 18 36m12-36c4 12 8 22 10 30m22-30c0 12 2 22 4 32',
    flat(tone, 2),
    5,
    0.5,
  ) +
  fill('M150 80h148l-1 6H153z', '#fff', 0.6) +
  fill('m270 96 22-1-2 24-20 1z', '#fff') +
  fill('m281 101-7 13h13z', '#0b7a5b');

export const clothStack = (): string =>
  floor(210, 352, 150, 16) +
  folded(0, 296, 'teal') +
  folded(6, 242, 'green') +
  folded(-4, 188, 'white') +
  folded(3, 134, 'citrus') +
  folded(-2, 80, 'mint') +
  drape('mint');

/** A cloth folded to a square, waffle weave and stitched hem; its lower left corner at the origin. */
const swatch = (tone: Tone): string => {
  const cloth =
    'M6-176C40-182 120-170 168-178 178-178 180-172 179-164 174-120 184-60 178-8 177 2 172 4 164 3 116-2 60 8 8 2 0 2-3-2-2-10 4-60-6-120-2-168-2-174 0-176 6-176z';
  const weave = [0, 1, 2, 3, 4, 5].map((i) => `M${22 + i * 27}-156V-18M16-${24 + i * 27}H162`).join('');
  return (
    at(5, 8, 1, fill(cloth, '#062322', 0.14)) +
    fill(cloth, paint(tone, 'd')) +
    line(weave, flat(tone, 2), 4, 0.22) +
    shade(cloth, 14, 0.1) +
    line('M14-164C60-168 120-160 166-166M14-164C10-110 18-60 14-12', flat(tone, 0), 5, 0.8) +
    line('M166-160C164-110 170-60 166-12', flat(tone, 2), 4, 0.5, '6 7') +
    fill('M148-30h26v18h-26z', '#fff') +
    fill('m161-28-7 13h14z', flat(tone, tone === 'white' ? 2 : 1))
  );
};

/** One cloth of each colour, fanned like swatches. */
export const clothFan = (): string =>
  floor(206, 352, 150, 16) +
  (['citrus', 'green', 'red', 'blue'] as Tone[])
    .map(
      (tone, i) =>
        `<g transform="translate(${138 + i * 5} ${334 - i * 2}) rotate(${6 - i * 17}) scale(1.04)">${swatch(tone)}</g>`,
    )
    .join('') +
  fill(oval(166, 314, 14), '#fff') +
  fill(oval(166, 314, 7), flat('teal', 1));

/** Bundles of one colour held by a paper band. */
export const clothBundle = (): string => {
  const row = (y: number, x: number): string => folded(x, y, 'blue');
  return (
    floor(210, 352, 150, 16) +
    [310, 268, 226, 184, 142, 100]
      .map((y, i) => group(`translate(0 ${y}) scale(1 .78) translate(0 ${-y})`, row(y, i % 2 === 0 ? 2 : -4)))
      .join('') +
    fill('M158 94h80c5 0 8 3 8 8v250h-96V102c0-5 3-8 8-8z', paint('white')) +
    fill('M218 94h20c5 0 8 3 8 8v250h-28z', ink, 0.1) +
    fill(rect(150, 300, 96, 16), flat('citrus')) +
    mark(198, 206, 1.1) +
    line('M172 264h52', '#a9c6bb', 6)
  );
};

/** Perforated wipes on a roll, standing, one sheet off. */
export const wipesRoll = (tone: Tone): string => rollBody(200, 0, 1, tone, true);

const weave = (x: number, y: number, w: number, h: number, colour: string): string =>
  line(
    Array.from(
      { length: Math.floor(h / 28) },
      (_, i) => `M${x} ${y + 16 + i * 28}${Array.from({ length: Math.ceil(w / 24) }, () => 'q6-8 12 0t12 0').join('')}`,
    ).join(''),
    colour,
    4.5,
    0.5,
  );

const rollBody = (x: number, y: number, s: number, tone: Tone, open: boolean): string => {
  const body = 'M-84-116c0-34 168-34 168 0v210c0 34-168 34-168 0z';
  const sheet = 'M-84-110C-110-80-140-70-152-30V112c14-14 40-18 68-18z';
  return (
    (open ? floor(x + 12, 344, 150) : '') +
    at(
      x + (open ? 24 : 0),
      y + 226,
      s,
      open
        ? fill(sheet, paint(tone)) +
            clip(sheet, weave(-152, -80, 70, 190, '#fff')) +
            line('M-84-106V90', '#fff', 4.5, 0.9, '3 11')
        : '',
      fill(body, paint(tone)),
      clip(body, weave(-84, -100, 170, 220, '#fff'), fill('M20-140H90V140H20z', ink, 0)),
      shade(body, 34, 0.16),
      fill(oval(0, -116, 84, 26), flat(tone, 0)),
      line(oval(0, -116, 62, 18), flat(tone, 2), 4, 0.45),
      line(oval(0, -116, 44, 13), flat(tone, 2), 4, 0.45),
      fill(oval(0, -116, 28, 9), '#d8b988'),
      fill(oval(0, -115, 20, 6), '#3c2a12'),
    )
  );
};

export const wipesColours = (): string =>
  floor(206, 350, 170) +
  rollBody(112, -44, 0.72, 'green', false) +
  rollBody(288, -44, 0.72, 'citrus', false) +
  rollBody(150, 44, 0.76, 'blue', false) +
  rollBody(262, 44, 0.76, 'red', false);

/** One pressed layer of a bale: its left and right ends bulge. */
const layer = (y: number, h: number, tone: Tone, bulge: number): string => {
  const d = `M92 ${y}C160 ${y - 7} 240 ${y + 7} 308 ${y}c${bulge} ${h * 0.2} ${bulge} ${h * 0.8} 0 ${h}C240 ${y + h + 7} 160 ${y + h - 7} 92 ${y + h}c${-bulge} ${-h * 0.2} ${-bulge} ${-h * 0.8} 0 ${-h}z`;
  return (
    fill(d, paint(tone)) +
    line(
      `M104 ${y + h * 0.36}C170 ${y + h * 0.2} 200 ${y + h * 0.6} 262 ${y + h * 0.42}M150 ${y + h * 0.72}C200 ${y + h * 0.56} 250 ${y + h * 0.86} 296 ${y + h * 0.66}`,
      flat(tone, 2),
      4,
      0.4,
    ) +
    line(`M96 ${y + h}C160 ${y + h - 6} 240 ${y + h + 6} 304 ${y + h}`, ink, 5, 0.16)
  );
};

/** A strapped bale of washed rags, one pulled out on top. */
export const ragBale = (): string => {
  const bale = rect(86, 118, 226, 230, 18);
  const loose =
    'M128 122C120 92 150 66 178 74 204 50 252 62 276 84 300 96 312 128 300 170 292 192 276 186 270 166 262 138 246 128 226 132 196 136 160 134 128 122z';
  return (
    floor(212, 352, 156) +
    layer(310, 38, 'teal', 16) +
    layer(272, 40, 'coral', 12) +
    layer(236, 38, 'white', 16) +
    layer(198, 40, 'sky', 11) +
    layer(160, 40, 'citrus', 16) +
    layer(120, 42, 'mint', 12) +
    shade(bale, 34, 0.13) +
    fill('M138 118c8-2 16-2 22-1v232c-8 2-14 2-22 1z', flat('teal', 1)) +
    fill('M240 121c8 1 16 1 22 0v230c-8 1-14 1-22 0z', flat('teal', 2)) +
    line('M142 128v214', flat('teal', 0), 4) +
    fill(loose, paint('red', 'd')) +
    shade(loose, 16, 0.14) +
    line('M160 112c10-16 24-24 40-26m6 30c12-14 26-18 42-12m2 30c10 6 18 14 24 30', flat('red', 0), 5, 0.6) +
    fill(oval(200, 252, 42), '#fff') +
    badge(200, 252, 38)
  );
};

/** One sponge with its scouring face up. */
const sponge = (x: number, y: number, s: number, foam: Tone, face: Tone): string =>
  at(
    x,
    y,
    s,
    fill('M-104-8l34-34h176l-30 34z', flat(face, 0)),
    fill('M-92-14l24-22h150', flat(face, 2), 0.18),
    fill('M76-8l30-34v54l-30 44z', flat(foam, 2)),
    fill('M76-8l30-34v16L76 12z', flat(face, 2)),
    fill('M-104 8h180v38c0 8-4 12-12 12H-92c-8 0-12-4-12-12z', paint(foam)),
    fill(rect(-104, -10, 180, 22, 4), paint(face)),
    fill(
      oval(-76, 32, 5) +
        oval(-50, 44, 4) +
        oval(-30, 28, 6) +
        oval(2, 42, 5) +
        oval(26, 28, 4) +
        oval(50, 40, 6) +
        oval(-62, 22, 3) +
        oval(10, 22, 3),
      flat(foam, 2),
      0.6,
    ),
    line('M-84-26l10 6m14-12l12 6m16-10l10 8m20-10l10 8m18-8l12 6', flat(face, 2), 4.5, 0.55),
  );

export const spongeScourers = (): string =>
  floor(216, 346, 152) +
  sponge(212, 286, 1.04, 'citrus', 'green') +
  sponge(196, 196, 1.04, 'citrus', 'green') +
  turn(-8, 210, 116, sponge(212, 108, 1.04, 'citrus', 'green'));

const block = (x: number, y: number, w: number, h: number, dx: number, dy: number): string =>
  fill(`M${x} ${y}l${dx}-${dy}h${w}l${-dx} ${dy}z`, '#fff') +
  fill(`M${x + w} ${y}l${dx}-${dy}v${h}l${-dx} ${dy}z`, '#b9d2c9') +
  fill(rect(x, y, w, h, 5), paint('white')) +
  fill(
    oval(x + w * 0.2, y + h * 0.4, 3) + oval(x + w * 0.5, y + h * 0.62, 3) + oval(x + w * 0.72, y + h * 0.3, 3),
    '#b9d2c9',
  );

/** Eraser sponges: white blocks, and a scuff half wiped away. */
export const eraserSponges = (): string =>
  floor(214, 350, 150) +
  block(66, 288, 128, 60, 36, 30) +
  block(206, 288, 128, 60, 36, 30) +
  block(136, 210, 128, 60, 36, 30) +
  fill('M264 270l36-30v-12l-36 30z', '#0b3b3c', 0.15) +
  turn(-14, 170, 130, block(122, 96, 128, 62, 38, 32), fill(rect(122, 140, 128, 18, 5), flat('teal', 0), 0.35)) +
  line('M68 128c14-14 26-12 34-4s14 10 22 2M62 156c16-10 26-8 36 0', ink, 7, 0.42) +
  sparkle(318, 88, 22) +
  sparkle(344, 124, 11);

/** Short fibres scattered over an ellipse. */
const fibres = (x: number, y: number, rx: number, ry: number, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const a = i * 2.39996;
    const r = Math.sqrt((i + 3) / (count + 3));
    const bend = i % 2 === 0 ? 5 : -5;
    return `M${(x + Math.cos(a) * rx * r).toFixed(1)} ${(y + Math.sin(a) * ry * r).toFixed(1)}q4 ${bend} ${i % 3 === 0 ? 10 : 8} ${bend / 2}`;
  }).join('');

/** A pad face on, leaning, with more behind it. */
export const padFace = (front: Tone, back: Tone): string => {
  const disc = (x: number, y: number, r: number, tone: Tone): string => {
    const ring = `${oval(x, y, r)}${oval(x, y, r * 0.2)}`;
    return (
      fill(oval(x + 18, y, r), flat(tone, 2)) +
      shade(oval(x + 18, y, r), 14, 0.2) +
      fill(oval(x + 22, y, r * 0.2), ink, 0.7) +
      fill(ring, paint(tone, 'd')) +
      clip(
        ring,
        line(fibres(x, y, r * 0.96, r * 0.96, 210), flat(tone, 2), 3, 0.3),
        line(fibres(x + 3, y - 4, r * 0.96, r * 0.96, 110), flat(tone, 0), 3, 0.4),
      ) +
      line(oval(x, y, r - 3), flat(tone, 0), 4, 0.5)
    );
  };
  return floor(208, 350, 166) + disc(246, 222, 116, back) + disc(158, 222, 120, front);
};

/** A round floor pad in perspective. */
export const floorPad = (x: number, y: number, rx: number, tone: Tone): string => {
  const ry = rx * 0.34;
  const specks = fibres(x, y, rx * 0.92, ry * 0.92, 60);
  const rim = `M${x - rx} ${y}v26a${rx} ${ry} 0 0 0 ${2 * rx} 0v-26z`;
  return (
    fill(rim, paint(tone)) +
    shade(rim, 40, 0.18) +
    fill(oval(x, y, rx, ry), flat(tone, tone === 'white' ? 0 : 1)) +
    line(specks, flat(tone, 2), 4, 0.5) +
    fill(oval(x, y + 2, rx * 0.2, ry * 0.2), flat(tone, 2)) +
    fill(oval(x, y + 4, rx * 0.17, ry * 0.15), ink, 0.7)
  );
};

export const padsOf = (tones: Tone[]): string =>
  floor(210, 338, 172, 20) +
  tones.map((tone, i) => floorPad(i % 2 === 0 ? 198 : 206, 268 - i * 46, 142, tone)).join('');
