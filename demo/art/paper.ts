/** Toilet rolls, jumbo rolls and hand towels. */
import { at, clip, fill, flat, floor, group, ink, line, oval, paint, rect, shade } from './drawing-primitives.ts';
import { carton } from './boxes.ts';
import { badge, mark } from './labels.ts';

/** A roll standing on its end. */
const standing = (x: number, y: number, s: number, wrapped = false): string => {
  const side = 'M-62-58c0-26 124-26 124 0V62c0 26-124 26-124 0z';
  return at(
    x,
    y,
    s,
    fill(side, paint('paper')),
    wrapped
      ? clip(side, fill('M-62-20c20 14 104 14 124 0v56c-20 14-104 14-124 0z', paint('mint')), mark(0, 18, 0.55))
      : line('M-62-20c20 14 104 14 124 0M-62 20c20 14 104 14 124 0', '#cfcabb', 4, 0.6, '2 9'),
    shade(side, 26, 0.12),
    fill(oval(0, -58, 62, 20), '#fff'),
    line(oval(0, -58, 46, 14), '#d9d5c8', 4),
    line(oval(0, -58, 33, 10), '#d9d5c8', 4),
    fill(oval(0, -58, 22, 7), '#d8b988'),
    fill(oval(0, -57, 16, 5), '#3c2a12'),
  );
};

/** A roll lying towards us, sheet to the front. */
const lying = (x: number, y: number, r: number, depth: number): string => {
  const back = `M${x - depth} ${y - r}H${x}V${y + r}H${x - depth}a${r * 0.82} ${r} 0 0 1 0 ${-2 * r}z`;
  return (
    fill(back, paint('paper', 'y')) +
    fill(oval(x, y, r * 0.82, r), '#fff') +
    shade(oval(x, y, r * 0.82, r), 14, 0.1) +
    line(oval(x, y, r * 0.62, r * 0.76), '#d9d5c8', 4) +
    line(oval(x, y, r * 0.44, r * 0.54), '#d9d5c8', 4) +
    fill(oval(x, y, r * 0.28, r * 0.34), '#d8b988') +
    fill(oval(x + 2, y, r * 0.2, r * 0.26), '#3c2a12')
  );
};

export const toiletRolls = (): string =>
  floor(212, 346, 160) +
  standing(132, 266, 1, true) +
  standing(268, 266, 1, true) +
  standing(200, 148, 1) +
  fill('M138 92C120 110 116 150 122 214c10-8 18-8 26-2V96z', '#fff') +
  fill('M138 92c4 40 2 80 10 120V96z', ink, 0.07) +
  line('M122 172h26', '#cfcabb', 4.5, 0.9, '2 8');

export const rollsCarton = (): string =>
  floor(216, 352, 160) +
  carton(74, 176, 216, 172, 52, 48) +
  fill('M74 176l52-48h216l-52 48z', '#8d6b3c') +
  fill('M74 176l-30-34 50-42 32 28z', '#e3c794') +
  fill('M290 176l34 22 46-46-28-24z', '#caa46a') +
  standing(148, 150, 0.58) +
  standing(222, 146, 0.58) +
  standing(292, 142, 0.5) +
  fill('M74 176h216v24H74z', '#d8b988') +
  fill('M290 176l52-48v26l-52 48z', '#a98550') +
  badge(182, 268, 40) +
  line('M96 326h60', '#8d6b3c', 6, 0.6);

export const jumboRolls = (): string => {
  const big = (x: number, y: number, r: number): string => lying(x, y, r, 66);
  return (
    floor(220, 350, 168) +
    group(
      'translate(-24 -42) scale(1.12)',
      big(260, 238, 108) +
        big(168, 256, 92) +
        fill('M98 236c-14 30-20 64-16 106 12-10 22-10 36-2l14-20z', '#fff') +
        fill('M116 300l2 40 14-20z', ink, 0.1) +
        line('M86 300c10-6 20-6 30 0', '#cfcabb', 4.5, 0.9, '2 8'),
    )
  );
};

