/** Bins for rooms, recycling and the kerb. */
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
  type Tone,
} from './drawing-primitives.ts';
import { badge, paleMark, sign } from './labels.ts';

export const pedalBin = (): string => {
  const body = 'M118 124h164v204c0 14-20 22-82 22s-82-8-82-22z';
  return (
    floor(216, 352, 124) +
    fill(body, paint('steel')) +
    clip(
      body,
      fill(rect(140, 120, 16, 230), '#fff', 0.85),
      fill(rect(164, 120, 5, 230), '#fff', 0.6),
      fill(rect(236, 120, 22, 230), '#6f8988', 0.28),
    ) +
    shade(body, 26, 0.16) +
    fill('M116 316c20 14 148 14 168 0v16c0 12-20 22-84 22s-84-10-84-22z', paint('black')) +
    solid('M166 344c0-8 10-12 34-12s34 4 34 12v6c0 8-8 12-16 12h-36c-8 0-16-4-16-12z', 'citrus', 10) +
    line('M180 346h30', '#fff', 4.5, 0.6) +
    fill('M112 118c0-10 6-14 16-14h144c10 0 16 4 16 14v10c-16 10-160 10-176 0z', paint('black')) +
    fill('M118 104C122 64 158 50 200 50s78 14 82 54c-20 8-144 8-164 0z', paint('teal')) +
    shade('M118 104C122 64 158 50 200 50s78 14 82 54c-20 8-144 8-164 0z', 22, 0.15) +
    shine('M138 92c6-18 22-26 42-29', 6, 0.5) +
    line('M126 118c40 6 110 6 150 0', '#7d9493', 4, 0.6) +
    badge(200, 226, 32)
  );
};

export const swingBin = (): string => {
  const body = 'M98 158h204l-18 176c-1 12-8 18-20 18H136c-12 0-19-6-20-18z';
  const hood = 'M92 160c0-60 40-110 108-110s108 50 108 110z';
  return (
    floor(216, 354, 136) +
    fill(body, paint('white')) +
    shade(body, 32, 0.13) +
    shine('M118 186l12 130', 7, 0.9) +
    fill(hood, paint('green')) +
    shade(hood, 26, 0.15) +
    shine('M112 140c6-36 26-62 56-72', 7, 0.5) +
    fill('M132 146c2-44 28-72 68-72s66 28 68 72z', '#04261d', 0.75) +
    fill('M138 150c-6-34 10-58 26-66 26 14 70 10 96 44-10 14-60 26-122 22z', paint('mint')) +
    shade('M138 150c-6-34 10-58 26-66 26 14 70 10 96 44-10 14-60 26-122 22z', 16, 0.15) +
    fill(rect(84, 152, 232, 22, 10), flat('green', 2)) +
    fill(rect(84, 152, 170, 10, 5), flat('green', 0), 0.7) +
    badge(198, 252, 42)
  );
};

/** The recycling sign: an arrow that goes round. */
const loop = (x: number, y: number, s: number, colour: string): string =>
  at(
    x,
    y,
    s,
    line('M-22 8A24 24 0 0 1 10-22M24-4A24 24 0 0 1-2 24M-14 20A24 24 0 0 1-22 8', colour, 9),
    fill('M4-38 30-20 4-6zM-6 40-28 22-4 10z', colour),
  );

type Stream = { tone: Tone; hole: 'round' | 'slot' | 'wide' };

const streamBin = (x: number, { tone, hole }: Stream): string => {
  const holes = {
    round: oval(x + 50, 128, 19),
    slot: rect(x + 18, 122, 64, 13, 6),
    wide: rect(x + 16, 110, 68, 36, 12),
  };
  return (
    solid(rect(x, 164, 100, 184, 8), 'white', 16) +
    shine(`M${x + 11} 186v130`, 6, 1) +
    solid(`M${x - 3} 172v-66c0-18 8-28 24-28h58c16 0 24 10 24 28v66z`, tone, 16) +
    shine(`M${x + 10} 106c0-10 4-15 12-16`, 5, 0.6) +
    fill(holes[hole], '#06201f') +
    line(holes[hole], '#fff', 4, 0.55) +
    line(`M${x + 2} 166h96`, ink, 5, 0.2) +
    fill(oval(x + 50, 252, 30), flat(tone))
  );
};

export const recyclingStation = (): string =>
  floor(212, 352, 178) +
  streamBin(46, { tone: 'citrus', hole: 'round' }) +
  streamBin(150, { tone: 'blue', hole: 'slot' }) +
  streamBin(254, { tone: 'red', hole: 'wide' }) +
  loop(96, 252, 0.56, '#fff') +
  fill(rect(186, 234, 28, 36, 4), '#fff') +
  line('M193 244h14m-14 9h14m-14 9h8', flat('blue'), 4) +
  line('M292 240h24m-20 0v22c0 4 2 6 6 6h4c4 0 6-2 6-6v-22m-12-6h8', '#fff', 5);

