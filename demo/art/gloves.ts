/** Gloves: boxes with one drawn out, single hands, pairs and gauntlets. */
import { at, fill, flat, floor, group, ink, line, oval, paint, rect, solid, type Tone } from './drawing-primitives.ts';
import { mark } from './labels.ts';

type Hand = { light: string; base: string; dots?: boolean };

const palm = 'M162 110c14-14 66-16 84 4 6 10 4 32-4 46-4 10-4 18-2 30h-76c2-14 0-24-4-36-5-16-6-32 2-44z';

/** A hand reaching up, wrist at y = 190 or longer with a cuff. */
const hand = ({ light, base, dots }: Hand): string =>
  line('M176 112 158 58', base, 27) +
  line('M198 104 196 40', base, 28) +
  line('M220 106 236 46', base, 27) +
  line('M238 122 268 76', base, 25) +
  fill(palm, base) +
  line('M170 150c-14-10-26-24-38-42', base, 27) +
  line('M172 110 156 62', light, 9) +
  line('M193 102 191 46', light, 9) +
  line('M215 104 229 54', light, 9) +
  line('M128 108c10 14 20 26 34 36', light, 8) +
  fill('M232 100c8 4 12 10 14 14 6 10 4 32-4 46-4 10-4 18-2 30h-26c-2-24 22-50 18-90z', ink, 0.2) +
  line('M166 178c20 6 50 6 72 0', ink, 5, 0.3) +
  line('M186 126c6 10 26 12 40 4', ink, 5, 0.22) +
  (dots
    ? line(
        'M178 142h.1m14 0h.1m14 0h.1m14 0h.1m-49 14h.1m14 0h.1m14 0h.1m14 0h.1M178 84h.1m18-12h.1m0 16h.1m31-14h.1m-5 14h.1M168 68h.1',
        light,
        6,
        0.8,
      )
    : '');

type GloveBox = { glove: Hand; lower: Tone; stripe?: string; upper?: Tone };

const miniHand = (colour: string): string =>
  fill(oval(238, 312, 20), '#fff') +
  fill(
    'M230 322v-14c0-3 4-3 4 0v-5c0-3 4-3 4 0v-1c0-3 4-3 4 0v3c0-3 4-3 4 0v12c0 5-3 8-8 8s-8-2-10-6l-4-8c-1-3 2-5 4-2z',
    colour,
  );

/** Box of a hundred with one glove drawn out. */
export const gloveBox = ({ glove, lower, stripe = flat('citrus'), upper = 'white' }: GloveBox): string =>
  floor(218, 352, 148) +
  fill('M84 208 128 168H340l-38 40z', flat(upper, 0)) +
  fill('M302 208l38-40v132l-38 50z', flat(upper, 2)) +
  fill('M148 197c-8 0-9-6-2-11 6-4 12-6 20-6h94c9 0 11 5 4 11-5 4-12 6-20 6z', '#0a3031') +
  hand(glove) +
  fill('M150 196h112c-3 4-10 7-18 8h-84c-8-1-12-4-10-8z', flat(upper, 0)) +
  fill(rect(84, 206, 218, 144, 5), paint(upper)) +
  fill('M84 262c70 26 150 16 218-30v113c0 3-2 5-5 5H89c-3 0-5-2-5-5z', paint(lower)) +
  fill('M84 250c70 26 150 16 218-30v12c-68 46-148 56-218 30z', stripe) +
  fill('M302 232v118l38-50V186z', flat(lower, 2)) +
  fill('m302 220 38-44v12l-38 44z', stripe) +
  fill('m302 220 38-44v12l-38 44z', ink, 0.16) +
  (upper === 'white' ? mark(122, 232, 0.44) : mark(122, 232, 0.44, '#8bd8b4', '#2aa876')) +
  miniHand(flat(lower)) +
  line('M106 306h76m-76 16h50', '#fff', 7, 0.75);

/** One gloved hand, raised, with a rolled cuff. */
export const gloveUp = (glove: Hand, cuff: string): string =>
  floor(212, 356, 100, 14) +
  at(
    -38,
    -8,
    1.24,
    fill('M166 178h74c-2 26 2 64 8 96h-92c8-32 12-70 10-96z', glove.base),
    fill('M214 178h26c-2 26 2 64 8 96h-28c-2-32-6-64-6-96z', ink, 0.2),
    line('M176 200c-1 22-3 40-7 58', glove.light, 8),
    hand(glove),
    fill(rect(148, 266, 108, 17, 8), cuff),
    fill(rect(226, 266, 30, 17, 8), ink, 0.18),
  );

