/** Floor machines, carpet extractor, pressure washer and air mover. */
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
import { floorPad } from './cloths.ts';
import { badge, drop, paleMark } from './labels.ts';
import { hose } from './vacuums.ts';
import { castor } from './trolleys.ts';

const wheel = (x: number, y: number, r: number): string =>
  fill(oval(x, y, r), '#122223') +
  line(oval(x, y, r * 0.82), '#34494a', 4) +
  fill(oval(x, y, r * 0.5), paint('steel')) +
  fill(oval(x, y, r * 0.16), '#122223');

export const scrubber = (): string => {
  const tank = 'M92 190c0-40 18-62 56-66l112-10c34-3 52 12 54 44l4 102c1 18-8 26-26 26H118c-18 0-26-8-26-26z';
  const lid = 'M98 178c2-32 20-50 52-54l108-10c30-3 48 8 54 32-60 22-130 34-214 32z';
  return (
    floor(200, 356, 184, 18) +
    line('M300 132C330 112 344 96 352 74', '#0b4344', 17) +
    line('M344 90l14-34', citrus, 25) +
    line('M340 86l12-28', '#ffe49a', 6) +
    line('M304 292c28 4 44 14 56 36', ink, 11) +
    fill('M322 326h56c4 0 6 3 5 7l-3 15h-66c-6 0-6-8-4-12z', paint('steel')) +
    fill(rect(312, 342, 70, 9, 4), '#122223') +
    fill(tank, paint('green')) +
    shade(tank, 36, 0.16) +
    fill(lid, paint('white')) +
    clip(lid, fill('M250 100h80v100h-60c10-30 0-70-20-100z', ink, 0.09)) +
    shine('M116 164c4-18 16-27 36-29l60-5', 8, 1) +
    fill('M98 178c84 2 154-10 214-32l3 12c-60 24-130 36-217 33z', citrus) +
    solid('M268 112l46-18c10-4 18 0 20 8l4 16-66 24z', 'black', 12) +
    line('M284 116l22-8', flat('mint', 1), 6) +
    fill(oval(318, 110, 5), citrus) +
    badge(182, 236, 36) +
    line('M240 220h50m-50 18h50m-50 18h42', '#043f2f', 6, 0.45) +
    line('M108 210v50', '#8fe0bf', 7, 0.6) +
    fill('M64 302c2-16 12-24 30-24h84c18 0 28 8 30 24l3 18H61z', paint('teal')) +
    shade('M64 302c2-16 12-24 30-24h84c18 0 28 8 30 24l3 18H61z', 20, 0.16) +
    shine('M82 298c2-6 6-8 14-8h40', 5, 0.5) +
    fill('M58 318h156v14H58z', '#0b3b3c') +
    fill('M62 332h148l4 20H58z', paint('citrus')) +
    line(
      'M74 336l-3 14m18-14-2 14m18-14-2 14m18-14v14m17-14v14m17-14v14m17-14l1 14m15-14l3 14m15-14l3 14',
      '#9a6600',
      4.5,
      0.45,
    ) +
    wheel(266, 318, 34)
  );
};

/** A close-up of the deck: brush, skirt and squeegee on a wet floor. */
export const scrubberDeck = (): string =>
  floor(206, 330, 186, 20) +
  fill('M20 322c80-26 280-26 360 0 10 12-30 30-180 30S10 334 20 322z', paint('clearSky')) +
  line('M60 326c30-8 70-12 110-12m70 22c30 0 60-2 84-6', '#fff', 6) +
  fill(oval(196, 300, 138, 38), flat('citrus', 2)) +
  fill('M58 264h276v36c0 54-276 54-276 0z', paint('citrus')) +
  line(
    'M78 292l-4 28m24-20-4 28m26-22-3 28m27-24-2 26m26-24v26m26-26v26m26-26l2 26m22-28l4 26m20-30l4 26m16-32l4 24',
    '#9a6600',
    5,
    0.4,
  ) +
  fill('M44 232c0-50 60-84 152-84s152 34 152 84v28c0 56-304 56-304 0z', paint('teal')) +
  shade('M44 232c0-50 60-84 152-84s152 34 152 84v28c0 56-304 56-304 0z', 36, 0.16) +
  fill('M44 240c0 56 304 56 304 0v22c0 56-304 56-304 0z', '#0b3b3c') +
  shine('M72 218c14-28 50-44 94-48', 8, 0.5) +
  solid(rect(150, 84, 92, 84, 16), 'green', 18) +
  line('M166 106h60m-60 16h60m-60 16h60', '#043f2f', 6, 0.45) +
  hose('M242 120c60-6 90 20 96 70', 20) +
  line('M196 84V40', flat('steel', 2), 26) +
  line('M190 84V42', '#fff', 7, 0.8) +
  badge(196, 204, 22) +
  drop(34, 250, 0.32, flat('skyLiquid')) +
  drop(372, 264, 0.38, flat('skyLiquid'));

