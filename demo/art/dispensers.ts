/** Dispensers on a washroom's wall, and their refills. */
import {
  at,
  citrus,
  clip,
  deep,
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
  wall,
} from './drawing-primitives.ts';
import { badge, drop, sign } from './labels.ts';

/** The dispenser for roll towel, closed. */
export const towelDispenser = (): string => {
  const cover = 'M92 62c0-22 14-36 36-36h144c22 0 36 14 36 36v210c0 14-9 23-23 23H115c-14 0-23-9-23-23z';
  return (
    wall(cover, 26, 12) +
    wall(rect(148, 300, 104, 66), 22, 12, 0.1) +
    fill('M148 276h104v84c-16-8-28 6-44 1-15-5-26-12-60 1z', '#fff') +
    fill('M148 276h104v24H148z', '#dbe9e3') +
    fill('M206 296h46v64c-16-8-28 6-44 1z', ink, 0.09) +
    line('M148 322h104', '#a9c6bb', 4, 1, '9 8') +
    fill(cover, paint('white')) +
    shade(cover, 24, 0.1) +
    shine('M108 68c0-16 8-26 24-26', 8, 1) +
    fill(rect(116, 132, 168, 120, 16), paint('teal')) +
    clip(
      rect(116, 132, 168, 120, 16),
      rollEnd(200, 206, 62),
      fill(rect(116, 132, 168, 120), '#0f5c5c', 0.28),
      fill('m120 252 76-120h34l-76 120z', '#fff', 0.22),
    ) +
    fill(rect(167, 84, 66, 18, 9), citrus) +
    fill(oval(200, 93, 4.5), '#6d4600') +
    fill('M134 284h132c0 8-5 13-13 13H147c-8 0-13-5-13-13z', ink, 0.9)
  );
};

const rollEnd = (x: number, y: number, r: number): string =>
  fill(oval(x, y, r), '#eaf6f1') +
  line(oval(x, y, r * 0.87), '#cfe5dc', 4) +
  line(oval(x, y, r * 0.71), '#b4d5c9', 4) +
  fill(oval(x, y, r * 0.32), '#d8b988') +
  fill(oval(x, y, r * 0.2), '#6e5229');

export const towelDispenserOpen = (): string => {
  const back = rect(88, 30, 200, 268, 26);
  const door = 'M288 62l64 38c8 5 12 10 12 20v196c0 10-6 14-14 10l-62-34z';
  return (
    wall(back, 26, 12) +
    wall(door, 16, 14, 0.1) +
    fill(back, paint('teal')) +
    fill(rect(104, 46, 168, 236, 16), '#06302f') +
    fill(rect(104, 46, 168, 30, 12), ink, 0.4) +
    fill(rect(116, 150, 12, 60, 6), flat('citrus')) +
    fill(rect(248, 150, 12, 60, 6), flat('citrus')) +
    fill('M142 196h100v164c-16-8-28 6-44 1-15-5-26-8-56 1z', '#fff') +
    fill('M198 300h44v60c-16-8-28 6-44 1z', ink, 0.09) +
    line('M142 322h100', '#a9c6bb', 4, 1, '9 8') +
    rollEnd(190, 172, 76) +
    shade(oval(190, 172, 76), 20, 0.12) +
    fill(rect(112, 262, 154, 12, 6), '#dbe9e3') +
    fill(door, paint('white')) +
    fill('M300 122l40 22v110l-40-20z', paint('teal')) +
    fill('M304 226l34-74v24l-30 58z', '#fff', 0.25) +
    shine('M298 84l40 24', 6, 0.9) +
    line('M288 64v226', ink, 6, 0.3) +
    line('M352 210h10', citrus, 12) +
    fill(oval(352, 210, 4), '#6d4600')
  );
};

export const jumboDispenser = (): string => {
  const cover =
    'M200 32c88 0 146 62 146 146 0 62-30 104-66 124-12 6-20 8-34 8h-92c-14 0-22-2-34-8-36-20-66-62-66-124C54 94 112 32 200 32z';
  return (
    wall(cover, 24, 14) +
    fill('M158 296h84v70c-14-8-24 6-40 2-14-4-24-8-44 0z', '#fff') +
    fill('M206 310h36v56c-14-8-24 6-36 2z', ink, 0.09) +
    line('M158 334h84', '#a9c6bb', 4, 1, '9 8') +
    fill(cover, paint('white')) +
    shade(cover, 26, 0.11) +
    shine('M78 152c8-52 42-88 88-97', 8, 1) +
    fill(oval(200, 176, 98), paint('teal')) +
    clip(
      oval(200, 176, 98),
      rollEnd(200, 176, 84),
      fill(oval(200, 176, 98), '#0f5c5c', 0.26),
      fill('M116 260 214 70h40L156 270z', '#fff', 0.2),
    ) +
    fill(rect(176, 46, 48, 16, 8), citrus) +
    fill(oval(200, 54, 4), '#6d4600') +
    fill('M146 292h108l8 18H138z', ink, 0.9) +
    line('M150 308l6-6 6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6 6 6', '#cfdcdb', 4)
  );
};

