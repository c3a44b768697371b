/** Protective wear: goggles, aprons, overshoes and vests. */
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
import { badge } from './labels.ts';

export const goggles = (): string => {
  const frame =
    'M70 190c0-36 24-52 60-52h140c36 0 60 16 60 52v44c0 34-22 52-54 52-30 0-42-12-56-28-12-14-28-14-40 0-14 16-26 28-56 28-32 0-54-18-54-52z';
  const lens =
    'M88 194c0-26 16-38 44-38h136c28 0 44 12 44 38v38c0 24-14 36-36 36-22 0-32-8-46-24-18-20-42-20-60 0-14 16-24 24-46 24-22 0-36-12-36-36z';
  return (
    floor(206, 330, 160, 16) +
    line('M78 190C24 150 40 96 200 92s176 58 122 98', flat('citrus', 2), 26) +
    line('M78 188C28 150 44 102 200 98s168 54 118 88', flat('citrus'), 16) +
    line('M60 152C80 116 140 108 196 108', '#ffe49a', 5) +
    fill(rect(92, 92, 20, 26, 5), ink) +
    fill(rect(290, 94, 20, 26, 5), ink) +
    fill(frame, paint('teal')) +
    shade(frame, 20, 0.2, 8) +
    shine('M84 188c2-22 14-36 44-37', 5, 0.5) +
    fill(lens, paint('clearSky', 'd')) +
    clip(
      lens,
      fill('M96 290 180 140h40L136 290z', '#fff', 0.7),
      fill('M190 290 262 140h18L208 290z', '#fff', 0.6),
      fill('M280 140h50v150h-70c30-40 36-100 20-150z', ink, 0.08),
    ) +
    line(lens, '#7fb9b6', 4, 0.8) +
    fill(rect(150, 142, 26, 8, 4) + rect(188, 142, 26, 8, 4) + rect(226, 142, 26, 8, 4), '#072d2e', 0.7) +
    solid(rect(56, 186, 24, 44, 8), 'black', 8) +
    solid(rect(320, 186, 24, 44, 8), 'black', 8)
  );
};

/** Apron hanging from its roll. */
export const apronRoll = (): string => {
  const apron =
    'M160 116c4 24-10 40-34 52l-8 168c22 14 44-8 64 2 22 10 40-10 62 0 16 8 26 6 38-2l-8-168c-24-12-38-28-34-52z';
  return (
    floor(212, 356, 122, 14) +
    line('M120 196c-22 10-26 50-18 92M282 196c22 10 26 50 18 92', flat('sky', 2), 9) +
    fill(apron, paint('sky')) +
    shade(apron, 24, 0.12) +
    fill('M166 112c0 66 68 66 68 0z', '#fff', 0.75) +
    line('M164 116c-2 56 74 56 72 0', flat('blue', 0), 6) +
    line('M152 206l-6 114m48-60l-2 58m52-112l6 114', flat('blue', 0), 5, 0.5) +
    badge(200, 240, 30) +
    line('M58 70h286', flat('steel', 2), 12) +
    line('M58 67h286', '#fff', 4, 0.8) +
    fill('M92 46h204c18 0 28 16 28 36s-10 36-28 36H92z', paint('sky', 'y')) +
    fill('M100 56h200c8 2 12 8 16 14H100z', '#fff', 0.75) +
    line('M110 104h196', flat('blue', 0), 5, 0.5) +
    line('M150 116h96', '#fff', 4.5, 0.9, '3 10') +
    fill(oval(92, 82, 20, 36), flat('sky', 0)) +
    line(oval(92, 82, 12, 24), flat('blue', 0), 4) +
    fill(oval(92, 82, 7, 12), '#3c2a12') +
    fill(rect(250, 48, 30, 68, 2), flat('citrus')) +
    fill(rect(250, 86, 30, 30, 2), ink, 0.12)
  );
};

const shoe = (x: number, y: number, s: number, tone: Tone): string => {
  const form = 'M-96-64C-70-92 8-92 20-62 34-26 84-22 116 6 132 20 128 44 108 46H-92c-14 0-20-8-20-22 0-30 0-66 16-88z';
  return at(
    x,
    y,
    s,
    fill(form, paint(tone)),
    shade(form, 18, 0.12, 10),
    fill('M-92-64C-70-94 6-92 18-62-6-44-70-44-92-64z', flat(tone, 2)),
    fill('M-80-66C-60-82-6-82 6-62-16-52-60-52-80-66z', ink, 0.5),
    line('M-92-62l10 8 12-2 10 8 14-4 12 5 14-7 12 3 10-9 16-2', '#fff', 6),
    line('M-98 26H110', flat(tone, 2), 5, 0.6),
    line('M-92 40h196', '#fff', 5, 0.9, '1 11'),
    line(
      'M-70-28c6 12 4 28-2 40m34-44c8 14 6 30-2 46m46-40c4 12 0 26-8 38m42-24c0 8-4 16-8 22',
      flat(tone, 2),
      5,
      0.45,
    ),
    shine('M-96-20c-2 12-2 18-1 28', 6, 0.7),
  );
};

export const shoeCovers = (): string =>
  floor(206, 350, 178) + shoe(238, 146, 1.12, 'sky') + shoe(172, 286, 1.28, 'sky');

/** A safety vest with reflective hoops and braces. */
export const vest = (tone: Tone): string => {
  const body =
    'M132 64c10-8 22-14 30-18 10 40 66 40 76 0 8 4 20 10 30 18 10 50 20 70 34 92l-10 176c-1 10-6 14-16 14H124c-10 0-15-4-16-14L98 156c14-22 24-42 34-92z';
  const tape = (d: string): string => line(d, '#ffffff', 27) + line(d, '#cddbd8', 21) + line(d, '#f2f8f6', 9);
  return (
    floor(210, 356, 128, 14) +
    fill('M162 46c10 56 66 56 76 0-14-14-62-14-76 0z', flat(tone, 2)) +
    fill('M162 46c10 56 66 56 76 0-14-14-62-14-76 0z', ink, 0.25) +
    fill(body, paint(tone)) +
    shade(body, 30, 0.14) +
    clip(
      body,
      tape('M150 40V360'),
      tape('M250 40V360'),
      tape('M80 222c60 12 180 12 240 0'),
      tape('M80 292c60 12 180 12 240 0'),
      fill('M268 40h60v320h-70c16-90 20-200 10-320z', ink, 0.07),
    ) +
    line('M200 78V346', ink, 6, 0.55) +
    line('M200 78V346', flat(tone, 0), 3, 0.7, '2 8') +
    fill(rect(194, 98, 12, 22, 5), flat('citrus', 1)) +
    line('M132 64c10 50 0 78-24 98M268 64c-10 50 0 78 24 98', flat(tone, 2), 6) +
    line('M162 46c10 56 66 56 76 0', flat(tone, 2), 6) +
    solid(rect(214, 126, 42, 40, 5), tone, 8) +
    line('M216 138h38', flat(tone, 2), 4.5)
  );
};
