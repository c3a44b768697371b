/** Cartons and packets seen from slightly above: front, top and right side. */
import {
  citrus,
  clip,
  fill,
  flat,
  floor,
  ink,
  line,
  oval,
  paint,
  rect,
  shade,
  shine,
  solid,
  type Tone,
} from './drawing-primitives.ts';
import { badge, mark, paleMark, sign } from './labels.ts';

export type Box = {
  x: number;
  y: number;
  w: number;
  h: number;
  dx: number;
  dy: number;
  front: Tone;
  top?: string;
  side?: string;
};

/** The three faces; the front is plain, callers print on it. */
export const box = ({ x, y, w, h, dx, dy, front, top, side }: Box): string =>
  fill(`M${x} ${y}l${dx}-${dy}h${w}l${-dx} ${dy}z`, top ?? flat(front, 0)) +
  fill(`M${x + w} ${y}l${dx}-${dy}v${h}l${-dx} ${dy}z`, side ?? flat(front, 2)) +
  fill(rect(x, y, w, h, 4), paint(front)) +
  line(`M${x + 6} ${y + 3}h${w - 12}`, '#fff', 4, 0.5);

/** A plain brown carton with tape, the mark and handle hole. */
export const carton = (x: number, y: number, w: number, h: number, dx = 44, dy = 40): string =>
  box({ x, y, w, h, dx, dy, front: 'kraft', top: '#f1dfbd', side: '#a98550' }) +
  fill(`M${x + w * 0.42} ${y}l${dx}-${dy}h${w * 0.16}l${-dx} ${dy}v${h * 0.22}h${-w * 0.16}z`, '#fff', 0.4) +
  fill(rect(x + w * 0.36, y + h * 0.36, w * 0.28, 12, 6), '#6e5229', 0.55);

/** Dishwasher tablets: box with one tablet in front. */
export const tabletsBox = (): string =>
  floor(214, 352, 150) +
  box({ x: 92, y: 122, w: 186, h: 226, dx: 44, dy: 44, front: 'white', top: '#ffffff', side: '#cfe2da' }) +
  clip(
    rect(92, 122, 186, 226, 4),
    fill('M92 214c62-30 124-24 186-56v192H92z', paint('sky')),
    fill('M92 246c66-30 124-20 186-58v160H92z', paint('blue')),
  ) +
  fill('M278 158l44-38v184l-44 44z', flat('blue', 2)) +
  fill('M278 147l44-40v13l-44 38z', citrus) +
  line('M92 212c62-30 124-24 186-58', citrus, 10) +
  mark(126, 158, 0.5) +
  line('M168 148h62m-62 18h38', '#a9c6bb', 6) +
  tablet(182, 274, 1.1) +
  shade(rect(92, 122, 186, 226, 4), 22, 0.08) +
  tablet(84, 322, 0.76) +
  tablet(312, 326, 0.76);

/** One pressed tablet in three layers, seen from slightly above. */
export const tablet = (x: number, y: number, s: number): string => {
  const front = 'M-48-8H40c5 0 8 3 8 8v24c0 6-4 10-10 10h-82c-6 0-10-4-10-10V0c0-5 2-8 6-8z';
  const side = 'M44-7 62-34c4 0 6 3 6 7V0c0 6-2 10-5 14L48 33c1-2 2-5 2-9V0c0-4-2-6-6-7z';
  return (
    `<g transform="translate(${x} ${y}) scale(${s})">` +
    fill('M-48 36h94l24-30v10L52 44h-92z', '#062322', 0.16) +
    fill(front, paint('teal')) +
    clip(
      front,
      fill(rect(-56, -10, 110, 12), '#fff'),
      fill(rect(-56, 2, 110, 16), flat('green', 0)),
      fill(rect(-56, -10, 110, 3), '#d9e9e2'),
    ) +
    fill(side, flat('teal', 2)) +
    clip(side, fill('M40-6 70-40v14L40 6z', '#c9ddd6'), fill('M40 4 70-28v15L40 20z', flat('green', 1))) +
    fill('M-48-8-32-30c3-4 6-6 11-6H58c6 0 8 4 5 8L48-7z', '#fff') +
    line('M-36-14-24-29', '#d9e9e2', 4) +
    fill(oval(8, -20, 25, 11), flat('blue', 2)) +
    fill(oval(7, -23, 24, 10), paint('blue')) +
    shine('M-6-26c4-3 8-4 13-4', 4, 0.7) +
    '</g>'
  );
};

