/** Buckets, carts and caddies. */
import {
  at,
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
  turn,
} from './drawing-primitives.ts';
import { spray } from './bottles.ts';
import { badge } from './labels.ts';

export const castor = (x: number, y: number, r: number): string =>
  fill(`M${x - r * 0.7} ${y - r * 1.5}h${r * 1.4}l${-r * 0.3} ${r * 1.2}h${-r * 0.8}z`, flat('steel', 2)) +
  fill(oval(x, y, r), '#122223') +
  fill(oval(x, y, r * 0.5), '#8fa6a5') +
  line(`M${x - r * 0.6} ${y - r * 0.4}a${r * 0.72} ${r * 0.72} 0 0 1 ${r * 0.5} ${-r * 0.3}`, '#5c7374', 4);

/** A drawing without its shadow, so that it can be part of another one. */
export const grounded = (art: string): string => art.replace(/<ellipse[^>]*fill="url\(#floor\)"\/>/, '');

export const mopBucket = (tone: Tone): string => {
  const tank = 'M66 190h230c8 0 12 5 10 13l-22 108c-2 12-10 18-22 18H106c-12 0-20-6-22-18L58 204c-2-9 1-14 8-14z';
  const press = 'M150 128h138l-10 84c-1 8-6 12-14 12h-90c-8 0-13-4-14-12z';
  return (
    floor(212, 356, 164) +
    castor(112, 338, 17) +
    castor(254, 338, 17) +
    line('M296 168 338 46', flat('steel', 2), 15) +
    line('M293 166 334 48', '#fff', 5, 0.85) +
    line('M326 82 344 32', citrus, 26) +
    line('M322 80 338 36', '#ffe08f', 6) +
    line('M72 190C76 66 286 66 290 190', flat('steel', 2), 10) +
    line('M72 190C76 66 286 66 290 190', '#eef5f4', 4) +
    fill(tank, paint(tone)) +
    clip(tank, fill('M50 190h262v26H50z', ink, 0.14)) +
    shade(tank, 32, 0.15) +
    shine('M84 226l14 72', 7, 0.5) +
    line('M124 286h20m-20-22h30m-32-22h20', '#fff', 5, 0.65) +
    fill('M60 186c0-6 4-10 10-10h222c6 0 10 4 10 10v8c0 6-4 8-10 8H70c-6 0-10-2-10-8z', flat(tone, 2)) +
    shine('M74 185h70', 4.5, 0.45) +
    fill(press, paint('white')) +
    shade(press, 22, 0.13) +
    line(
      'M178 154h.1M204 154h.1M230 154h.1M256 154h.1M180 174h.1M205 174h.1M230 174h.1M254 174h.1M182 194h.1M206 194h.1M230 194h.1M252 194h.1',
      '#8fb3a8',
      9,
    ) +
    fill(rect(140, 116, 158, 22, 9), paint('teal')) +
    shine('M154 126h60', 4.5, 0.5) +
    fill(oval(294, 166, 15), flat('teal', 2)) +
    fill(oval(294, 166, 6), '#8fc8c4') +
    fill(oval(186, 268, 26), '#fff') +
    at(186, 266, 0.52, paleOn(tone))
  );
};

const paleOn = (tone: Tone): string =>
  fill('M0-30-13-9Q-7-6 0-6ZM0-14-19 11Q-9 15 0 15ZM0 5-24 32Q-12 37 0 37Z', flat(tone, 1)) +
  fill('M0-30 13-9Q7-6 0-6ZM0-14 19 11Q9 15 0 15ZM0 5 24 32Q12 37 0 37Z', flat(tone, 2));

/** A small bottle on a shelf. */
const mini = (x: number, y: number, s: number, liquid: Tone, head: Tone): string =>
  at(x - 200 * s, y - 350 * s, s, grounded(spray({ liquid, head, label: { sign: 'mark' } })));

