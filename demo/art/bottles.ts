/** Bottles: trigger sprays, pumps, cap bottles and the angled neck for toilet bowls. */
import {
  clip,
  deep,
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
} from './drawing-primitives.ts';
import { bandShape, directions, drop, type LabelStyle, wrapLabel } from './labels.ts';

type Shape = 'classic' | 'slim' | 'waist' | 'block';

const bodies: Record<Shape, { path: string; span: [number, number]; label: [number, number]; level: number }> = {
  classic: {
    path: 'M172 132h56v20c0 20 48 34 48 78v94c0 16-10 26-26 26h-94c-16 0-26-10-26-26v-94c0-44 42-58 42-78z',
    span: [130, 276],
    label: [244, 313],
    level: 214,
  },
  slim: {
    path: 'M176 130h50v16c0 14 32 18 32 50v128c0 16-9 26-24 26h-66c-15 0-24-10-24-26V196c0-32 32-36 32-50z',
    span: [144, 258],
    label: [214, 316],
    level: 190,
  },
  waist: {
    path: 'M174 130h54v14c0 20 52 26 52 66 0 24-16 34-16 58s18 34 18 56c0 18-9 26-24 26H142c-15 0-24-8-24-26 0-22 18-32 18-56s-16-34-16-58c0-40 54-46 54-66z',
    span: [118, 282],
    label: [226, 308],
    level: 200,
  },
  block: {
    path: 'M172 130h58v12c0 12 8 15 22 19 22 6 32 17 32 38v127c0 15-9 24-24 24H142c-15 0-24-9-24-24V199c0-21 10-32 32-38 14-4 22-7 22-19z',
    span: [118, 284],
    label: [212, 312],
    level: 186,
  },
};

type HeadStyle = { head?: Tone; trigger?: Tone; nozzle?: Tone; foamer?: boolean };

/** The spray head, nozzle to the left. */
const sprayHead = ({ head = 'teal', trigger = 'mint', nozzle = 'citrus', foamer = false }: HeadStyle): string =>
  fill(rect(166, 108, 68, 30, 6), paint(head)) +
  line('M178 112v22m12-22v22m12-22v22m12-22v22', deep, 4, head === 'white' ? 0.22 : 0.45) +
  fill('M143 88c5 24-2 46-19 60-5 4-5 9 0 12 4 3 9 3 13 0 22-17 31-42 30-72z', paint(trigger)) +
  fill('M155 88c3 26-3 50-24 73 2 0 4 0 6-1 22-17 31-42 30-72z', ink, 0.14) +
  fill('M124 54h104c24 0 40 15 40 36 0 12-7 20-18 20h-74c-8 0-12-6-17-18H124z', paint(head)) +
  shade('M124 54h104c24 0 40 15 40 36 0 12-7 20-18 20h-74c-8 0-12-6-17-18H124z', 16, 0.12, 6) +
  shine('M138 64h88c16 0 26 6 30 16', 5, head === 'white' ? 0.95 : 0.5) +
  (foamer
    ? fill(rect(88, 46, 42, 54, 12), paint(nozzle)) + line('M100 58v30m10-30v30m10-30v30', deep, 4, 0.28)
    : fill(rect(102, 55, 28, 36, 7), paint(nozzle)) + shine('M111 60v26', 4, 0.6)) +
  (foamer ? '' : line('M96 66v14', flat(head, 2), 8));

type SprayStyle = HeadStyle & { shape?: Shape; glass?: Tone; liquid?: Tone; label: LabelStyle };

export const spray = (style: SprayStyle): string => {
  const { path, span, label, level } = bodies[style.shape ?? 'classic'];
  const [x0, x1] = span;
  const w = x1 - x0;
  return (
    floor(222, 352, w * 0.72) +
    fill(path, paint(style.glass ?? 'clear')) +
    (style.liquid
      ? line('M198 130v166l-18 40', ink, 5, 0.22) +
        clip(
          path,
          fill(
            `M${x0} ${level}c${w * 0.14} 10 ${w * 0.3} 8 ${w * 0.47} 3 ${w * 0.2}-6 ${w * 0.4}-5 ${w * 0.53} 4V356H${x0}z`,
            paint(style.liquid),
            0.94,
          ),
        )
      : '') +
    wrapLabel(path, [x0, x1, label[0], label[1]], style.label) +
    shade(path, 26, 0.12) +
    shine(`M${x0 + 14} ${level + 16}c2-24 16-36 26-48`, 7, 0.75) +
    shine(`M${x0 + 13} ${label[1] + 16}v6`, 6, 0.6) +
    sprayHead(style)
  );
};