/** Three tablets stacked, for the detail picture. */
export const tabletsDetail = (): string =>
  floor(212, 338, 160) +
  tablet(120, 296, 1.42) +
  tablet(272, 296, 1.42) +
  tablet(194, 206, 1.42) +
  sign('sparkle', 312, 130, 0.8, '#fff') +
  sign('sparkle', 92, 180, 0.46, '#fff');

/** Laundry powder: upright box with pouring corner and scoop. */
export const powderBox = (): string =>
  floor(216, 352, 150) +
  box({ x: 98, y: 108, w: 176, h: 240, dx: 48, dy: 44, front: 'teal', top: '#3f9191', side: '#0a3b3c' }) +
  clip(
    rect(98, 108, 176, 240, 4),
    fill('M98 262c60 24 120 8 176-34v124H98z', paint('green')),
    line('M92 262c66 26 126 8 188-36', '#e6f7ee', 8),
  ) +
  fill('M274 229l48-44v116l-48 47z', '#064a38') +
  fill(oval(184, 186, 48), '#fff') +
  sign('shirt', 184, 188, 1, flat('teal')) +
  paleMark(184, 304, 0.5) +
  shade(rect(98, 108, 176, 240, 4), 20, 0.12) +
  fill('M98 108l20-18h34l-10 18z', '#0a3031') +
  fill('M98 108v-40l54-10v32l-34 0z', '#2f8080') +
  shine('M108 72l34-7', 5, 0.5) +
  fill(oval(318, 346, 58, 9), '#062322', 0.2) +
  scoop(310, 322, 0.78);

/** A citrus scoop with a level measure of powder. */
export const scoop = (x: number, y: number, s: number): string =>
  `<g transform="translate(${x} ${y}) scale(${s})">` +
  line('M34-4C60-10 74-22 92-30', flat('citrus', 1), 20) +
  line('M38-8C60-14 74-26 90-34', '#ffe49a', 6) +
  fill('M-52-22H44l-8 44c-2 8-8 12-16 12h-48c-8 0-14-4-16-12z', paint('citrus')) +
  shade('M-52-22H44l-8 44c-2 8-8 12-16 12h-48c-8 0-14-4-16-12z', 16, 0.12) +
  fill('M-54-24C-40-56 28-58 46-24z', '#fff') +
  fill('M8-48c20 4 32 12 38 24H20z', flat('clear', 2), 0.5) +
  line('M-20-36h2m16-8h2m-4 12h2m18-2h2', flat('green', 0), 6) +
  '</g>';

/** A mound of powder with the scoop. */
export const scoopDetail = (): string =>
  floor(204, 342, 176) +
  fill('M36 340c46-46 84-110 156-114 78-4 124 68 176 114z', '#fff') +
  fill('M236 238c52 22 90 66 132 102H252c14-40 8-74-16-102z', flat('clear', 2), 0.4) +
  line('M104 320h2m26-26h2m20 24h2m40-40h2m6 42h2m40-24h2m22 26h2', flat('green', 0), 8, 0.8) +
  line('M148 304h2m58 0h2m68 14h2m-148 12h2', flat('blue', 0), 8, 0.7) +
  scoop(190, 190, 1.66) +
  fill('M86 300C120 246 150 232 196 240 240 236 262 258 300 300 230 280 150 284 86 300z', '#fff') +
  line('M150 268h2m40 8h2m34-14h2m-60 2h2', flat('green', 0), 8, 0.8);

