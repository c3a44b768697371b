/** Tones, shapes and the frame that all pictures share. All measures are units of a 400 x 400 canvas. */

/** Gradients: their left, middle and right colour. Light comes from the upper left. */
const tones = {
  white: ['#ffffff', '#f6fbf8', '#c9ddd6'],
  teal: ['#2f8080', '#146363', '#0b4344'],
  green: ['#2fb07f', '#128a63', '#086048'],
  mint: ['#c9f0de', '#9fdfc1', '#6cc29c'],
  citrus: ['#ffd874', '#ffc53d', '#e5a01a'],
  black: ['#6f8889', '#3d5455', '#20373a'],
  steel: ['#f7fbfb', '#d3dfde', '#8fa6a5'],
  blue: ['#5aa3cd', '#2a77a4', '#175273'],
  sky: ['#d9eff9', '#a8d5ea', '#6eaccb'],
  red: ['#e27b6d', '#c04638', '#8f2118'],
  coral: ['#fbc9c1', '#f3a79c', '#d67a6d'],
  orange: ['#ffb077', '#f58a3c', '#c9601a'],
  lime: ['#eef79a', '#d8e84e', '#a9bd26'],
  kraft: ['#ecd5ae', '#d8b988', '#b28f5b'],
  timber: ['#f0cf9a', '#dcae6c', '#b07e3e'],
  amber: ['#ffd98d', '#f0b24a', '#c98420'],
  paper: ['#ffffff', '#f7f6f1', '#dcd9cd'],
  clear: ['#f4fdf9', '#dcf5ea', '#a8d9c4'],
  clearSky: ['#f4fbff', '#dbeff8', '#a3cde1'],
  clearAmber: ['#fffbf1', '#fdf0d0', '#e3c98f'],
  mintLiquid: ['#7fd6ae', '#4fbf8d', '#2a9a70'],
  skyLiquid: ['#9bd4ee', '#63b4da', '#3688b4'],
  tealLiquid: ['#5fb3b0', '#2f8c8a', '#176665'],
} as const;

export type Tone = keyof typeof tones;
type Way = 'x' | 'y' | 'd';

export const ink = '#0b3b3c';
export const deep = '#072d2e';
export const citrus = '#ffc53d';

/** A flat colour of a tone: 0 light, 1 middle, 2 deep. */
export const flat = (tone: Tone, step: 0 | 1 | 2 = 1): string => tones[tone][step];

/** A gradient of a tone, across (x), downwards (y) or diagonal (d). */
export const paint = (tone: Tone, way: Way = 'x'): string => `url(#${tone}-${way})`;

export const fill = (d: string, colour: string, opacity = 1): string =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''} fill-rule="evenodd"/>`;

export const line = (d: string, colour: string, width: number, opacity = 1, dash = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"` +
  `${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;

export const rect = (x: number, y: number, w: number, h: number, r = 0): string => {
  const c = Math.min(r, w / 2, h / 2);
  return c === 0
    ? `M${x} ${y}h${w}v${h}h${-w}z`
    : `M${x + c} ${y}h${w - 2 * c}a${c} ${c} 0 0 1 ${c} ${c}v${h - 2 * c}a${c} ${c} 0 0 1 ${-c} ${c}h${2 * c - w}a${c} ${c} 0 0 1 ${-c} ${-c}v${2 * c - h}a${c} ${c} 0 0 1 ${c} ${-c}z`;
};

export const oval = (cx: number, cy: number, rx: number, ry = rx): string =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

export const group = (transform: string, ...parts: string[]): string =>
  `<g transform="${transform}">${parts.join('')}</g>`;

export const at = (x: number, y: number, scale: number, ...parts: string[]): string =>
  group(`translate(${x} ${y}) scale(${scale})`, ...parts);

export const turn = (degrees: number, x: number, y: number, ...parts: string[]): string =>
  group(`rotate(${degrees} ${x} ${y})`, ...parts);

const key = (text: string): string => {
  let hash = 5381;
  for (const char of text) hash = (hash * 33 + char.charCodeAt(0)) % 4294967291;
  return hash.toString(36);
};

export const clip = (d: string, ...parts: string[]): string => {
  const id = `c${key(d)}`;
  return `<clipPath id="${id}"><path d="${d}" clip-rule="evenodd"/></clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`;
};

/** The shaded right edge of a form, `width` units wide, following its outline. */
export const shade = (d: string, width = 26, opacity = 0.13, drop = 0): string => {
  const id = `m${key(d + width + drop)}`;
  return (
    `<mask id="${id}" maskUnits="userSpaceOnUse" x="-400" y="-400" width="1200" height="1200">` +
    `<path d="${d}" fill="#fff" fill-rule="evenodd"/><path d="${d}" fill="#000" fill-rule="evenodd" transform="translate(${-width} ${-drop})"/></mask>` +
    `<path d="${d}" fill="${ink}" fill-opacity="${opacity}" fill-rule="evenodd" mask="url(#${id})"/>`
  );
};

/** A form in a tone with its shaded edge. */
export const solid = (d: string, tone: Tone, width = 22, way: Way = 'x', opacity = 0.13): string =>
  fill(d, paint(tone, way)) + (width > 0 ? shade(d, width, opacity) : '');

export const shine = (d: string, width = 7, opacity = 0.8): string => line(d, '#fff', width, opacity);

/** The soft shadow on the floor, drawn first. */
export const floor = (cx: number, cy: number, rx: number, ry = 17): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#floor)"/>`;

/** The shadow that a wall-mounted thing casts on the wall. */
export const wall = (d: string, dx = 20, dy = 14, opacity = 0.13): string =>
  group(`translate(${dx} ${dy})`, fill(d, '#062322', opacity));

const floorGradient =
  '<radialGradient id="floor"><stop offset="0" stop-color="#062322" stop-opacity=".42"/>' +
  '<stop offset=".6" stop-color="#062322" stop-opacity=".16"/><stop offset="1" stop-color="#062322" stop-opacity="0"/></radialGradient>';

const ways: Record<Way, string> = {
  x: 'x1="0" y1="0" x2="1" y2="0"',
  y: 'x1="0" y1="0" x2="0" y2="1"',
  d: 'x1="0" y1="0" x2="1" y2="1"',
};

const gradient = (id: string): string => {
  const [tone, way] = id.split('-') as [Tone, Way];
  const [light, middle, dark] = tones[tone];
  return (
    `<linearGradient id="${id}" ${ways[way]}><stop offset="0" stop-color="${light}"/>` +
    `<stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
  );
};

/** A whole picture; only the gradients it uses are defined. */
export const picture = (...parts: string[]): string => {
  const body = parts.join('');
  const used = [...new Set([...body.matchAll(/url\(#([a-zA-Z]+-[xyd])\)/g)].map((match) => match[1] as string))].sort();
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600" viewBox="0 0 400 400">' +
    `<defs>${floorGradient}${used.map(gradient).join('')}</defs>${body}</svg>`
  );
};