/** The back of a spray: directions in lines, nozzle to the right. */
export const sprayBack = (liquid: Tone): string => {
  const { path } = bodies.classic;
  return (
    floor(222, 352, 104) +
    fill(path, paint('clear')) +
    clip(path, fill('M126 206c30 12 60 2 76 2s50-6 80 4v150H126z', paint(liquid))) +
    clip(
      path,
      fill(bandShape(130, 276, 218, 326), '#fff'),
      fill(bandShape(130, 276, 218, 232), paint('teal')),
      directions(146, 260, 112, ['drop', 'bubbles', 'sparkle'], 27),
    ) +
    shade(path, 26, 0.12) +
    shine('M143 226c2-24 20-36 30-48', 7, 0.75) +
    group('translate(402 0) scale(-1 1)', sprayHead({}))
  );
};

const mist: [number, number, number][] = [
  [84, 92, 0.24],
  [60, 70, 0.2],
  [56, 104, 0.28],
  [34, 86, 0.2],
  [30, 122, 0.24],
  [66, 128, 0.18],
  [38, 52, 0.16],
  [88, 66, 0.16],
  [88, 118, 0.16],
];

/** A spray head in use, for a close-up. */
export const sprayAtWork = (): string =>
  group(
    'translate(34 24) scale(1.16) translate(-6 -6)',
    fill(bodies.classic.path, paint('clear')),
    clip(
      bodies.classic.path,
      fill('M120 206c34 12 60 2 82 0s50-4 80 6v160H120z', paint('mintLiquid')),
      fill(bandShape(130, 276, 244, 330), '#fff'),
    ),
    line('M198 130v110', ink, 4, 0.2),
    shade(bodies.classic.path, 24, 0.12),
    shine('M140 218c4-22 20-32 30-44', 6, 0.75),
    sprayHead({}),
  ) +
  mist.map(([x, y, s]) => drop(x + 48, y + 12, s, flat('mintLiquid', 1), 0.9)).join('') +
  line('M134 100 66 78M134 112H48M134 124l-64 24', '#fff', 5, 0.8, '2 13');

const puff = (x: number, y: number, r: number): string =>
  fill(oval(x + 1.5, y + 3, r + 2), '#8fc9b1', 0.7) +
  fill(oval(x, y, r), '#fff') +
  fill(oval(x + r * 0.25, y + r * 0.3, r * 0.66), flat('clear', 1), 0.9);

/** Foam that leaves a nozzle and clings. */
export const foam = (): string =>
  [
    [76, 72, 16],
    [54, 66, 17],
    [32, 84, 18],
    [56, 98, 22],
    [30, 116, 16],
    [64, 124, 17],
    [46, 140, 14],
  ]
    .map(([x, y, r]) => puff(x as number, y as number, r as number))
    .join('');

/** Bottle with a screw or flip cap. */
export const capBottle = (style: {
  body: Tone;
  cap: Tone;
  label: LabelStyle;
  liquid?: Tone;
  flip?: boolean;
}): string => {
  const path = 'M172 92h56v18c0 14 44 22 44 62v154c0 16-10 26-26 26h-92c-16 0-26-10-26-26V172c0-40 44-48 44-62z';
  return (
    floor(220, 354, 108) +
    fill(path, paint(style.body)) +
    (style.liquid ? clip(path, fill('M120 168c36 12 60 2 80 0s50-4 80 6v184H120z', paint(style.liquid))) : '') +
    wrapLabel(path, [128, 272, 208, 314], style.label) +
    shade(path, 26, 0.12) +
    shine('M142 184c2-24 18-32 28-42', 7, 0.8) +
    (style.flip
      ? solid('M178 96V66c0-8 4-12 8-16l4-18c1-6 5-8 10-8s9 2 10 8l4 18c4 4 8 8 8 16v30z', style.cap, 14) +
        shine('M188 88V66', 5, 0.5)
      : solid(rect(166, 46, 68, 48, 9), style.cap, 16) +
        line('M180 54v32m13-32v32m13-32v32m13-32v32', deep, 4.5, 0.22)) +
    fill(rect(166, 90, 68, 9, 4), '#b4cec5')
  );
};

