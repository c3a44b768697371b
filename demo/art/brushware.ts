/** Brooms, brushes and dustpans. */
import {
  at,
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
  turn,
} from './drawing-primitives.ts';
import { tube } from './mops.ts';
import { badge, paleMark } from './labels.ts';

/** Bristles below a stock: a block with strokes and an uneven edge. */
export const bristles = (x: number, y: number, w: number, h: number, flare: number, tone: Tone): string => {
  const n = Math.round(w / 13);
  const top = (i: number): number => x + (w * i) / n;
  const foot = (i: number): number => x - flare + ((w + 2 * flare) * i) / n;
  let d = `M${x} ${y}H${x + w}L${foot(n)} ${y + h}`;
  for (let i = n - 1; i >= 0; i--)
    d += `L${foot(i + 0.5).toFixed(1)} ${y + h - (i % 2 === 0 ? 7 : 4)}L${foot(i).toFixed(1)} ${y + h - (i % 3 === 0 ? 1 : 0)}`;
  const strokes = Array.from(
    { length: n - 1 },
    (_, i) => `M${top(i + 1).toFixed(1)} ${y + 8}L${foot(i + 1).toFixed(1)} ${y + h - 12}`,
  ).join('');
  return (
    fill(`${d}z`, paint(tone)) +
    line(strokes, flat(tone, 2), 4.5, 0.55) +
    shade(`${d}z`, w * 0.14, 0.12) +
    fill(`M${x} ${y}H${x + w}l2 9H${x - 2}z`, ink, 0.2)
  );
};

export const indoorBroom = (): string =>
  floor(190, 352, 150, 16) +
  tube('M296 30 210 222', 'teal', 20) +
  line('M304 22 276 84', flat('citrus'), 25) +
  line('M299 28 276 80', '#ffe08f', 6) +
  bristles(86, 270, 216, 78, 14, 'mint') +
  solid(
    'M84 244c8-18 30-20 84-20l12-26c4-8 38-10 44 0l10 26c46 0 64 4 72 20 4 8 4 22 0 30H84c-4-8-4-22 0-30z',
    'green',
    26,
  ) +
  shine('M100 248c6-8 20-10 60-10', 6, 0.5) +
  paleMark(196, 250, 0.42);

export const yardBroom = (): string =>
  floor(200, 352, 176, 16) +
  tube('M272 26 206 236', 'timber', 22) +
  line('M180 236 222 160M236 238 226 160', flat('steel', 2), 9) +
  line('M179 234 220 160', '#fff', 3, 0.7) +
  line('M214 166l22 6', flat('steel', 2), 16) +
  bristles(36, 272, 328, 76, 8, 'red') +
  solid(rect(32, 236, 336, 42, 12), 'timber', 30) +
  line('M52 252c60-4 100 4 150 0s100-4 130 0M60 264c70-2 110 2 170 0', flat('timber', 2), 4, 0.5) +
  shine('M46 246h120', 4.5, 0.6) +
  line('M180 244h.1m56 0h.1', flat('steel', 2), 10) +
  line('M278 32 264 72', flat('citrus'), 26) +
  line('M273 34 262 68', '#ffe08f', 6);

export const scrubBrush = (): string => {
  const body =
    'M58 232C44 214 70 198 104 190c30-60 130-72 186-34 30 18 60 46 56 66-2 12-12 18-28 18H92c-16 0-28-2-34-8z';
  const hole = 'M150 186c30-30 84-34 120-8 12 10 8 18-6 18H160c-14 0-18-4-10-10z';
  return (
    floor(208, 336, 160) +
    bristles(84, 236, 240, 88, 10, 'citrus') +
    fill(body + hole, paint('teal')) +
    shade(body + hole, 24, 0.16, 6) +
    shine('M120 186c24-36 66-48 112-44', 7, 0.5) +
    line('M150 190c26-26 72-32 108-12', ink, 5, 0.3) +
    fill(rect(72, 224, 262, 20, 9), flat('green')) +
    fill(rect(72, 224, 190, 8, 4), flat('green', 0))
  );
};

/** A round brush head; dashes across the outline make the bristles. */
const tuft = (x: number, y: number, w: number, h: number): string => {
  const form = rect(x - w, y, 2 * w, h, w * 0.9);
  const rows = Array.from({ length: 6 }, (_, i) => `M${x - w + 8} ${y + 20 + i * ((h - 36) / 5)}H${x + w - 8}`).join(
    '',
  );
  return (
    line(form, flat('green', 0), 17, 1, '0.1 9') +
    fill(form, paint('mint')) +
    line(rows, '#fff', 6, 0.9, '0.1 11') +
    line(rows, flat('green', 1), 4.5, 0.35, '4 12') +
    shade(form, 18, 0.13)
  );
};

