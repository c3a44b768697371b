/** Vacuum cleaners, their filters and bags. */
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
  turn,
} from './drawing-primitives.ts';
import { badge, mark } from './labels.ts';
import { castor } from './trolleys.ts';

/** A ribbed hose along a path. */
export const hose = (d: string, width = 22): string =>
  line(d, '#0b4344', width) + line(d, '#6fb0ad', width * 0.66, 0.65, '4 8');

/** The floor head at the end of a wand, its middle at x. */
const head = (x: number, y: number): string =>
  fill(`M${x - 38} ${y}h76c12 0 20 9 22 22l1 6h-122l2-8c3-13 9-20 21-20z`, paint('teal')) +
  line(`M${x - 38} ${y + 8}h70`, '#8fc8c4', 5, 0.6);

export const backpack = (): string => {
  const body = 'M114 128c0-40 30-66 72-66s72 26 72 66v186c0 22-14 36-36 36h-72c-22 0-36-14-36-36z';
  return (
    floor(204, 354, 158, 16) +
    hose('M186 78C186 26 300 10 314 88c6 34 4 70 2 112', 25) +
    line('M316 196 304 322', '#dfe9e5', 17) +
    line('M320 198 308 320', '#a9c0b8', 6) +
    line('M319 182 315 216', citrus, 25) +
    head(300, 322) +
    line('M118 120c-42 20-52 96-28 150 8 18 20 30 34 36', ink, 20) +
    line('M112 134c-26 22-32 80-14 126', '#4f9695', 5, 0.8) +
    line('M96 236c18 6 26 6 40 4', ink, 16) +
    fill(body, paint('green')) +
    shade(body, 36, 0.16) +
    fill('M114 148v-20c0-40 30-66 72-66s72 26 72 66v20c-44 16-100 16-144 0z', paint('white')) +
    shine('M130 128c2-26 18-44 42-49', 9, 1) +
    fill('M114 148c44 16 100 16 144 0v13c-44 16-100 16-144 0z', citrus) +
    fill('M228 156c11-2 21-5 30-8v13c-9 3-19 6-30 8z', '#b97800', 0.35) +
    fill(rect(166, 54, 42, 26, 8), paint('teal')) +
    fill(oval(184, 226, 37), '#fff') +
    mark(184, 223, 0.76) +
    line('M140 290h88m-88 18h88m-82 18h76', '#043f2f', 7, 0.5) +
    line('M128 180v94', '#8fe0bf', 7, 0.65)
  );
};

/** The HEPA cartridge: pleats between two rings. */
export const hepa = (): string => {
  const body = 'M108 118h184v170c0 30-184 30-184 0z';
  return (
    floor(214, 336, 140) +
    fill(body, paint('paper')) +
    line(
      'M122 132v168m14-166v170m14-168v172m14-171v172m14-172v173m14-173v173m14-173v173m14-173v172m14-171v170m14-169v168m14-167v166m14-164v160m14-156v154',
      '#b9cdc5',
      5,
    ) +
    shade(body, 40, 0.14) +
    fill('M100 274c40 26 160 26 200 0v26c-14 40-186 40-200 0z', paint('green')) +
    shade('M100 274c40 26 160 26 200 0v26c-14 40-186 40-200 0z', 32, 0.14) +
    shine('M114 296c8 10 24 14 40 16', 6, 0.5) +
    fill('M100 98c0-36 200-36 200 0v24c0 36-200 36-200 0z', paint('green')) +
    shade('M100 98c0-36 200-36 200 0v24c0 36-200 36-200 0z', 32, 0.14) +
    fill(oval(200, 98, 100, 27), flat('green', 0)) +
    fill(oval(200, 98, 68, 17), '#04261d') +
    fill(oval(200, 102, 58, 12), '#0b4a39') +
    line('M112 124c12 8 30 12 50 14', '#8fe0bf', 5, 0.7) +
    fill(rect(184, 58, 32, 22, 8), citrus)
  );
};

/** The harness seen from behind the wearer's side: pads, hip belt, buckle. */
export const harness = (): string => {
  const plate = 'M138 82c0-30 24-46 62-46s62 16 62 46v214c0 26-16 40-40 40h-44c-24 0-40-14-40-40z';
  const strap = (d: string): string =>
    line(d, '#0b3b3c', 40) + line(d, flat('teal', 1), 30) + line(d, flat('teal', 0), 5, 0.9);
  return (
    floor(206, 356, 140, 14) +
    fill(plate, paint('green')) +
    shade(plate, 24, 0.16) +
    line('M200 60v256', ink, 6, 0.18) +
    fill(rect(154, 108, 92, 56, 14), flat('green', 2), 0.6) +
    line('M166 122h68m-68 14h68m-68 14h68', '#8fe0bf', 5, 0.5) +
    strap('M172 60C112 74 100 150 122 226') +
    strap('M228 60C288 74 300 150 278 226') +
    line('M124 238l16 44M276 238l-16 44', ink, 13) +
    turn(-18, 126, 240, fill(rect(112, 230, 28, 20, 5), citrus)) +
    turn(18, 274, 240, fill(rect(260, 230, 28, 20, 5), citrus)) +
    line('M116 176h168', ink, 12) +
    fill(rect(186, 164, 28, 24, 6), citrus) +
    fill('M58 262c40 26 80 34 142 34s102-8 142-34l10 42c-40 26-90 38-152 38S88 330 48 304z', paint('teal')) +
    shade('M58 262c40 26 80 34 142 34s102-8 142-34l10 42c-40 26-90 38-152 38S88 330 48 304z', 26, 0.14) +
    line('M74 288c36 22 76 30 112 32', flat('teal', 0), 5, 0.8) +
    solid(rect(172, 298, 56, 44, 10), 'black', 10) +
    fill(rect(186, 308, 28, 24, 6), citrus)
  );
};