export const polisher = (): string =>
  floor(190, 352, 152, 18) +
  line('M212 232 318 60', flat('steel', 2), 17) +
  line('M208 230 314 60', '#fff', 6, 0.85) +
  line('M222 232c50 6 100-40 106-136', ink, 6) +
  solid('M290 56c4-16 16-22 30-16l26 12c10 5 12 14 6 24l-8 12-58-22z', 'black', 12) +
  line('M288 68 270 56M346 96l20 10', citrus, 18) +
  fill(oval(322, 62, 7), flat('red', 0)) +
  solid('M154 168c0-28 16-42 42-42s42 14 42 42v66h-84z', 'green', 20) +
  shine('M168 176c0-18 6-28 18-31', 7, 0.5) +
  line('M172 196h48m-48 16h48', '#043f2f', 6, 0.45) +
  fill(oval(196, 124, 20, 8), flat('green', 2)) +
  solid(rect(100, 214, 30, 54, 6), 'steel', 8) +
  wheel(114, 262, 22) +
  fill('M62 284c0-40 58-56 134-56s134 16 134 56v18c0 46-268 46-268 0z', paint('teal')) +
  shade('M62 284c0-40 58-56 134-56s134 16 134 56v18c0 46-268 46-268 0z', 34, 0.16) +
  shine('M86 276c12-16 40-26 74-29', 7, 0.5) +
  fill('M62 290c0 44 268 44 268 0v14c0 44-268 44-268 0z', citrus) +
  fill('M82 318c40 24 188 24 228 0l-4 20c-40 20-180 20-220 0z', paint('red')) +
  line('M100 336h.1m24 6h.1m26 4h.1m28 2h.1m28 0h.1m28-4h.1m26-6h.1', flat('red', 2), 6, 0.7) +
  badge(196, 270, 21);

export const polisherPads = (): string =>
  floor(210, 344, 172, 18) +
  floorPad(258, 262, 108, 'black') +
  floorPad(140, 286, 112, 'green') +
  floorPad(208, 196, 116, 'red') +
  floorPad(196, 132, 112, 'white');

export const extractor = (): string => {
  const body = 'M70 208c0-20 12-32 34-32h118c22 0 34 12 34 32v104c0 16-8 24-24 24H94c-16 0-24-8-24-24z';
  return (
    floor(206, 356, 176, 16) +
    hose('M214 156C270 116 306 120 330 128', 20) +
    line('M334 84 320 310', flat('steel', 2), 13) +
    line('M331 86 317 308', '#fff', 5, 0.85) +
    line('M336 74 333 126', citrus, 24) +
    line('M331 78l-3 44', '#ffe49a', 6) +
    solid(rect(318, 116, 28, 26, 8), 'teal', 8) +
    line('M328 156c-14 4-18 14-14 26', ink, 9) +
    fill('M286 306h66l10 36c1 6-2 9-8 9h-70c-6 0-9-3-8-9z', paint('clear')) +
    fill('M286 306h66l4 14h-74z', flat('steel', 2)) +
    fill(rect(274, 342, 90, 9, 4), flat('teal', 2)) +
    fill('M96 182V96c0-16 8-24 24-24h86c16 0 24 8 24 24v86z', paint('clearSky')) +
    clip(
      'M96 182V96c0-16 8-24 24-24h86c16 0 24 8 24 24v86z',
      fill('M90 132c30 10 50-6 76-2s40 8 70 0v60H90z', paint('skyLiquid')),
    ) +
    shade('M96 182V96c0-16 8-24 24-24h86c16 0 24 8 24 24v86z', 22, 0.12) +
    shine('M110 104v26', 6, 0.9) +
    solid(rect(126, 56, 74, 22, 9), 'citrus', 14) +
    fill(body, paint('green')) +
    shade(body, 28, 0.16) +
    shine('M86 216c0-12 6-18 18-19', 7, 0.5) +
    badge(152, 256, 36) +
    line('M206 226v.1m0 18v.1m0 18v.1', '#fff', 9, 0.9) +
    line('M100 314h110', '#043f2f', 6, 0.4) +
    line('M72 196C44 170 40 130 44 104', '#0b4344', 15) +
    line('M44 118V92', citrus, 22) +
    wheel(96, 326, 27) +
    castor(226, 340, 15)
  );
};