/** Pump bottle; the pump is what the hand touches. */
export const pumpBottle = (style: {
  body: Tone;
  pump: Tone;
  label: LabelStyle;
  liquid?: Tone;
  square?: boolean;
}): string => {
  const path = style.square
    ? 'M170 142h60v10c0 10 46 8 46 34v138c0 16-10 26-26 26H150c-16 0-26-10-26-26V186c0-26 46-24 46-34z'
    : 'M172 140h56v12c0 14 42 22 42 60v112c0 16-10 26-26 26h-88c-16 0-26-10-26-26V212c0-38 42-46 42-60z';
  const [x0, x1] = style.square ? [124, 276] : [130, 270];
  return (
    floor(220, 352, 108) +
    fill(path, paint(style.body)) +
    (style.liquid
      ? line('M200 140v190', ink, 5, 0.2) +
        clip(path, fill('M118 196c36 12 62 2 82 0s50-4 84 6v160H118z', paint(style.liquid), 0.94))
      : '') +
    wrapLabel(path, [x0, x1, 218, 316], style.label) +
    shade(path, 26, 0.12) +
    shine(`M${x0 + 14} 204c2-16 12-24 24-30`, 7, 0.8) +
    fill(rect(193, 74, 14, 40, 4), paint('steel')) +
    solid(rect(168, 108, 64, 36, 8), style.pump, 16) +
    line('M181 114v24m13-24v24m13-24v24m13-24v24', deep, 4, 0.22) +
    solid(
      'M232 76h-44c-16 0-30-2-44 4-8 4-12 10-14 18-1 5-9 5-10 0-2-24 14-44 46-44h66c10 0 16 5 16 11s-6 11-16 11z',
      style.pump,
      12,
    ) +
    shine('M138 74c8-8 20-10 34-10h54', 5, 0.6)
  );
};

/** The toilet cleaner with its angled neck. */
export const duckBottle = (): string => {
  const path = 'M146 214c0-24 14-34 30-44h68c22 10 38 22 38 44v112c0 16-10 26-26 26h-84c-16 0-26-10-26-26z';
  const neck = 'M180 176C184 140 168 122 128 98L152 60C216 92 240 130 240 176z';
  return (
    floor(226, 352, 102) +
    fill(neck, paint('teal')) +
    shade(neck, 18, 0.18) +
    shine('M200 152C196 128 182 112 160 98', 6, 0.4) +
    fill(path, paint('teal')) +
    wrapLabel(path, [146, 282, 228, 320], { sign: 'bowl', colour: flat('teal') }) +
    shade(path, 26, 0.16) +
    shine('M160 212c2-14 8-20 18-26', 7, 0.5) +
    group(
      'rotate(-57 138 78)',
      solid(rect(108, 62, 60, 22, 7), 'citrus', 12),
      solid('M114 64V40c0-10 4-16 10-16h28c6 0 10 6 10 16v24z', 'citrus', 12),
      line('M122 66v14m11-14v14m11-14v14m11-14v14', '#9a6600', 4, 0.4),
    )
  );
};

/** Twin-neck bottle: squeeze, the small chamber fills to the line. */
export const dosingBottle = (): string => {
  const path =
    'M128 150c0-20 16-30 34-36V92h52v22c6 2 12 5 17 9V92h40v60c6 8 9 18 9 30v142c0 16-10 26-26 26H154c-16 0-26-10-26-26z';
  const chamber = 'M231 92h40v70c0 12-8 18-20 18s-20-6-20-18z';
  return (
    floor(222, 352, 108) +
    fill(path, paint('clear')) +
    clip(path, fill('M120 190c40 10 70-2 110 0 24 0 40 4 60 6v164H120z', paint('mintLiquid'))) +
    fill(chamber, '#fff', 0.55) +
    clip(chamber, fill('M220 134h60v60h-60z', flat('mintLiquid', 1))) +
    line(chamber, '#6cc29c', 5) +
    line('M262 120h-10m10 14h-16m16 14h-10', ink, 4.5, 0.55) +
    wrapLabel(path, [128, 280, 218, 316], { sign: 'layers', colour: flat('green') }) +
    shade(path, 24, 0.12) +
    shine('M142 168c2-14 10-20 24-26', 7, 0.8) +
    solid(rect(156, 52, 64, 42, 8), 'teal', 16) +
    line('M169 58v30m13-30v30m13-30v30m13-30v30', deep, 4.5, 0.4) +
    solid(rect(226, 60, 50, 34, 8), 'citrus', 12) +
    line('M239 66v22m12-22v22m12-22v22', '#9a6600', 4.5, 0.35)
  );
};
