/** Flat mops, string mops, pads and heads. */
import {
  at,
  citrus,
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
  shine,
  solid,
  type Tone,
  turn,
} from './drawing-primitives.ts';

/** A tube of a handle: dark edge, bright line to the left. */
export const tube = (d: string, tone: Tone, width: number): string =>
  line(d, flat(tone, 2), width) +
  group(`translate(${-width * 0.14} 0)`, line(d, flat(tone, 1), width * 0.62), line(d, flat(tone, 0), width * 0.22));

const padEdge =
  'M58 306h284c9 0 15 7 14 16l-2 15c-1 5-6 8-11 6-6-3-9-3-14 0-6 4-10 4-16 0-6-3-10-3-16 0-6 4-10 4-16 0-6-3-10-3-16 0-6 4-10 4-16 0-6-3-10-3-16 0-6 4-10 4-16 0-6-3-10-3-16 0' +
  '-6 4-10 4-16 0-6-3-10-3-16 0-6 4-10 4-16 0-6-3-10-3-16 0-6 4-10 4-16 0-6-3-10-3-16 0-5 3-10 1-11-5l-2-13c-1-8 5-15 14-15z';

const joint = (): string =>
  line('M220 252 200 296', '#0f5c5c', 24) +
  line('M214 250 196 290', '#4f9695', 6) +
  fill('M98 288h204c8 0 13 4 15 11l5 15H78l5-15c2-7 7-11 15-11z', paint('teal')) +
  line('M98 296h196', '#8fc8c4', 5, 0.6) +
  fill('M164 300c0-14 14-24 36-24s36 10 36 24z', ink) +
  fill(oval(199, 294, 10), citrus);

const pad = (tone: Tone): string =>
  fill(padEdge, paint(tone)) +
  fill('M58 306h284c6 0 10 4 13 9H45c3-5 7-9 13-9z', '#fff') +
  line(
    'M80 322v14m24-14v14m24-14v14m24-14v14m24-14v14m24-14v14m24-14v14m24-14v14m24-14v14m24-14v14m24-14v14',
    flat(tone, 2),
    4.5,
    0.8,
  );

const grip = (): string =>
  line('M326 24 297 92', flat('citrus'), 25) +
  line('M321 30 297 86', '#ffe08f', 6) +
  line('m311 45 12 5m-18 9 12 5m-18 9 12 5', '#9a6600', 4.5, 0.45);

export const flatMop = (): string =>
  floor(206, 352, 160, 16) +
  line('M312 42 214 272', '#0b4344', 20) +
  line('M309 41 211 271', '#7fb9b6', 5) +
  line('M262 160 214 272', '#e9f2ee', 13) +
  line('M265 162 218 272', '#b6cbc4', 5) +
  grip() +
  line('M268 146 256 174', '#0f5c5c', 23) +
  joint() +
  pad('mint');

/** Spray mop: bottle on the handle, trigger in the grip, mist ahead. */
export const sprayMop = (): string =>
  floor(206, 352, 160, 16) +
  line('M306 52 210 276', '#dfe9e5', 16) +
  line('M310 54 214 276', '#a9c0b8', 5) +
  line('M318 26 290 92', flat('teal', 2), 26) +
  line('M312 30 288 86', '#4f9695', 6) +
  line('M286 70c-14 2-20 12-20 24', flat('citrus'), 11) +
  turn(
    23,
    246,
    186,
    solid('M222 150c0-12 8-18 24-18s24 6 24 18v66c0 12-8 18-24 18s-24-6-24-18z', 'clearSky', 10),
    clip(
      'M222 150c0-12 8-18 24-18s24 6 24 18v66c0 12-8 18-24 18s-24-6-24-18z',
      fill('M216 168c20 8 40-6 60 0v74h-60z', paint('skyLiquid')),
    ),
    shine('M231 156v8', 5, 0.9),
    fill(rect(232, 120, 28, 16, 5), paint('citrus')),
    fill(rect(216, 196, 60, 12, 4), ink),
  ) +
  joint() +
  pad('sky') +
  fill(
    oval(96, 266, 6) + oval(76, 250, 5) + oval(58, 268, 6) + oval(82, 282, 4) + oval(48, 286, 5) + oval(62, 234, 4),
    flat('skyLiquid'),
  );