const bottleLite = (x: number, y: number, s: number, tone: Tone, angle: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${angle}) scale(${s})">${fill('M-14-70h28v20c0 14 20 22 20 44v62c0 10-6 16-16 16h-36c-10 0-16-6-16-16V-6c0-22 20-30 20-44z', paint(tone))}${shade('M-14-70h28v20c0 14 20 22 20 44v62c0 10-6 16-16 16h-36c-10 0-16-6-16-16V-6c0-22 20-30 20-44z', 12, 0.14)}${fill(rect(-18, -86, 36, 20, 5), paint('citrus'))}${shine('M-22 2v40', 6, 0.7)}</g>`;

/** The round opening with a bottle on its way in. */
export const recyclingDetail = (): string =>
  floor(206, 354, 150) +
  solid('M72 352V196c0-30 16-46 46-46h164c30 0 46 16 46 46v156z', 'citrus', 30) +
  shine('M90 200c0-20 10-32 30-33', 8, 0.7) +
  fill(oval(200, 252, 74, 62), '#3d2a00') +
  fill(oval(200, 258, 66, 54), '#06201f') +
  line(oval(200, 252, 78, 66), '#fff', 6, 0.7) +
  clip(rect(40, 0, 320, 262), bottleLite(212, 196, 1.36, 'green', 24)) +
  fill(`M126 262a74 52 0 0 0 148 0c-20 22-50 30-74 30s-54-8-74-30z`, '#06201f') +
  line('M100 326h190', '#9a6600', 5, 0.3);

type Wheelie = { lid: Tone };

export const wheelieBin = ({ lid }: Wheelie): string => {
  const body = 'M108 126h180l-16 196c-1 12-8 20-20 20H146c-12 0-19-8-20-20z';
  return (
    floor(220, 352, 140) +
    line('M286 112h28', flat('teal', 2), 14) +
    fill(oval(262, 324, 32), '#0c1a1b') +
    fill(oval(262, 324, 18), '#8fa6a5') +
    fill(oval(262, 324, 7), '#0c1a1b') +
    fill(body, paint('green')) +
    shade(body, 34, 0.17) +
    line('M160 160l6 160m32-160v160', ink, 6, 0.16) +
    shine('M126 152l12 150', 7, 0.4) +
    solid(rect(98, 112, 200, 24, 8), 'green', 26) +
    solid('M90 114c0-22 14-46 40-54 50-14 120-14 146-2 22 10 34 34 34 56z', lid, 30) +
    shine('M112 100c6-16 16-24 32-28', 7, 0.6) +
    line('M150 84c40-8 80-8 112 0', ink, 5, 0.16) +
    line('M96 112h206', ink, 5, 0.25) +
    fill(oval(140, 334, 26, 8), ink, 0.25) +
    paleMark(196, 236, 1.1)
  );
};

/** Three lids side by side. */
export const wheelieLids = (): string =>
  floor(206, 352, 180) +
  (['citrus', 'lime', 'red'] as Tone[])
    .map((tone, i) =>
      at(i * 104 - 40, 104 - (i === 1 ? 18 : 0), 0.72, wheelieBin({ lid: tone }).replace(/<ellipse[^>]*>/, '')),
    )
    .join('');

/** Narrow pedal bin for cubicles. */
export const sanitaryBin = (): string => {
  const body = 'M138 122h124l8 208c1 12-8 20-20 20H150c-12 0-21-8-20-20z';
  return (
    floor(214, 352, 108) +
    fill(body, paint('white')) +
    shade(body, 26, 0.13) +
    shine('M152 148l-4 160', 7, 1) +
    fill('M132 126c0-44 22-70 68-70s68 26 68 70z', paint('teal')) +
    shade('M132 126c0-44 22-70 68-70s68 26 68 70z', 20, 0.16) +
    shine('M150 108c4-20 14-30 30-35', 6, 0.5) +
    fill('M154 118c4-20 18-32 46-32s42 12 46 32z', flat('teal', 0)) +
    line('M158 118h84', '#072d2e', 5, 0.5) +
    fill(rect(124, 120, 152, 16, 8), flat('teal', 2)) +
    solid(rect(168, 326, 64, 26, 10), 'citrus', 10) +
    line('M182 338h26', '#fff', 4.5, 0.6) +
    fill(oval(200, 222, 42), flat('mint', 0)) +
    sign('flower', 200, 222, 0.86, flat('teal'), '#fff')
  );
};