export const pressureWasher = (): string =>
  floor(200, 356, 170, 18) +
  line('M134 300 120 78c-1-20 10-30 28-30h54c18 0 29 10 28 30l-14 222', '#0b4344', 15) +
  line('M130 296 117 80', flat('teal', 0), 5) +
  line('M146 48h58', citrus, 25) +
  line('M146 43h54', '#ffe49a', 6) +
  [58, 46, 34]
    .map(
      (r) =>
        line(oval(174, 122, r, r * 0.8), '#2c4344', 11) +
        line(`M${174 - r} ${122 - r * 0.12}a${r} ${r * 0.8} 0 0 1 ${r * 0.8} ${-r * 0.66}`, '#6c8586', 4),
    )
    .join('') +
  solid(rect(164, 62, 20, 30, 6), 'citrus', 6) +
  solid('M92 196c0-16 8-24 24-24h124c16 0 24 8 24 24v96c0 16-8 24-24 24H116c-16 0-24-8-24-24z', 'green', 28) +
  shine('M108 204c0-12 5-17 14-18', 7, 0.5) +
  badge(162, 244, 34) +
  fill(oval(230, 212, 19), '#fff') +
  line('M230 212l8-8', flat('red'), 5) +
  line('M217 218a14 14 0 0 1 24-14', '#a9c6bb', 4.5) +
  line('M212 262h36m-36 16h36', '#043f2f', 6, 0.45) +
  solid(rect(112, 300, 132, 20, 6), 'black', 16) +
  wheel(118, 316, 36) +
  wheel(244, 316, 36) +
  hose('M262 268c44 14 66 4 70-40', 15) +
  line('M336 232 318 74', '#0b3b3c', 13) +
  line('M331 220 314 80', '#8fa6a5', 4) +
  line('M316 78l-6-36', citrus, 16) +
  solid('M318 222c-2-14 4-22 16-24 14-2 22 4 24 16l6 46c2 12-4 18-14 18h-8c-8 0-12-4-13-12z', 'black', 8) +
  line('M316 250c-12 0-18 6-20 16', citrus, 9) +
  line('M306 34l-6-22m12 20 4-24m2 26 14-20', flat('skyLiquid'), 6, 0.9, '1 9');

export const airMover = (): string => {
  const shell =
    'M196 56c-84 0-142 58-142 140 0 78 56 132 138 132h138c14 0 20-8 20-22v-66c0-14-8-22-20-22h-6c6-12 8-22 8-34 0-76-56-128-136-128z';
  return (
    floor(210, 352, 172, 18) +
    solid(rect(96, 318, 44, 28, 8), 'black', 10) +
    solid(rect(266, 318, 60, 28, 8), 'black', 10) +
    fill(shell, paint('teal')) +
    shade(shell, 30, 0.17) +
    shine('M76 180c4-52 38-88 88-98', 8, 0.45) +
    line('M150 60c6-34 86-34 92 0', citrus, 20) +
    line('M154 52c10-18 60-20 74-4', '#ffe49a', 5) +
    fill(oval(188, 194, 92), flat('teal', 2)) +
    fill(oval(188, 194, 82), '#04201f') +
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map((a) => turn(a, 188, 194, fill('M188 194C176 164 186 132 214 122c-2 26-4 50-26 72z', flat('teal', 1), 0.85)))
      .join('') +
    line(oval(188, 194, 62), '#8fc8c4', 5, 0.75) +
    line(oval(188, 194, 40), '#8fc8c4', 5, 0.75) +
    line('M188 114v160M108 194h160M131 137l114 114M245 137 131 251', '#8fc8c4', 5, 0.6) +
    fill(oval(188, 194, 24), flat('green')) +
    paleMark(188, 193, 0.42) +
    fill('M330 218c12 0 20 8 20 22v66c0 14-6 22-20 22h-12V218z', '#06302f') +
    line('M334 240h14m-14 18h14m-14 18h14m-14 18h14', '#4f9695', 5) +
    fill(oval(292, 296, 13), '#fff') +
    line('M292 296l6-7', flat('red'), 5) +
    line('M362 246c12-6 18 6 30 0m-30 28c12-6 18 6 30 0m-30 28c12-6 18 6 30 0', '#fff', 6, 0.9)
  );
};
