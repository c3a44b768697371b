/** Window tools. */
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
  shine,
  solid,
  turn,
} from './drawing-primitives.ts';
import { tube } from './mops.ts';
import { drop, paleMark, sparkle } from './labels.ts';

/** Squeegee, blade on top, grip below; origin at the joint. */
const tool = (width: number): string =>
  fill(rect(-width / 2 - 4, -40, width + 8, 15, 3), '#1d3132') +
  fill(rect(-width / 2 - 4, -40, (width + 8) * 0.6, 5, 2), '#5c7374') +
  solid(rect(-width / 2, -28, width, 25, 6), 'steel', 20) +
  line(`M${-width / 2 + 10} -20H${width / 2 - 30}`, '#fff', 5) +
  fill(rect(-width / 2 + 6, -34, 16, 34, 4) + rect(width / 2 - 22, -34, 16, 34, 4), flat('teal', 2)) +
  solid('M-40-6h80c0 24-14 40-20 54h-40c-6-14-20-30-20-54z', 'teal', 12) +
  shine('M-28 4c2 16 8 26 12 36', 5, 0.45) +
  solid('M-20 44h40l6 128c1 16-8 26-26 26s-27-10-26-26z', 'citrus', 12) +
  line('M-18 78h36m-37 20h38m-39 20h40m-41 20h42', '#9a6600', 5, 0.4) +
  shine('M-14 56l-3 90', 4.5, 0.6) +
  fill(oval(0, 178, 7), '#7a5200', 0.7);

export const squeegee = (): string =>
  floor(220, 352, 140, 15) + group('translate(206 142) rotate(16) scale(1.04)', tool(290));

/** A pane that is half cleaned. The arc of the blade is the sweep of the logo. */
export const squeegeeInUse = (): string => {
  const pane = rect(48, 34, 304, 320, 16);
  return (
    floor(206, 364, 170, 14) +
    fill(rect(36, 22, 328, 344, 22), paint('teal')) +
    fill(pane, paint('sky', 'd')) +
    clip(
      pane,
      fill('M48 250C120 210 150 240 210 210s80-30 142-10v160H48z', flat('mint', 1), 0.9),
      fill('M48 292c60-30 110 0 160-20s90-20 144-6v94H48z', flat('mintLiquid', 1), 0.75),
      fill('M36 20h328v330H36z', '#fff', 0.42),
      fill('M40 60C190 50 300 130 330 290l-98 34C216 230 150 180 40 176z', paint('sky', 'd'), 0.95),
      clip(
        'M40 60C190 50 300 130 330 290l-98 34C216 230 150 180 40 176z',
        fill('M48 250C120 210 150 240 210 210s80-30 142-10v160H48z', flat('mint', 1)),
        fill('M48 292c60-30 110 0 160-20s90-20 144-6v94H48z', flat('mintLiquid', 1)),
      ),
      line('M40 60C190 50 300 130 330 290', '#fff', 5, 0.9),
      line('M70 220v30m40 20v26m150-210v22m50 10v30M90 300v18', '#fff', 6, 0.8),
    ) +
    sparkle(120, 116, 22) +
    sparkle(176, 100, 11) +
    group('translate(278 300) rotate(-16) scale(.42)', tool(250))
  );
};

/** Rows of yarn loops across the sleeve, `bend` wide. */
const loops = (count: number, perRow: number, bend: number): string =>
  Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    return `M${61 + (i % perRow) * 22 + (row % 2) * 8 - bend} ${113 + row * 26 - bend}q${bend} 8 0 15`;
  }).join('');

/** T-bar with its sleeve. */
export const applicator = (): string => {
  const sleeve = rect(48, 92, 304, 88, 40);
  return (
    floor(214, 352, 140, 15) +
    group(
      'rotate(-8 200 200)',
      solid('M176 176h48c0 24-10 34-14 50h-20c-4-16-14-26-14-50z', 'teal', 12),
      solid('M180 220h40l6 112c1 14-8 24-26 24s-27-10-26-24z', 'citrus', 12),
      line('M182 250h36m-37 20h38m-39 20h40m-41 20h42', '#9a6600', 5, 0.4),
      shine('M186 232l-3 80', 4.5, 0.6),
      fill(sleeve, paint('mint')),
      clip(
        sleeve,
        line(loops(42, 14, 6), '#fff', 6, 0.85),
        line(loops(26, 13, -6), flat('mint', 2), 4.5, 0.6),
        fill(rect(300, 80, 60, 120), flat('green'), 0.9),
        line('M312 100v70m16-72v76m14-66v50', '#063c2e', 4.5, 0.5),
      ),
      clip(sleeve, fill('M40 150c40 26 240 26 320 0v40H40z', ink, 0.12)),
      solid(rect(172, 166, 56, 22, 8), 'teal', 10),
    ) +
    drop(96, 232, 0.4, flat('skyLiquid')) +
    drop(124, 268, 0.28, flat('skyLiquid')) +
    drop(290, 240, 0.34, flat('skyLiquid'))
  );
};

/** Extension pole, shown in two lengths with its cone and locks. */
export const pole = (): string => {
  const one = (d1: string, d2: string): string =>
    tube(d1, 'teal', 26) + line(d2, flat('steel', 2), 17) + line(d2, '#f7fbfb', 7, 0.9);
  return (
    floor(206, 356, 160, 14) +
    turn(
      24,
      200,
      200,
      one('M166 378V214', 'M166 210V62'),
      line('M166 196v30', flat('black', 1), 32) + line('M160 200v22', '#7d9493', 5),
      line('M166 60V52', flat('teal', 2), 22),
      solid('M152 52l6-38c1-6 15-6 16 0l6 38z', 'citrus', 8),
      line('M166 360v-70', flat('citrus'), 30),
      line('M160 356v-62', '#ffe08f', 6),
      line('M154 306h24m-24 14h24m-24 14h24m-24 14h24', '#9a6600', 4.5, 0.4),
    ) +
    turn(
      24,
      200,
      200,
      one('M244 380V150', 'M244 150V122'),
      line('M244 134v30', flat('black', 1), 32) + line('M238 138v22', '#7d9493', 5),
      solid('M230 120l6-38c1-6 15-6 16 0l6 38z', 'citrus', 8),
      line('M244 372v-70', flat('citrus'), 30),
      line('M238 366v-60', '#ffe08f', 6),
      line('M232 316h24m-24 14h24m-24 14h24m-24 14h24', '#9a6600', 4.5, 0.4),
      at(244, 226, 0.5, paleMark(0, 0, 0.8)),
    )
  );
};
