/** The spruce mark, the small signs for what a product is used for, and the labels with them. */
import { at, clip, fill, flat, ink, line, oval, paint, rect, turn, type Tone } from './drawing-primitives.ts';

export type Sign =
  | 'mark'
  | 'drop'
  | 'leaf'
  | 'sparkle'
  | 'flame'
  | 'shield'
  | 'plate'
  | 'shirt'
  | 'tap'
  | 'pane'
  | 'bowl'
  | 'hand'
  | 'slice'
  | 'plank'
  | 'layers'
  | 'wind'
  | 'bubbles'
  | 'flower';

export const mark = (x: number, y: number, scale: number, left = '#2aa876', right = '#0a6a50'): string =>
  at(
    x,
    y,
    scale,
    fill('M0-30-13-9Q-7-6 0-6ZM0-14-19 11Q-9 15 0 15ZM0 5-24 32Q-12 37 0 37Z', left),
    fill('M0-30 13-9Q7-6 0-6ZM0-14 19 11Q9 15 0 15ZM0 5 24 32Q12 37 0 37Z', right),
  );

/** The mark in white for dark grounds. */
export const paleMark = (x: number, y: number, scale: number): string => mark(x, y, scale, '#ffffff', '#cfeadd');

export const badge = (x: number, y: number, r: number): string =>
  fill(oval(x, y, r), '#fff') + mark(x, y - r * 0.06, r / 50);

const spark = (x: number, y: number, r: number): string =>
  `M${x} ${y - r}Q${x + r * 0.16} ${y - r * 0.16} ${x + r} ${y}Q${x + r * 0.16} ${y + r * 0.16} ${x} ${y + r}Q${x - r * 0.16} ${y + r * 0.16} ${x - r} ${y}Q${x - r * 0.16} ${y - r * 0.16} ${x} ${y - r}z`;

export const sparkle = (x: number, y: number, r: number, colour = '#fff', opacity = 1): string =>
  fill(spark(x, y, r), colour, opacity);

const dropShape = 'M0-32C12-14 24-2 24 12a24 22 0 0 1-48 0C-24-2-12-14 0-32z';

export const drop = (x: number, y: number, scale: number, colour: string, opacity = 1): string =>
  at(x, y, scale, fill(dropShape, colour, opacity));

const leaf = (colour: string, vein: string): string =>
  fill('M-24 26C-34-8-8-32 30-30 34 6 14 34-24 26z', colour) + line('M-30 34C-16 14-4 2 14-12', vein, 5);

const glyphs: Record<Exclude<Sign, 'mark'>, (colour: string, ground: string) => string> = {
  drop: (c, g) => fill(dropShape, c) + line('M-12 12c0 7 5 12 12 12', g, 5, 0.9),
  leaf,
  sparkle: (c) => fill(spark(-5, 3, 27) + spark(22, -21, 12), c),
  flame: (c, g) =>
    fill('M-2-34C18-22 6-8 18 2 22-2 22-8 20-12 32 4 30 34 0 35-30 34-28 6-16-8-8-16-2-22-2-34z', c) +
    fill('M0 4c10 8 14 26 0 27-14-1-10-19 0-27z', g),
  shield: (c, g) =>
    fill('M0-32 27-22V0C27 18 14 29 0 35-14 29-27 18-27 0v-22z', c) + fill('M-5-14H5V-3H16V7H5V18H-5V7H-16V-3H-5z', g),
  plate: (c, g) =>
    fill('M-30 12a30 30 0 0 1 60 0z', c) +
    fill(oval(0, -23, 6), c) +
    fill(rect(-36, 17, 72, 10, 5), c) +
    line('M-18 4a18 18 0 0 1 10-13', g, 5),
  shirt: (c) => fill('M-12-28C-8-20 8-20 12-28L34-16 26 2 18-2V30H-18V-2L-26 2-34-16z', c),
  tap: (c) =>
    fill('M-28-8H2V-20H-8v-8H22v8H12v12C26-8 30 2 30 14H16C16 8 14 6 8 6H-28z', c) +
    at(23, 28, 0.32, fill(dropShape, c)),
  pane: (c, g) => fill(rect(-28, -30, 56, 60, 6), c) + line('M0-26V26M-24 0H24', g, 5) + line('M-18-10-8-20', g, 4),
  bowl: (c) => fill('M-28-8H28C28 12 18 20 10 22V32H-12V22C-20 18-28 8-28-8z', c) + fill(rect(-28, -30, 22, 17, 5), c),
  hand: (c) =>
    line('M-14 0V-18M-4-2V-26M6-2V-26M16 2V-18', c, 8) +
    fill('M-18-4H20V12C20 26 12 32 0 32-10 32-16 26-20 18L-28 6C-30 0-24-4-20 2z', c),
  slice: (c, g) =>
    fill(oval(0, 0, 31), c) + line(oval(0, 0, 24), g, 3.5) + line('M0-22V22M-19-11 19 11M-19 11 19-11', g, 3.5),
  plank: (c) =>
    [0, 1, 2]
      .map((i) =>
        fill(
          `M-32 ${-36 + i * 22}L0 ${-16 + i * 22} 32 ${-36 + i * 22}v15L0 ${-1 + i * 22}-32 ${-21 + i * 22}z`,
          c,
          1 - i * 0.22,
        ),
      )
      .join(''),
  layers: (c, g) =>
    fill('M0 2 32 18 0 34-32 18z', c, 0.55) +
    fill('M0-14 32 2 0 18-32 2z', g) +
    fill('M0-12 30 2 0 16-30 2z', c, 0.75) +
    fill('M0-31 32-15 0 1-32-15z', c),
  wind: (c) => line('M-30-10H10C24-10 22-28 10-26M-30 4H24M-30 18H4C18 18 16 34 4 32', c, 7),
  bubbles: (c) => fill(oval(-10, 8, 20) + oval(18, -8, 13) + oval(-4, -22, 8) + oval(20, 20, 7), c),
  flower: (c, g) =>
    [0, 72, 144, 216, 288].map((a) => turn(a, 0, 0, fill(oval(0, -18, 11, 14), c))).join('') + fill(oval(0, 0, 9), g),
};