export const toiletBrush = (): string => {
  const pot = 'M104 236c0-10 6-16 16-16h112c10 0 16 6 16 16v74c0 26-16 40-44 40h-56c-28 0-44-14-44-40z';
  return (
    floor(206, 352, 142) +
    line('M176 216V74', flat('steel', 2), 15) +
    line('M173 212V78', '#fff', 6, 0.9) +
    solid('M158 42c0-13 7-20 18-20s18 7 18 20v58c0 8-6 13-18 13s-18-5-18-13z', 'citrus', 10) +
    shine('M168 46v42', 5, 0.6) +
    fill('M120 214c2-26 26-42 56-42s54 16 56 42z', paint('white')) +
    shade('M120 214c2-26 26-42 56-42s54 16 56 42z', 18, 0.12) +
    shine('M138 200c4-10 12-15 22-17', 5, 1) +
    fill(pot, paint('teal')) +
    shade(pot, 24, 0.16) +
    shine('M118 246v56', 7, 0.45) +
    fill(rect(98, 208, 156, 22, 10), flat('teal', 2)) +
    fill(rect(106, 212, 80, 6, 3), flat('teal', 0)) +
    badge(176, 284, 31) +
    turn(
      16,
      310,
      250,
      line('M312 60v146', flat('steel', 2), 15) +
        line('M309 64v140', '#fff', 6, 0.9) +
        solid('M294 40c0-13 7-20 18-20s18 7 18 20v54c0 8-6 13-18 13s-18-5-18-13z', 'citrus', 10) +
        shine('M304 44v38', 5, 0.6) +
        tuft(312, 212, 34, 118) +
        solid(rect(298, 190, 28, 26, 7), 'teal', 8),
    )
  );
};

export const dustpanSet = (tone: Tone): string => {
  const pan = 'M76 330 58 236c-2-12 4-20 16-20h188c12 0 18 8 16 20l-18 94c-2 14-8 20-20 20H96c-12 0-18-6-20-20z';
  return (
    floor(212, 352, 160) +
    turn(
      24,
      290,
      180,
      solid(rect(276, 38, 30, 118, 14), tone, 10) +
        fill(oval(291, 56, 6), '#06201f', 0.5) +
        shine('M284 72v52', 5, 0.5) +
        bristles(252, 176, 80, 96, 12, 'white') +
        solid('M246 178c0-24 16-34 44-34s46 10 46 34c0 6-3 8-8 8h-74c-5 0-8-2-8-8z', tone, 14),
    ) +
    solid('M150 224V120c0-16 6-24 18-24s18 8 18 24v104z', tone, 12) +
    shine('M160 116v70', 5, 0.5) +
    fill(oval(168, 112, 6), '#06201f', 0.5) +
    fill(pan, paint(tone)) +
    fill('M76 244h184l-14 78c-1 6-5 8-10 8H100c-5 0-9-2-10-8z', ink, 0.22) +
    fill('M88 318h160l-2 8c-1 4-5 6-10 6H100c-5 0-9-2-10-6z', '#fff', 0.14) +
    shade(pan, 20, 0.14) +
    line('M100 258l10 58m30-58 4 58m28-58v58m30-58-4 58m34-58-10 58', flat(tone, 0), 5, 0.45) +
    fill('M72 336h192l-4 12c-2 5-6 8-12 8H90c-6 0-10-3-12-8z', '#122223') +
    shine('M74 230h70', 5, 0.6)
  );
};

export const lobbyPan = (): string =>
  floor(212, 352, 150) +
  tube('M152 40V222', 'steel', 17) +
  line('M152 26v62', flat('citrus'), 26) +
  line('M147 32v50', '#ffe08f', 6) +
  tube('M292 34 270 226', 'teal', 17) +
  line('M294 24 288 78', flat('citrus'), 25) +
  line('M289 30 284 74', '#ffe08f', 6) +
  bristles(232, 262, 84, 84, 10, 'mint') +
  solid('M228 266c-2-24 6-38 24-44h34c20 4 30 20 32 44z', 'green', 14) +
  shine('M240 256c0-12 4-18 12-22', 5, 0.5) +
  fill('M64 222h176l14 116c1 8-4 12-12 12H62c-8 0-13-4-12-12z', paint('black')) +
  fill('M84 250h136l12 84H72z', '#06201f', 0.85) +
  line('M72 334h160', '#6f8786', 5) +
  shade('M64 222h176l14 116c1 8-4 12-12 12H62c-8 0-13-4-12-12z', 22, 0.2) +
  solid(rect(56, 210, 192, 26, 10), 'black', 20) +
  shine('M70 220h70', 5, 0.4) +
  fill('M46 342h214v6c0 5-3 8-8 8H54c-5 0-8-3-8-8z', flat('citrus')) +
  at(152, 290, 0.9, paleMark(0, 0, 0.9));