/** Two gloves of a pair, cuffs down, fingers fanned apart. */
export const glovePair = (glove: Hand): string =>
  floor(206, 350, 150) +
  [-1, 1]
    .map((side) =>
      group(
        `translate(${202 + side * 82} 176) scale(${-side * 0.98} .98) rotate(${-8}) translate(-202 -150)`,
        fill('M166 178h74c-2 26 2 86 8 144h-92c8-52 12-110 10-144z', glove.base),
        fill(
          side < 0
            ? 'M166 178h26c0 40-6 96-8 144h-28c8-52 12-110 10-144z'
            : 'M214 178h26c-2 26 2 86 8 144h-28c-2-52-6-104-6-144z',
          ink,
          0.18,
        ),
        hand(glove),
        line('M168 236c20 6 48 6 72 0M162 262c24 6 56 6 80 0', ink, 5, 0.2),
        fill(rect(152, 304, 100, 22, 9), glove.light),
      ),
    )
    .join('');

/** Forearm gauntlets with a rough palm, one before the other. */
export const gauntlets = (): string => {
  const one = (x: number, y: number, angle: number, flip: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${angle}) scale(${flip * 0.88} .94) translate(-202 -180)">` +
    fill('M164 170h78c0 50 14 120 24 178H136c12-58 28-128 28-178z', flat('green', 2)) +
    fill('M164 170h52c0 50 6 120 10 178h-90c12-58 28-128 28-178z', flat('green', 1)) +
    line('M170 220c-4 40-10 76-16 108', flat('green', 0), 9) +
    hand({ light: flat('green', 0), base: flat('green', 1), dots: true }) +
    fill(rect(126, 334, 150, 22, 8), flat('green', 2)) +
    fill(rect(126, 334, 110, 22, 8), flat('green', 0)) +
    '</g>';
  return floor(206, 350, 150) + one(286, 182, 5, 1) + one(124, 188, -3, -1);
};

const rubber: Record<'yellow' | 'blue' | 'green' | 'pink', Hand> = {
  yellow: { light: '#ffe49a', base: '#f6ba33' },
  blue: { light: '#8cc3e0', base: '#3b88b5' },
  green: { light: '#7fd6ae', base: '#23996b' },
  pink: { light: '#fbd5cf', base: '#f0a096' },
};

export const nitrile: Hand = { light: '#57a6a6', base: '#2f7f82' };
export const clearVinyl: Hand = { light: '#ffffff', base: '#cfe3ea' };
export const blackGrip: Hand = { light: '#7b9495', base: '#375051', dots: true };
export const orangeGrip: Hand = { light: '#ffc08f', base: '#ee8237', dots: true };
export const rubberOf = (colour: keyof typeof rubber): Hand => rubber[colour];

/** Pink and green gloves drying on a rail. */
export const glovesOnRail = (): string => {
  const hung = (x: number, tone: keyof typeof rubber, peg: string): string =>
    `<g transform="translate(${x} 210) scale(.84 -.84) translate(-202 -180)">${fill('M166 178h74c-2 26 2 86 8 152h-92c8-52 12-110 10-152z', rubber[tone].base)}${fill('M214 178h26c-2 26 2 86 8 152h-28c-2-52-6-104-6-152z', ink, 0.18)}${hand(rubber[tone])}${line('M174 210c-2 30-4 60-8 90', rubber[tone].light, 8)}${fill(rect(146, 312, 112, 22, 9), rubber[tone].light)}</g>${solid(rect(x - 7, 50, 14, 44, 5), 'timber', 5)}${line(`M${x - 4} 70h8`, peg, 4)}`;
  return (
    line('M20 62h360', flat('teal', 2), 10) +
    line('M22 60h354', flat('teal', 0), 4) +
    hung(84, 'blue', ink) +
    hung(204, 'green', ink) +
    hung(322, 'pink', ink) +
    fill(oval(20, 62, 12), flat('teal', 1)) +
    fill(oval(380, 62, 12), flat('teal', 2))
  );
};