export const upright = (): string => {
  const bag = 'M150 96c4-26 22-40 50-40s46 14 50 40l18 132c2 14-6 22-20 22h-96c-14 0-22-8-20-22z';
  return (
    floor(206, 354, 146) +
    line('M200 74V34', flat('steel', 2), 17) +
    line('M197 74V38', '#fff', 6, 0.8) +
    line('M176 52c0-38 48-38 48 0', '#0b4344', 18) +
    line('M178 46c4-22 34-24 42-4', citrus, 15) +
    hose('M262 120c44 0 50 40 44 80-4 30-20 46-40 48', 20) +
    fill(bag, paint('teal')) +
    shade(bag, 28, 0.16) +
    shine('M160 112c-4 36-10 70-16 108', 7, 0.45) +
    line('M200 66v176', ink, 5, 0.2, '2 9') +
    badge(198, 162, 38) +
    fill('M138 240h124l12 62H126z', paint('white')) +
    shade('M138 240h124l12 62H126z', 22, 0.13) +
    fill(oval(200, 268, 17), flat('teal', 2)) +
    fill(oval(200, 268, 7), citrus) +
    line('M150 256v24m12-24v24m76-24v24m12-24v24', '#a9c6bb', 5) +
    fill('M72 318c4-20 16-32 40-32h176c24 0 36 12 40 32l4 26c1 5-2 8-8 8H76c-6 0-9-3-8-8z', paint('green')) +
    shade('M72 318c4-20 16-32 40-32h176c24 0 36 12 40 32l4 26c1 5-2 8-8 8H76c-6 0-9-3-8-8z', 26, 0.15) +
    shine('M92 312c4-8 10-12 20-12h70', 6, 0.5) +
    fill(rect(66, 334, 268, 18, 6), '#122223') +
    fill(rect(184, 300, 32, 18, 9), '#fff3c9') +
    fill(rect(76, 342, 220, 4, 2), '#5c7374')
  );
};

export const wetDry = (): string => {
  const tank = 'M104 168h180v126c0 18-12 30-30 30H134c-18 0-30-12-30-30z';
  return (
    floor(206, 356, 164) +
    hose('M268 210C352 200 372 130 330 84 300 52 262 60 258 96', 22) +
    castor(126, 340, 17) +
    castor(262, 340, 17) +
    castor(194, 346, 13) +
    fill(tank, paint('steel')) +
    clip(tank, fill(rect(124, 160, 14, 180), '#fff', 0.9), fill(rect(146, 160, 5, 180), '#fff', 0.6)) +
    shade(tank, 30, 0.16) +
    line('M106 196h176M106 288h176', flat('steel', 2), 5, 0.5) +
    fill('M92 306h204l-6 22c-2 6-6 8-12 8H110c-6 0-10-2-12-8z', paint('black')) +
    fill(oval(274, 212, 17), ink) +
    fill('M94 172c0-58 36-92 100-92s100 34 100 92z', paint('teal')) +
    shade('M94 172c0-58 36-92 100-92s100 34 100 92z', 28, 0.16) +
    shine('M116 150c4-28 20-44 46-50', 7, 0.5) +
    line('M148 84c0-34 92-34 92 0', citrus, 16) +
    line('M150 78c4-20 60-26 82-6', '#ffe49a', 5) +
    fill(rect(86, 162, 216, 20, 9), flat('teal', 2)) +
    fill(rect(94, 166, 110, 6, 3), flat('teal', 0)) +
    solid(rect(98, 170, 16, 34, 5), 'citrus', 5) +
    fill(oval(234, 136, 13), '#fff') +
    fill(rect(230, 126, 8, 12, 4), flat('green')) +
    badge(190, 242, 33)
  );
};

const dustBag = (x: number, y: number, s: number, angle: number): string => {
  const bag = 'M-70-92h140c10 0 14 6 15 14l12 160c1 14-6 22-20 22H-77c-14 0-21-8-20-22l12-160c1-8 5-14 15-14z';
  return `<g transform="translate(${x} ${y}) rotate(${angle}) scale(${s})">${fill(bag, '#062322', 0.14).replace('<path', '<path transform="translate(6 8)"')}${fill(bag, paint('paper'))}${shade(bag, 20, 0.1)}${line('M-62-60l-10 140M62-60l10 140', '#cfcabb', 5, 0.8)}${line('M-84 88h168', '#cfcabb', 5, 0.8, '2 9')}${solid(rect(-46, -78, 92, 70, 10), 'green', 14)}${fill(oval(0, -43, 24), '#04261d')}${line(oval(0, -43, 27), '#8fe0bf', 5, 0.7)}${fill(rect(-58, -56, 16, 26, 5), citrus)}${mark(0, 42, 0.8)}</g>`;
};

export const dustBags = (): string =>
  floor(212, 344, 150) + dustBag(262, 178, 0.94, 12) + dustBag(222, 196, 0.98, 3) + dustBag(170, 220, 1.06, -7);