/** A pad from above, in its colour, with stitched middle. */
const padTop = (x: number, y: number, s: number, tone: Tone): string =>
  at(
    x,
    y,
    s,
    fill(rect(-150, -38, 300, 88, 30), '#062322', 0.14),
    fill(rect(-150, -46, 300, 88, 30), paint(tone)),
    line(`${rect(-140, -38, 280, 72, 24)}`, flat(tone, 2), 6, 0.55, '3 10'),
    fill(rect(-112, -24, 224, 44, 12), flat(tone, 0)),
    line(
      'M-96-14V10M-72-14V10M-48-14V10M-24-14V10M0-14V10M24-14V10M48-14V10M72-14V10M96-14V10',
      flat(tone, 2),
      5,
      0.45,
    ),
    fill(rect(-142, -12, 18, 20, 4), '#fff'),
    fill('M-133-8l-6 12h12z', flat(tone, 2)),
    shade(rect(-150, -46, 300, 88, 30), 26, 0.12),
  );

export const padStack = (): string =>
  floor(208, 344, 170) +
  padTop(206, 304, 0.98, 'blue') +
  padTop(198, 258, 0.98, 'blue') +
  padTop(204, 212, 0.98, 'blue') +
  turn(-6, 200, 166, padTop(200, 166, 0.98, 'blue'));

export const padFan = (): string =>
  floor(206, 346, 168) +
  turn(10, 200, 300, padTop(204, 306, 0.92, 'citrus')) +
  turn(4, 200, 240, padTop(200, 240, 0.92, 'red')) +
  turn(-3, 200, 176, padTop(200, 174, 0.92, 'green')) +
  turn(-10, 200, 110, padTop(200, 108, 0.92, 'blue'));

/** The pad of the flat mop held up: loops outside, short pile inside. */
export const padDetail = (): string =>
  floor(206, 346, 170) +
  padTop(214, 288, 0.98, 'mint') +
  turn(
    -16,
    190,
    176,
    padTop(190, 178, 1.04, 'green'),
    at(190, 178, 1.04, fill('M-28-18h56l6 32h-68z', flat('teal')), fill(oval(0, -2, 9), citrus)),
  );

/** Cotton yarn falling from (x, y) and lying on the floor `length` below. */
const strands = (x: number, y: number, spread: number, length: number): string => {
  const order = [0, 13, 1, 12, 2, 11, 3, 10, 4, 9, 5, 8, 6, 7];
  return order
    .map((i) => {
      const e = (i - 6.5) / 6.5;
      const side = Math.sign(e);
      const knee = length - 16 - (i % 3) * 7 - Math.abs(e) * 6;
      const lie = Math.abs(e) < 0.3 ? 6 : 14 + Math.abs(e) * 34;
      const end = x + e * spread;
      const d = `M${x + e * 30} ${y}C${x + e * 34} ${y + knee * 0.4} ${end - side * 4} ${y + knee * 0.45} ${end} ${y + knee - 24}q${side * 3} ${24 + (i % 2) * 6} ${side * lie} ${24 + (i % 2) * 5}`;
      const bright = e < 0.3;
      return (
        line(d, '#b3ad9b', 27) +
        line(d, bright ? '#f8f5ec' : '#e6e2d4', 20.5) +
        line(d, bright ? '#d9d3c3' : '#c4beac', 12, 0.6, '0.1 15') +
        (bright ? group('translate(-5 -2)', line(d, '#fff', 4, 0.7)) : '')
      );
    })
    .join('');
};

const socket = (x: number, y: number, tone: Tone): string => {
  const cup = `M${x - 26} ${y - 62}h52l12 62c1 10-6 16-16 16h-44c-10 0-17-6-16-16z`;
  return (
    solid(cup, tone, 16) +
    line(`M${x - 12} ${y - 50}l-5 46M${x + 4} ${y - 50}v46`, ink, 4.5, 0.22) +
    solid(rect(x - 32, y - 78, 64, 20, 7), tone, 14) +
    shine(`M${x - 22} ${y - 69}h20`, 5, 0.5) +
    fill(rect(x - 46, y + 4, 92, 18, 8), flat(tone, 2))
  );
};

export const mopHead = (tone: Tone): string =>
  floor(208, 346, 164) + strands(200, 118, 96, 226) + socket(200, 112, tone);

export const stringMop = (): string =>
  floor(166, 350, 156, 16) +
  tube('M318 30 206 200', 'blue', 20) +
  line('M322 24 300 58', flat('citrus'), 25) +
  line('M318 30 301 56', '#ffe08f', 6) +
  at(158, 236, 0.82, strands(0, 0, 84, 140)) +
  turn(33, 186, 226, at(186, 236, 0.8, socket(0, 0, 'blue')));