export const sign = (
  which: Sign,
  x: number,
  y: number,
  scale: number,
  colour: string = flat('green'),
  ground = '#fff',
): string => (which === 'mark' ? mark(x, y, scale) : at(x, y, scale, glyphs[which](colour, ground)));

/** A band around a round body: edges bow downwards as on a bottle seen from slightly above. */
export const bandShape = (x0: number, x1: number, y0: number, y1: number, bow = 8): string => {
  const w = x1 - x0;
  return `M${x0} ${y0}c${w * 0.2} ${bow} ${w * 0.8} ${bow} ${w} 0V${y1}c${-w * 0.2} ${bow} ${-w * 0.8} ${bow} ${-w} 0z`;
};

export type LabelStyle = { sign: Sign; ground?: Tone; band?: Tone; colour?: string };

/** Label around a bottle, clipped to its body: ground, citrus foot, sign in the middle. */
export const wrapLabel = (body: string, box: [number, number, number, number], style: LabelStyle): string => {
  const [x0, x1, y0, y1] = box;
  const height = y1 - y0;
  const foot = height * 0.2;
  const ground = style.ground ?? 'white';
  const pale = ground === 'white';
  const colour = style.colour ?? (pale ? flat('green') : '#fff');
  const scale = Math.min((height - foot) / 86, (x1 - x0) / 110);
  const middle = y0 + (height - foot) / 2 + 5;
  const symbol =
    style.sign === 'mark' && !pale
      ? paleMark((x0 + x1) / 2, middle - 2, scale)
      : sign(style.sign, (x0 + x1) / 2, middle, scale, colour, pale ? '#fff' : flat(ground));
  return clip(
    body,
    fill(bandShape(x0, x1, y0, y1), pale ? '#fff' : paint(ground)),
    fill(bandShape(x0, x1, y1 - foot, y1), paint(style.band ?? 'citrus')),
    symbol,
  );
};

/** Flat label with the sweep of the logo at its foot and the mark in a white disc. */
export const sweepLabel = (
  x: number,
  y: number,
  w: number,
  h: number,
  tone: Tone,
  which: Sign = 'mark',
  disc = '#fff',
): string => {
  const shape = rect(x, y, w, h, 10);
  const r = Math.min(w, h) * 0.26;
  const cx = x + w / 2;
  const cy = y + h * 0.36;
  const sweep = (lift: number, thick: number): string =>
    `M${x} ${y + h * lift}c${w * 0.3} ${h * 0.1} ${w * 0.7} ${h * 0.01} ${w} ${-h * 0.26}v${thick}c${-w * 0.3} ${h * 0.27} ${-w * 0.7} ${h * 0.36} ${-w} ${h * 0.26}z`;
  return (
    fill(shape, paint(tone)) +
    clip(
      shape,
      fill(sweep(0.7, h), ink, 0.3),
      line(
        `M${x - 8} ${y + h * 0.83}c${w * 0.34} ${h * 0.1} ${w * 0.74} ${-h * 0.02} ${w + 16} ${-h * 0.31}`,
        '#e6f7ee',
        7,
      ),
    ) +
    fill(oval(cx, cy, r), disc) +
    (which === 'mark' ? mark(cx, cy - r * 0.06, r / 50) : sign(which, cx, cy, r / 52, flat(tone), disc))
  );
};

/** Directions drawn as lines: small signs with strokes beside them. */
export const directions = (
  x: number,
  y: number,
  w: number,
  rows: Sign[],
  step: number,
  colour: string = flat('green'),
): string =>
  rows
    .map((row, i) => {
      const top = y + i * step;
      const short = i % 2 === 0 ? 0.62 : 0.8;
      return (
        fill(oval(x + step * 0.36, top, step * 0.36), colour) +
        sign(row, x + step * 0.36, top, step / 150, '#fff', colour) +
        line(
          `M${x + step} ${top - step * 0.14}H${x + w}M${x + step} ${top + step * 0.16}H${x + step + (w - step) * short}`,
          '#8fb3a8',
          4.5,
        )
      );
    })
    .join('');
