/** Second pictures of products: close-ups, and products in use. */
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
} from './drawing-primitives.ts';
import { duckBottle } from './bottles.ts';
import { barrel, can } from './drums.ts';
import { directions, sparkle, sweepLabel } from './labels.ts';
import { flatMop } from './mops.ts';
import { grounded } from './trolleys.ts';

/** A close-up in a round window with a white rim. */
export const lens = (ground: Tone, ...parts: string[]): string => {
  const disc = oval(200, 196, 158);
  return (
    floor(206, 366, 130, 14) +
    fill(oval(200, 196, 170), '#fff') +
    fill(disc, paint(ground, 'd')) +
    clip(disc, ...parts) +
    line(disc, ink, 5, 0.08)
  );
};

/** The label of the five-litre can. */
export const canLabel = (): string =>
  floor(206, 352, 160) +
  fill(rect(52, 56, 296, 290, 26), paint('white')) +
  shade(rect(52, 56, 296, 290, 26), 22, 0.1) +
  sweepLabel(72, 76, 256, 178, 'green') +
  directions(78, 290, 116, ['drop', 'bubbles'], 32, flat('teal')) +
  group('translate(132 0)', directions(78, 290, 112, ['plank', 'sparkle'], 32, flat('teal')));

const boards = (top: number): string =>
  fill(`M0 ${top}H400V400H0z`, paint('timber', 'y')) +
  [0, 1, 2, 3]
    .map((i) => {
      const y = top + i * 22 + i * i * 4.6;
      const depth = 26 + i * 10;
      return (
        line(`M-10 ${y}H410`, '#a87438', 4, 0.35) +
        line(
          `M${60 + i * 70} ${y}l${-14 - i * 8} ${depth}M${290 - i * 40} ${y}l${10 + i * 3} ${depth}`,
          '#a87438',
          4,
          0.3,
        )
      );
    })
    .join('');

/** Mop on a timber floor, the wiped lane shining. */
export const moppedFloor = (): string =>
  lens(
    'clearSky',
    boards(206),
    fill('M90 400 150 300H330L400 400z', '#fff', 0.4),
    line('M188 350h60m-40 18h90', '#fff', 6, 0.9),
    sparkle(280, 262, 18),
    sparkle(312, 290, 9),
    group('translate(60 36) scale(.76)', grounded(flatMop())),
    at(40, 150, 0.38, grounded(can({ label: 'green' }))),
  );

/** Sealed floor: gloss with the light of a window in it. */
export const sealedFloor = (): string => {
  const rows = [196, 226, 270, 334, 420];
  const edge = (col: number, y: number): number => 200 + (col - 3) * (50 + (y - 196) * 0.5);
  const tile = (c: number, r: number): string => {
    const [top = 0, foot = 0] = rows.slice(r, r + 2);
    return fill(
      `M${edge(c, top)} ${top}H${edge(c + 1, top)}L${edge(c + 1, foot)} ${foot}H${edge(c, foot)}z`,
      (c + r) % 2 === 0 ? flat('mint', 0) : '#f4faf6',
    );
  };
  const tiles = [0, 1, 2, 3].flatMap((r) => [-1, 0, 1, 2, 3, 4, 5, 6].map((c) => tile(c, r))).join('');
  return lens(
    'clear',
    fill('M0 0H400V200H0z', paint('teal', 'd')),
    fill(rect(120, 66, 68, 96, 6) + rect(206, 66, 68, 96, 6), paint('clearSky', 'd')),
    fill('M0 188h400v12H0z', flat('teal', 2)),
    tiles,
    fill('M112 300 122 204h66v96zM206 204h66l10 96h-76z', '#fff', 0.6),
    line('M70 336h90m60 0h120', '#fff', 6, 0.7),
    sparkle(276, 290, 26),
    sparkle(316, 254, 12),
    sparkle(112, 312, 15),
  );
};

/** The angled neck under the rim. */
export const underTheRim = (): string => {
  const bowl = 'M70 214h220c0 62-30 96-74 112l6 44H136l8-44c-44-16-74-50-74-112z';
  return lens(
    'clear',
    fill('M0 0h400v400H0z', flat('clear', 0)),
    line('M40 70h330M40 150h330M110 30v330M230 20v50m0 80v250', '#cfe5dc', 4),
    fill(bowl, paint('white')),
    shade(bowl, 30, 0.14),
    fill(oval(180, 212, 116, 34), '#fff'),
    line(oval(180, 212, 116, 34), '#b9d2c9', 5),
    fill(oval(180, 216, 92, 23), flat('sky', 1)),
    fill('M92 212c10-30 166-32 176 0-30-16-146-16-176 0z', '#cfe2da'),
    line(
      'M118 208c-2 10 0 18 2 24m22-28c-2 14 2 22 0 32m26-34c-2 12 2 24 0 36m28-36c2 12-2 20 0 30',
      flat('green', 0),
      8,
    ),
    group('translate(228 196) rotate(-84) scale(.86) translate(-118 -64)', grounded(duckBottle())),
  );
};

/** A pane with a clean stroke and the spray beside it. */
export const paneAndSpray = (bottle: string): string =>
  floor(214, 356, 170, 14) +
  fill(rect(34, 34, 236, 300, 16), paint('teal')) +
  fill(rect(48, 48, 208, 272, 8), paint('sky', 'd')) +
  clip(
    rect(48, 48, 208, 272, 8),
    fill('M40 250c60-36 90-10 130-34s60-14 100 0v120H40z', flat('mint', 1)),
    fill('M40 286c60-24 100 0 140-14s60-10 90 0v70H40z', flat('mintLiquid', 1)),
    fill('M48 48h208v272H48z', '#fff', 0.3),
    fill('M60 360 200 20h60L120 360z', '#fff', 0.45),
    fill('M150 360 290 20h20L180 360z', '#fff', 0.4),
  ) +
  line('M152 50v268', flat('teal', 1), 10) +
  sparkle(96, 104, 20) +
  sparkle(130, 80, 9) +
  sparkle(206, 176, 14) +
  at(128, 84, 0.78, grounded(bottle));

/** The largest and the common size side by side. */
export const barrelAndCan = (): string =>
  floor(214, 354, 168, 18) + barrel(164, 206, 1.08, 'teal') + at(168, 160, 0.54, grounded(can({ label: 'green' })));

/** A can of another size beside its spray bottle. */
export const canAnd = (label: Tone, signOf: 'plate' | 'slice' | 'hand', body: Tone, cap: Tone): string =>
  can({ label, sign: signOf, body, cap, level: label });