/** Bottle with a grip and a measuring cap, for liquid detergent. */
export const jug = (): string => {
  const path =
    'M96 176c0-36 26-48 64-52h26c16 0 24-8 34-18 14-14 30-16 46-16 32 0 46 22 46 54v180c0 18-10 28-28 28H124c-18 0-28-10-28-28zm150-4c-4 10-4 40 0 66 2 14 8 20 16 20 10 0 14-8 14-22v-60c0-16-6-24-14-24-8 0-13 8-16 20z';
  return (
    floor(218, 354, 146) +
    fill(path, paint('green')) +
    shade(path, 26, 0.16) +
    shine('M114 178c2-18 14-26 34-30', 8, 0.5) +
    line('M252 238c-4-26-4-56 0-66', ink, 6, 0.25) +
    fill('M112 214c40 10 80 10 112 0l-2 88c-34 10-74 10-110 0z', '#fff') +
    fill('M112 284c36 10 76 10 110 0v18c-34 10-74 10-110 0z', paint('citrus')) +
    fill('M190 219c12-1 24-3 34-5l-2 88c-10 3-22 5-32 6z', ink, 0.08) +
    sign('leaf', 168, 254, 0.86) +
    solid(rect(130, 58, 78, 58, 12), 'teal', 18) +
    line('M146 70v34m15-34v34m15-34v34m15-34v34', '#072d2e', 4.5, 0.4) +
    fill(rect(126, 108, 86, 12, 5), flat('white', 2))
  );
};

/** Flat cube of tissues with one tissue up. */
export const tissueBox = (): string =>
  floor(214, 350, 152) +
  fill('M94 226l52-62h196l-44 62z', '#fff') +
  fill(oval(220, 194, 62, 17), '#0a3031') +
  fill('M164 196C150 150 186 140 178 88c30 22 56 2 80 26-14 26 18 48 14 84-30 14-80 14-108-2z', '#fff') +
  fill('M164 196C150 150 186 140 178 88c8 8 18 10 28 10 0 40-24 60-16 104-10 0-20-2-26-6z', flat('clear', 1)) +
  line('M222 112c-10 30 6 50-4 84m26-80c-2 24 10 44 10 72', '#9cc6b5', 5, 0.6) +
  fill('M298 226l44-62v112l-44 72z', '#cfe2da') +
  fill(rect(94, 226, 204, 122, 4), paint('white')) +
  clip(
    rect(94, 226, 204, 122, 4),
    fill('M94 290c60-30 130 20 204-26v90H94z', paint('mint')),
    fill('M94 318c60-30 130 20 204-26v60H94z', paint('green')),
  ) +
  fill('M298 292l44-60v44l-44 72z', flat('green', 2)) +
  badge(136, 268, 24) +
  sign('flower', 254, 262, 0.46, flat('coral'), '#fff') +
  sign('flower', 222, 252, 0.26, flat('citrus'), '#fff') +
  shine('M102 230h190', 4, 0.8);

/** Disposable masks in a dispenser box. */
export const maskBox = (): string =>
  floor(214, 352, 150) +
  fill('M92 236l48-46h200l-42 46z', '#fff') +
  fill('M136 226l20-22h134l-18 22z', '#0a3031') +
  mask(214, 156, 1) +
  fill('M298 236l42-46v110l-42 50z', '#bfdcec') +
  fill(rect(92, 236, 206, 114, 4), paint('white')) +
  clip(
    rect(92, 236, 206, 114, 4),
    fill('M92 292c70 26 140 0 206-18v80H92z', paint('blue')),
    line('M86 286c70 26 146 0 220-20', citrus, 9),
  ) +
  fill('M298 274l42-46v72l-42 50z', flat('blue', 2)) +
  mark(124, 262, 0.42) +
  line('M160 256h66m-66 14h40', '#a9c6bb', 6) +
  sign('shield', 262, 318, 0.5, '#fff', flat('blue'));

/** One pleated mask with ear loops. */
export const mask = (x: number, y: number, s: number): string => {
  const shape = 'M-84-44C-40-62 40-62 84-44V34C50 66-50 66-84 34z';
  return (
    `<g transform="translate(${x} ${y}) scale(${s})">` +
    line('M-82-38C-132-48-132 48-82 28M82-38C132-48 132 48 82 28', '#fff', 7) +
    fill(shape, paint('sky')) +
    shade(shape, 22, 0.12) +
    line('M-82-14C-40-24 40-24 82-14M-82 6C-40 2 40 2 82 6M-80 26C-40 34 40 34 80 26', flat('blue', 0), 5, 0.75) +
    line('M-46-48C-20-54 20-54 46-48', '#fff', 6) +
    fill(rect(-86, -46, 12, 82, 6), '#fff', 0.7) +
    fill(rect(74, -46, 12, 82, 6), '#fff', 0.5) +
    '</g>'
  );
};