export const janitorCart = (): string => {
  const bag = 'M256 112h104l-10 186c-1 8-6 12-14 12h-56c-8 0-13-4-14-12z';
  return (
    floor(206, 360, 186, 16) +
    line('M250 84v226M366 84v226', flat('steel', 2), 9) +
    fill(bag, paint('citrus')) +
    shade(bag, 22, 0.12) +
    line('M308 122v180', '#9a6600', 5, 0.5, '2 8') +
    line('M274 130l5 160m58-160-4 160', '#b97800', 5, 0.3) +
    solid(rect(248, 92, 120, 24, 10), 'teal', 14) +
    shine('M260 102h50', 4.5, 0.5) +
    line('M100 62v254M246 62v254', flat('teal', 2), 13) +
    line('M97 66v246M243 66v246', flat('teal', 0), 4) +
    line('M100 62C60 56 40 64 34 84', flat('teal', 2), 15) +
    line('M36 78l-4 18', citrus, 20) +
    mini(134, 160, 0.25, 'skyLiquid', 'blue') +
    mini(174, 160, 0.25, 'mintLiquid', 'teal') +
    mini(214, 160, 0.25, 'amber', 'black') +
    fill(rect(120, 222, 44, 22, 5) + rect(120, 200, 44, 22, 5), flat('mint', 1)) +
    fill(rect(120, 222, 44, 5) + rect(120, 200, 44, 5), '#fff', 0.7) +
    fill(rect(172, 222, 52, 22, 5), flat('blue', 0)) +
    fill(rect(172, 200, 52, 22, 5), flat('red', 0)) +
    fill(rect(172, 222, 52, 5) + rect(172, 200, 52, 5), '#fff', 0.5) +
    solid(rect(88, 158, 170, 20, 7), 'green', 18) +
    solid(rect(88, 242, 170, 20, 7), 'green', 18) +
    shine('M98 167h70M98 251h70', 4, 0.45) +
    solid('M116 286h88l-6 34h-76z', 'red', 12) +
    line('M118 284h84', flat('red', 2), 8) +
    solid(rect(60, 312, 314, 26, 10), 'teal', 26) +
    shine('M76 323h110', 4.5, 0.45) +
    solid(rect(94, 66, 158, 18, 8), 'green', 14) +
    fill(oval(96, 342, 22), '#122223') +
    fill(oval(96, 342, 11), '#8fa6a5') +
    castor(336, 348, 15) +
    line('M60 150 30 320', flat('timber', 1), 9) +
    fill('M18 316h28l8 26H8z', paint('mint')) +
    solid(rect(14, 308, 36, 12, 5), 'green', 6)
  );
};

/** A close-up of the top shelf. */
export const cartTop = (): string =>
  floor(206, 352, 176) +
  line('M54 60v290M346 60v290', flat('teal', 2), 22) +
  line('M49 66v280M341 66v280', flat('teal', 0), 6) +
  mini(112, 260, 0.6, 'skyLiquid', 'blue') +
  mini(202, 260, 0.6, 'mintLiquid', 'teal') +
  mini(290, 260, 0.6, 'amber', 'black') +
  solid(rect(34, 254, 332, 46, 14), 'green', 34) +
  shine('M52 268h130', 6, 0.5) +
  line('M60 286h280', ink, 5, 0.15) +
  fill(rect(96, 322, 90, 24, 6), flat('mint', 1)) +
  fill(rect(96, 322, 90, 6, 3), '#fff', 0.7) +
  fill(rect(206, 322, 100, 24, 6), flat('blue', 0)) +
  fill(rect(206, 322, 100, 6, 3), '#fff', 0.5) +
  solid(rect(34, 344, 332, 16, 8), 'green', 34) +
  badge(200, 278, 16);

export const carryCaddy = (): string => {
  const tray = 'M56 236h288l-18 98c-2 11-9 16-20 16H94c-11 0-18-5-20-16z';
  return (
    floor(212, 354, 160) +
    mini(110, 292, 0.54, 'skyLiquid', 'blue') +
    mini(308, 292, 0.54, 'amber', 'black') +
    line('M140 250V132c0-26 12-38 36-38h52c24 0 36 12 36 38v118', flat('teal', 2), 20) +
    line('M136 250V132c0-24 12-36 36-37', flat('teal', 0), 6) +
    line('M172 94h60', citrus, 25) +
    line('M172 89h56', '#ffe08f', 6) +
    fill('M166 250c-8-30 10-52 34-48 30-10 50 16 40 48z', paint('mint')) +
    line('M186 214c-4 12-2 22 0 30m22-34c4 12 2 24 0 34', flat('green', 0), 5, 0.5) +
    turn(
      14,
      236,
      200,
      line('M240 168v70', citrus, 13),
      fill('M222 150h38v26h-38z', '#fff'),
      line('M228 152v22m9-22v22m9-22v22m8-22v22', '#9fc4b7', 4.5),
    ) +
    fill(tray, paint('teal')) +
    shade(tray, 34, 0.16) +
    fill('M48 232c0-6 4-10 10-10h284c6 0 10 4 10 10v10c0 5-4 8-10 8H58c-6 0-10-3-10-8z', flat('teal', 2)) +
    fill(rect(56, 226, 190, 7, 3), flat('teal', 0)) +
    line('M150 254l8 92m92-92-8 92', ink, 6, 0.2) +
    badge(200, 300, 30) +
    shine('M80 270l8 50', 6, 0.45)
  );
};