export const soapDispenser = (tone: Tone): string => {
  const pale = tone === 'white';
  const body = 'M126 58c0-18 12-28 30-28h88c18 0 30 10 30 28v222c0 20-12 32-32 32h-84c-20 0-32-12-32-32z';
  return (
    wall(body, 26, 12) +
    fill(body, paint(tone)) +
    shade(body, 24, 0.13) +
    shine('M142 66c0-12 6-18 18-19', 7, pale ? 1 : 0.4) +
    fill(rect(178, 76, 44, 112, 20), paint(pale ? 'teal' : 'steel')) +
    clip(
      rect(184, 82, 32, 100, 15),
      fill(rect(184, 82, 32, 100), '#e8f6f0'),
      fill('M180 118c12 8 24-6 40 2v70h-40z', paint('mintLiquid')),
    ) +
    shine('M192 94v8', 5, 0.9) +
    solid('M138 222c0-10 6-16 16-16h92c10 0 16 6 16 16v44c0 34-20 54-62 54s-62-20-62-54z', 'citrus', 18) +
    shine('M152 226c0-6 4-9 10-9', 5, 0.7) +
    sign('hand', 200, 258, 0.7, pale ? '#7a5200' : '#7a5200', '#fff') +
    fill(rect(188, 316, 24, 14, 4), deep) +
    drop(200, 352, 0.42, flat('mintLiquid'))
  );
};

export const airFreshener = (): string => {
  const body = 'M134 88c0-34 24-58 66-58s66 24 66 58v222c0 20-12 34-34 34h-64c-22 0-34-14-34-34z';
  return (
    wall(body, 24, 12) +
    fill(body, paint('white')) +
    shade(body, 24, 0.12) +
    shine('M150 96c0-26 14-44 36-49', 8, 1) +
    fill('M152 84c4-20 20-34 48-34s44 14 48 34c-22 10-74 10-96 0z', paint('teal')) +
    fill(oval(200, 70, 13), '#06201f') +
    fill(oval(200, 70, 5), citrus) +
    line('M172 116h.1M200 120h.1M228 116h.1', flat('green'), 9) +
    badge(200, 196, 42) +
    solid(rect(166, 272, 68, 44, 12), 'teal', 12) +
    sign('wind', 200, 294, 0.5, '#fff') +
    line('M138 254h124', ink, 5, 0.12) +
    line('M182 44C168 24 152 18 134 22M200 34V14M218 44c14-20 30-26 48-22', flat('mint', 1), 7, 0.95, '1 13')
  );
};

export const airRefill = (x: number, y: number, s: number, tone: Tone, motif: 'leaf' | 'slice' | 'shirt'): string => {
  const can = 'M-52-84c0-14 10-22 20-28l10-8h44l10 8c10 6 20 14 20 28V120c0 10-10 18-52 18s-52-8-52-18z';
  return at(
    x,
    y,
    s,
    fill(can, paint(tone)),
    clip(
      can,
      fill('M-52-30c20 10 84 10 104 0V84c-20 10-84 10-104 0z', '#fff'),
      fill('M-52 68c20 10 84 10 104 0v18c-20 10-84 10-104 0z', flat('teal')),
    ),
    sign(motif, 0, 28, 0.9, flat(tone, tone === 'citrus' ? 2 : 1), '#fff'),
    shade(can, 20, 0.14),
    shine('M-40-70c1-8 6-12 12-16', 6, 0.7),
    fill(rect(-24, -132, 48, 14, 5), paint('steel')),
    fill(rect(-10, -152, 20, 22, 5), '#fff'),
    fill(oval(0, -146, 4), deep),
  );
};

/** Three urinal screens, bristles up. */
const screen = (x: number, y: number, s: number, tone: Tone): string => {
  const edge = 'M-108 16C-116-40-60-66 0-66S116-40 108 16C102 56 56 66 0 66S-102 56-108 16z';
  const dots: string[] = [];
  for (let row = 0; row < 6; row++)
    for (let col = 0; col < 9; col++) {
      const px = -88 + col * 22 + (row % 2) * 8;
      const py = -42 + row * 17;
      if ((px / 98) ** 2 + (py / 56) ** 2 < 0.96) dots.push(`M${px} ${py + 6}v-9`);
    }
  return at(
    x,
    y,
    s,
    at(4, 14, 1, fill(edge, '#062322', 0.16)),
    at(0, 8, 1, fill(edge, flat(tone, 2))),
    fill(edge, paint(tone)),
    line(edge, flat(tone, 0), 5, 0.8),
    line(dots.join(''), flat(tone, 2), 8, 0.55),
    line(dots.join(''), flat(tone, 0), 5),
    fill(oval(0, 0, 20, 15), '#fff'),
    sign('drop', 0, 0, 0.3, flat(tone, tone === 'coral' ? 2 : 1)),
  );
};

export const urinalScreens = (): string =>
  floor(208, 342, 160) +
  screen(244, 120, 0.96, 'coral') +
  screen(156, 200, 1.04, 'citrus') +
  screen(222, 284, 1.12, 'mintLiquid');
