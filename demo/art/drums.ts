/** Jerry cans, drums, tubs, canisters, aerosols and tins. */
import {
  at,
  citrus,
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
import { bandShape, type LabelStyle, type Sign, sweepLabel, wrapLabel } from './labels.ts';

type CanStyle = { body?: Tone; label: Tone; cap?: Tone; sign?: Sign; level?: Tone };

const canPath =
  'M92 196c0-32 20-44 46-50v-22h58v22c10 0 16-4 22-14 9-16 20-24 40-24h16c22 0 34 12 34 34v182c0 18-9 28-27 28H119c-18 0-27-10-27-28zm138-26c-2 6 1 10 8 10h28c7 0 10-4 10-10v-18c0-8-3-12-10-12h-8c-15 0-22 10-28 30z';

const ribs = (x: number, y: number, w: number, h: number, colour: string): string => {
  const count = Math.max(3, Math.round(w / 14));
  const gap = w / count;
  return line(
    Array.from({ length: count - 1 }, (_, i) => `M${x + gap * (i + 1)} ${y + 6}v${h - 12}`).join(''),
    colour,
    4.5,
    0.38,
  );
};

/** Screw cap with ribs and its collar. */
const screwCap = (x: number, y: number, w: number, h: number, tone: Tone): string =>
  solid(rect(x, y, w, h, 8), tone, w / 5) +
  ribs(x, y, w, h, tone === 'citrus' ? '#9a6600' : deep) +
  fill(rect(x - 2, y + h - 4, w + 4, 9, 4), '#b4cec5');

/** The five-litre can of the family. */
export const can = ({ body = 'white', label, cap = 'citrus', sign = 'mark', level = 'green' }: CanStyle): string => {
  const pale = body === 'white';
  return (
    floor(214, 356, 146, 18) +
    group(
      'translate(200 352) scale(1.09) translate(-200 -352)',
      fill(canPath, paint(body)),
      fill('M276 110c20 2 32 13 32 32v182c0 18-9 28-27 28h-22c18 0 27-10 27-28V142c0-14-4-26-10-32z', ink, 0.13),
      line('M230 170c6-20 13-30 28-30h8c7 0 10 4 10 12', ink, 6, 0.22),
      shine('M106 200c0-22 12-34 36-40', 8, pale ? 1 : 0.4),
      shine('M107 196v142', 6, pale ? 1 : 0.3),
      fill(rect(288, 188, 9, 142, 4.5), pale ? ink : '#fff', 0.16),
      fill(rect(288, 218, 9, 112, 4.5), flat(level)),
      sweepLabel(114, 200, 160, 132, label, sign),
      screwCap(136, 98, 62, 36, cap),
    )
  );
};

/** The fifteen-litre cube with a handle across the top. */
export const cube = ({ body = 'white', label, cap = 'citrus', sign = 'mark' }: CanStyle): string => {
  const path =
    'M84 132c0-14 8-22 22-22h54V82c0-22 12-34 34-34h64c22 0 34 12 34 34v28h2c14 0 22 8 22 22v192c0 18-8 26-26 26H110c-18 0-26-8-26-26zM206 74c-12 0-18 6-18 18v18c0 6 4 10 10 10h56c6 0 10-4 10-10V92c0-12-6-18-18-18z';
  const pale = body === 'white';
  return (
    floor(214, 354, 146, 18) +
    fill(path, paint(body)) +
    shade(path, 28, 0.13) +
    line('M190 108V94c0-11 6-17 16-17h44', ink, 6, 0.2) +
    line('M86 160h228', ink, 5, 0.1) +
    shine('M98 140c0-12 5-18 16-20', 8, pale ? 1 : 0.4) +
    shine('M99 174v150', 6, pale ? 1 : 0.3) +
    sweepLabel(116, 178, 160, 144, label, sign) +
    screwCap(98, 74, 56, 38, cap)
  );
};

/** Stacking tub with a press lid; `inside` draws what leans on it. */
export const tub = (style: { body: Tone; lid: Tone; label: LabelStyle; handle?: boolean }): string => {
  const path = 'M104 148h192l-12 180c-1 15-9 22-24 22H140c-15 0-23-7-24-22z';
  return (
    floor(218, 352, 132) +
    (style.handle ? line('M106 156C70 250 140 262 200 258', ink, 5, 0.25) : '') +
    fill(path, paint(style.body)) +
    wrapLabel(path, [104, 296, 206, 308], style.label) +
    shade(path, 32, 0.13) +
    shine('M122 178l2 16', 7, 0.8) +
    solid(rect(92, 116, 216, 36, 12), style.lid, 30) +
    line('M104 140h190', ink, 4.5, 0.18) +
    shine('M106 127h120', 5, 0.55)
  );
};

/** One pressed tablet lying on the floor. */
export const disc = (x: number, y: number): string =>
  fill(oval(x + 4, y + 10, 34, 9), '#062322', 0.16) +
  fill(`M${x - 28} ${y - 6}v12c0 13 56 13 56 0v-12z`, paint('white')) +
  fill(oval(x, y - 6, 28, 10), '#fff') +
  line(`M${x - 14} ${y - 6}h28`, '#b9d2c9', 4.5);

/** Wipes canister with the next wipe pulled through the lid. */
export const canister = (): string => {
  const path = 'M120 138h160v190c0 14-10 22-24 22H144c-14 0-24-8-24-22z';
  return (
    floor(218, 352, 120) +
    fill(path, paint('white')) +
    wrapLabel(path, [120, 280, 186, 316], { sign: 'shield', ground: 'green' }) +
    shade(path, 30, 0.14) +
    shine('M134 158v14', 7, 1) +
    fill('M166 106C142 74 172 52 152 18c30 18 60-4 96 10-16 28 14 44-10 78z', '#fff') +
    fill('M166 106C142 74 172 52 152 18c10 6 18 8 28 9 4 30-18 40-4 79z', flat('clear', 1)) +
    line('M206 40c-8 22 2 40-4 62m26-60c-2 16 6 32 0 54', '#9cc6b5', 5, 0.7) +
    solid('M112 122c0-18 14-26 34-26h108c20 0 34 8 34 26v14c0 6-4 10-10 10H122c-6 0-10-4-10-10z', 'teal', 26) +
    fill(oval(202, 105, 34, 8), deep, 0.75) +
    fill('M180 106c-4-8 46-8 44 0-14 5-30 5-44 0z', '#fff') +
    shine('M128 122c2-8 8-11 16-12', 5, 0.5) +
    line('M124 136h150', deep, 4.5, 0.35)
  );
};

type AerosolStyle = { body: Tone; cap: Tone; label: LabelStyle; small?: boolean };

/** Spray can with shoulder, rim and cap. */
export const aerosol = ({ body, cap, label }: AerosolStyle): string => {
  const path = 'M138 142c0-10 6-16 14-20l14-8h68l14 8c8 4 14 10 14 20v186c0 14-12 22-62 22s-62-8-62-22z';
  return (
    floor(216, 350, 96, 15) +
    fill(path, paint(body)) +
    wrapLabel(path, [138, 262, 180, 306], label) +
    shade(path, 24, 0.15) +
    shine('M150 150c1-7 5-11 12-15', 6, 0.85) +
    shine('M149 162v8', 6, 0.85) +
    line('M142 326c20 12 96 12 116 0', ink, 5, 0.16) +
    fill(rect(164, 104, 72, 12, 6), paint('steel')) +
    solid('M168 106V62c0-14 8-22 22-22h20c14 0 22 8 22 22v44z', cap, 16) +
    shine('M179 92V66c0-8 4-12 10-12', 5, 0.55) +
    fill(rect(184, 52, 20, 12, 6), deep, 0.35)
  );
};

/** Flat tin with a screw neck. */
export const tin = (label: Tone, sign: Sign): string => {
  const path = rect(112, 126, 176, 224, 12);
  return (
    floor(218, 352, 128) +
    fill(path, paint('steel')) +
    shade(path, 30, 0.14) +
    sweepLabel(128, 160, 144, 164, label, sign) +
    line('M116 140h168M116 338h168', '#fff', 5, 0.7) +
    line('M122 128c0-40 30-58 78-58', flat('steel', 2), 11) +
    line('M122 126c0-36 30-54 74-55', '#fff', 4, 0.6) +
    fill('M186 126h50v-16h-50z', paint('steel')) +
    screwCap(178, 74, 66, 38, 'citrus')
  );
};

/** A 200 litre drum with rolling hoops. */
export const barrel = (x: number, y: number, scale: number, tone: Tone): string => {
  const body = 'M-92-128c0-20 184-20 184 0v250c0 20-184 20-184 0z';
  const hoop = (top: number): string =>
    fill(bandShape(-95, 95, top, top + 13, 15), paint(tone)) +
    line(`M-88 ${top + 3}c30 10 90 13 130 8`, '#fff', 4, 0.35);
  return at(
    x,
    y,
    scale,
    fill(body, paint(tone)),
    clip(body, sweepLabel(-60, -26, 104, 92, 'green')),
    shade(body, 40, 0.16),
    hoop(-64),
    hoop(76),
    shine('M-78-104v24', 7, 0.5),
    fill(oval(0, -128, 92, 17), flat(tone, 2)),
    fill(oval(0, -131, 86, 14), flat(tone, 0)),
    fill(oval(0, -129, 78, 11), flat(tone, 1)),
    fill(oval(46, -128, 15, 5), citrus),
    fill(oval(-44, -130, 10, 3.5), flat('steel', 1)),
  );
};
