/** Bin liners on rolls, flat packs and tied bags. */
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
  solid,
  type Tone,
} from './drawing-primitives.ts';
import { mark, sign, type Sign } from './labels.ts';

type Roll = { tone: Tone; band: Tone; sign?: Sign; sheer?: boolean };

/** Roll with one sheet pulled out. */
export const linerRoll = ({ tone, band, sign: which = 'mark' }: Roll): string => {
  const sheet =
    'M128 206h188v112c0 12-5 20-9 24-12-8-22-8-34 0-12 8-24 8-36 0-12-8-24-8-36 0-12 8-23 8-35 0-12-8-24-8-36 0-2-6-2-14-2-24z';
  const core = 'M106 104h200c24 0 40 32 40 66s-16 66-40 66H106z';
  const wrap = 'M184 104h84c16 14 24 40 24 66s-8 52-24 66h-84c16-14 24-40 24-66s-8-52-24-66z';
  const pale = tone === 'white' || tone === 'mint';
  return (
    floor(216, 350, 152, 16) +
    fill(sheet, paint(tone)) +
    fill('M128 206h188v24H128z', ink, 0.28) +
    shade(sheet, 22, 0.1) +
    line(
      'M158 226c-5 30-6 62-3 100m44-104c5 30 3 70 5 110m44-108c-6 34-4 66 2 100',
      pale ? flat('teal', 1) : '#9fd0cc',
      6,
      0.25,
    ) +
    line('M132 300h182', pale ? flat('green') : '#cfe9e2', 4.5, 0.9, '3 11') +
    fill(core, paint(tone, 'y')) +
    fill('M112 120h198c8 0 14 6 19 15H112z', '#fff', pale ? 0.8 : 0.38) +
    line('M120 196h212M120 212h204', pale ? flat(tone, 2) : '#031918', 4.5, pale ? 1 : 0.3) +
    fill(wrap, pale ? paint(band, 'y') : '#fff') +
    clip(wrap, fill(rect(180, 190, 130, 50), ink, 0.15)) +
    fill('M207 156h85c1 9 1 19 0 28h-85c-1-9 1-19 0-28z', pale && band === 'citrus' ? '#fff' : citrus) +
    (which === 'mark'
      ? pale
        ? mark(248, 133, 0.42, '#fff', '#e1f5ec')
        : mark(248, 133, 0.42)
      : sign(which, 248, 132, 0.42, pale ? '#fff' : flat(band), pale ? flat(band) : '#fff')) +
    fill(oval(106, 170, 40, 66), flat(tone, pale ? 1 : 0)) +
    fill(oval(106, 170, 40, 66), ink, pale ? 0.06 : 0.15) +
    line(oval(107, 170, 30, 51), pale ? flat(tone, 2) : '#c2e0dd', 4, 0.6) +
    line(oval(107, 170, 22, 38), pale ? flat(tone, 2) : '#c2e0dd', 4, 0.5) +
    fill(oval(108, 170, 14, 24), '#d8b988') +
    fill(oval(110, 170, 10, 18), '#3c2a12')
  );
};

/** A full bag, tied at the neck. */
export const tiedBag = (tone: Tone): string => {
  const bag = 'M178 132C150 150 92 190 82 262c-6 54 14 88 60 90h124c46-2 66-36 58-90-10-70-68-112-98-130z';
  return (
    floor(214, 352, 152) +
    fill('M176 128C150 84 120 74 132 56c20 8 34-14 54-4 20-16 40 2 62-2 14 22-16 40-30 78z', paint(tone)) +
    fill('M212 128c4-30 12-56 36-78 14 22-16 40-30 78z', ink, 0.18) +
    line('M160 70c10 18 18 34 22 52m18-64v62m32-54c-10 18-16 34-18 52', flat(tone, 0), 5, 0.5) +
    fill(bag, paint(tone)) +
    shade(bag, 40, 0.18) +
    line(
      'M170 158c-34 24-60 60-64 104M192 156c-20 50-26 110-16 176M214 156c26 40 40 80 40 130M232 154c30 24 50 52 58 86',
      flat(tone, 0),
      6,
      0.42,
    ) +
    line('M120 300c4 22 14 32 34 36', flat(tone, 0), 7, 0.5) +
    solid(rect(164, 120, 76, 24, 11), 'citrus', 16) +
    line('M180 132h30', '#fff', 5, 0.6)
  );
};

/** A flat pack of printed bags with one unfolded behind. */
export const clinicalBags = (): string => {
  const bag = 'M120 56h176c4 0 7 3 7 7l-8 228H122L112 64c0-5 3-8 8-8z';
  return (
    floor(214, 350, 150) +
    fill(bag, paint('citrus')) +
    shade(bag, 24, 0.1) +
    line('M124 72h166', '#9a6600', 5, 0.35) +
    line('M146 96c-4 60 2 120 0 170m118-170c4 60-4 110 2 160', '#b97800', 5, 0.28) +
    fill(oval(208, 150, 52), '#fff', 0.92) +
    shieldCross(208, 150, 1.15) +
    solid(rect(84, 246, 236, 102, 10), 'citrus', 28) +
    fill(rect(84, 246, 236, 22, 10), '#ffe49a') +
    line('M92 286h220M92 306h220M92 326h220', '#b97800', 4.5, 0.35) +
    fill(rect(160, 244, 84, 106, 3), '#fff') +
    fill(rect(216, 244, 28, 106), ink, 0.1) +
    fill(rect(160, 322, 84, 14), flat('red')) +
    mark(202, 286, 0.62)
  );
};

const shieldCross = (x: number, y: number, s: number): string => sign('shield', x, y, s, flat('red'), '#fff');