const leaves = (x: number, y: number, w: number, h: number, n: number): string =>
  line(
    Array.from({ length: n }, (_, i) => `M${x + 6} ${y + 8 + (i * (h - 14)) / (n - 1)}h${w - 12}`).join(''),
    '#c4cfc8',
    4.5,
  );

/** Folded towels: packs with a paper band. */
const towelPack = (x: number, y: number, w: number, h: number, dx: number, dy: number): string =>
  fill(`M${x} ${y}l${dx}-${dy}h${w}l${-dx} ${dy}z`, '#fff') +
  fill(`M${x + w} ${y}l${dx}-${dy}v${h}l${-dx} ${dy}z`, '#d3dcd5') +
  line(
    Array.from({ length: 4 }, (_, i) => `M${x + w + 4} ${y + 12 + i * (h / 4.6)}l${dx - 8}-${dy - 7}`).join(''),
    '#b4c4bb',
    4,
  ) +
  fill(rect(x, y, w, h, 4), paint('white')) +
  leaves(x, y, w, h, 6) +
  fill(`M${x + w * 0.36} ${y + h}v${-h}l${dx}-${dy}h${w * 0.28}l${-dx} ${dy}v${h}z`, flat('green')) +
  fill(`M${x + w * 0.36} ${y}l${dx}-${dy}h${w * 0.28}l${-dx} ${dy}z`, flat('green', 0)) +
  mark(x + w * 0.5, y + h * 0.48, h / 115, '#fff', '#d9f2e6');

export const interleaved = (): string =>
  floor(214, 350, 164) +
  towelPack(62, 278, 216, 70, 60, 50) +
  towelPack(70, 194, 216, 70, 60, 50) +
  fill('M126 146C150 120 150 90 138 56c38 20 84-8 130 10 4 34-14 56-4 82l-36 30H110z', '#fff') +
  fill('M220 62c16-4 32-2 48 4 4 34-14 56-4 82l-18 16c-14-30-4-70-26-102z', ink, 0.07) +
  line('M164 74c6 26 0 50-14 74m52-76c10 28 4 52-2 76', '#c4d6cd', 5, 0.8) +
  line('M140 60c38 18 84-8 126 10', '#fff', 4);

/** A long roll lying, towel coming off below. */
export const rollTowel = (): string => {
  const body = 'M112 92h176c26 0 44 34 44 76s-18 76-44 76H112z';
  const sheet = 'M150 226h170c2 30-2 60 6 96 2 12-8 16-20 12-50-14-100 14-156 2z';
  return (
    floor(216, 350, 150) +
    fill(sheet, paint('paper', 'y')) +
    fill('M150 226h170v18H150z', ink, 0.14) +
    shade(sheet, 20, 0.08) +
    line('M152 292c56 10 110-12 170-4', '#b9c7bf', 4.5, 1, '9 8') +
    emboss(166, 258, 7, 3) +
    fill(body, paint('paper', 'y')) +
    fill('M116 106h176c10 2 18 10 24 22H116z', '#fff') +
    line('M120 206h200M120 222h188', '#c9c4b4', 4.5, 0.8) +
    emboss(176, 128, 6, 4) +
    fill('M150 92h46v152h-46z', paint('mint', 'y')) +
    mark(173, 164, 0.56) +
    fill(oval(112, 168, 46, 76), '#fff') +
    shade(oval(112, 168, 46, 76), 10, 0.1) +
    line(oval(112, 168, 35, 60), '#d9d5c8', 4) +
    line(oval(112, 168, 25, 44), '#d9d5c8', 4) +
    fill(oval(112, 168, 16, 27), '#d8b988') +
    fill(oval(114, 168, 11, 20), '#3c2a12')
  );
};

const emboss = (x: number, y: number, cols: number, rows: number): string =>
  line(
    Array.from(
      { length: cols * rows },
      (_, i) => `M${x + (i % cols) * 22 + (Math.floor(i / cols) % 2) * 11} ${y + Math.floor(i / cols) * 20}h.1`,
    ).join(''),
    '#c4cfc8',
    5,
    0.8,
  );
