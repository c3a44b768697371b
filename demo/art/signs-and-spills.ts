/** Signs, cones, sharps and spill kits. */
import {
  at,
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
import { badge, drop, mark, sign } from './labels.ts';

/** A figure that slips, drawn in strokes, so that the sign needs no language. */
const slipping = (x: number, y: number, s: number, colour: string): string =>
  at(
    x,
    y,
    s,
    fill(oval(-14, -44, 13), colour),
    line('M-8-24 8 12', colour, 17),
    line('M8 12 40 4 62-14', colour, 13),
    line('M8 12 2 42 26 58', colour, 13),
    line('M-8-20-36-6-46 14M-6-20 22-26 38-44', colour, 10),
    line('M-30 66h86', colour, 7),
    line('M48 34l12 6m-6 10l14 2', colour, 6),
  );

export const wetFloorSign = (): string => {
  const front = 'M154 62c2-10 8-14 18-14h56c10 0 16 4 18 14l48 270c2 12-4 18-14 18H120c-10 0-16-6-14-18z';
  return (
    floor(222, 352, 150) +
    fill('M236 52c12 0 16 4 20 12l76 256c3 12-2 18-12 18h-30z', flat('citrus', 2)) +
    fill('M250 60l70 278h-26z', ink, 0.2) +
    fill(front, paint('citrus')) +
    shade(front, 20, 0.1) +
    fill(rect(174, 62, 52, 20, 10), '#7a5200', 0.75) +
    fill('M200 112c6 0 9 2 12 7l56 158c3 8-1 13-9 13H141c-8 0-12-5-9-13l56-158c3-5 6-7 12-7z', '#fff', 0.9) +
    slipping(196, 226, 0.82, ink) +
    shine('M160 72 118 318', 6, 0.6) +
    line('M126 326h150', '#9a6600', 5, 0.35) +
    fill(rect(104, 340, 34, 12, 5), ink) +
    fill(rect(262, 340, 34, 12, 5), ink)
  );
};

/** The sign at work beside a puddle. */
export const wetFloorInUse = (): string =>
  floor(206, 340, 178, 20) +
  fill(
    'M50 330c20-20 70-14 100-22 40-10 90 4 130 0 40-4 80 8 86 24 4 14-30 26-80 26-40 0-60 10-110 8s-140-8-126-36z',
    paint('clearSky'),
  ) +
  line('M96 334c20-6 50-6 70-4m60 20c30 2 60 0 80-6', '#fff', 6) +
  at(26, -2, 0.9, wetFloorSign().replace(/<ellipse[^>]*>/, '')) +
  drop(80, 270, 0.42, flat('skyLiquid')) +
  drop(332, 250, 0.54, flat('skyLiquid')) +
  drop(362, 292, 0.3, flat('skyLiquid'));

/** A sharps container. The official biohazard symbol is regulated, so this one has a needle in a disc. */
export const sharpsContainer = (): string => {
  const body = 'M104 144h192l-14 184c-1 14-9 22-24 22H142c-15 0-23-8-24-22z';
  return (
    floor(218, 352, 134) +
    line('M130 120C130 30 270 30 270 120', flat('red', 2), 13) +
    line('M127 118C128 30 262 28 266 112', '#ef9c90', 4, 0.8) +
    fill(body, paint('citrus')) +
    shade(body, 30, 0.12) +
    line('M112 176h176', '#9a6600', 5, 0.4, '2 11') +
    solid('M94 124c0-14 8-20 20-20h172c12 0 20 6 20 20v14c0 8-4 12-12 12H106c-8 0-12-4-12-12z', 'red', 26) +
    fill(rect(152, 78, 96, 34, 10), flat('red', 2)) +
    fill(rect(164, 88, 72, 16, 8), '#3a0f0a') +
    line('M110 118h88', '#f4b4aa', 5) +
    line('M100 140h196', '#5e140d', 4, 0.35) +
    fill(oval(200, 252, 56), '#fff') +
    line(oval(200, 252, 56), flat('red', 1), 8) +
    turn(
      40,
      200,
      252,
      fill(rect(190, 222, 20, 42, 4), flat('teal')),
      fill(rect(196, 264, 8, 10, 2), flat('teal', 2)),
      line('M200 274v22', flat('teal', 2), 4.5),
      line('M200 222v-14m-9 0h18', flat('teal', 2), 6),
      line('M196 238h8m-8 10h8', '#fff', 4),
    ) +
    shine('M120 170l8 120', 7, 0.6)
  );
};

const cross = (x: number, y: number, s: number): string =>
  at(x, y, s, fill(oval(0, 0, 40), '#fff'), fill('M-9-26H9V-9H26V9H9V26H-9V9H-26V-9H-9z', flat('green')));

export const spillKit = (): string => {
  const bag = 'M84 148c0-18 10-28 28-28h176c18 0 28 10 28 28v174c0 18-10 28-28 28H112c-18 0-28-10-28-28z';
  return (
    floor(214, 352, 148) +
    line('M150 122V96c0-22 12-32 32-32h36c20 0 32 10 32 32v26', flat('citrus', 2), 17) +
    line('M148 120V96c0-20 12-30 32-30h36', '#ffe08f', 5) +
    fill(bag, paint('red')) +
    shade(bag, 28, 0.14) +
    line('M88 176c70 16 154 16 224 0', '#fff', 6, 0.85, '2 10') +
    line('M104 134c60 10 132 10 192 0', ink, 5, 0.22) +
    solid(rect(112, 214, 176, 112, 16), 'red', 20) +
    line(rect(112, 214, 176, 112, 16), '#fff', 4, 0.5) +
    cross(200, 268, 1) +
    shine('M98 150c1-10 6-15 16-16', 6, 0.6) +
    solid(rect(258, 164, 18, 32, 6), 'citrus', 6) +
    fill(rect(84, 196, 20, 60, 6), '#fff', 0.16)
  );
};

const scraper = (): string =>
  turn(
    -20,
    220,
    270,
    line('M220 212v64', flat('citrus'), 17),
    line('M216 214v50', '#ffe49a', 5),
    fill('M178 268h84l8 62c0 8-4 12-10 12h-80c-6 0-10-4-10-12z', paint('red')),
    shade('M178 268h84l8 62c0 8-4 12-10 12h-80c-6 0-10-4-10-12z', 14, 0.14),
  );

/** What is in the kit, laid out. */
export const spillContents = (): string =>
  floor(116, 194, 78, 12) +
  floor(292, 166, 84, 11) +
  floor(106, 346, 72, 12) +
  floor(222, 340, 62, 11) +
  floor(328, 342, 58, 11) +
  turn(
    -6,
    110,
    130,
    solid(rect(56, 60, 108, 126, 8), 'citrus', 16),
    line('M66 74h88', '#9a6600', 5, 0.4),
    sign('shield', 110, 130, 0.8, '#fff', flat('citrus')),
  ) +
  turn(
    8,
    280,
    120,
    solid(rect(212, 70, 130, 88, 8), 'white', 18),
    clip(rect(212, 70, 130, 88, 8), fill('M212 130c40 16 90 0 130-16v50H212z', paint('green'))),
    mark(250, 104, 0.5),
    line('M276 94h44m-44 14h28', '#a9c6bb', 6),
  ) +
  solid('M44 250h110l-10 70c-1 10-8 14-16 14H70c-8 0-15-4-16-14z', 'teal', 18) +
  fill(oval(99, 250, 56, 14), flat('teal', 0)) +
  fill(oval(99, 250, 46, 10), '#fff') +
  line('M76 250h2m14-3h2m10 5h2m12-4h2', flat('green', 0), 6) +
  scraper() +
  turn(
    6,
    322,
    270,
    solid('M284 214h76v90c0 22-14 34-38 34s-38-12-38-34z', 'sky', 14),
    line('M284 232c24 8 52 8 76 0', '#fff', 5, 0.8),
    badge(322, 282, 22),
  );

export const safetyCone = (): string => {
  const cone = 'M178 56c2-10 8-14 22-14s20 4 22 14l58 266H120z';
  return (
    floor(214, 348, 160, 20) +
    solid('M76 318h248c10 0 16 4 18 12l3 10c1 6-3 10-9 10H64c-6 0-10-4-9-10l3-10c2-8 8-12 18-12z', 'black', 40) +
    line('M80 326h170', '#7d9493', 4.5) +
    fill(cone, paint('orange')) +
    clip(
      cone,
      fill('M100 150c60 14 140 14 200 0v62c-60 14-140 14-200 0z', paint('white')),
      fill('M100 252c60 14 140 14 200 0v30c-60 14-140 14-200 0z', paint('white')),
      line('M100 166c60 14 140 14 200 0M100 182c60 14 140 14 200 0', '#b9d2c9', 4, 0.7, '6 7'),
    ) +
    shade(cone, 34, 0.14) +
    shine('M184 70 136 300', 7, 0.65) +
    fill(oval(200, 50, 20, 7), flat('orange', 2)) +
    fill(oval(200, 50, 12, 4), ink, 0.8) +
    fill('M120 322c50 12 110 12 160 0v-6c-50 12-110 12-160 0z', ink, 0.2)
  );
};
