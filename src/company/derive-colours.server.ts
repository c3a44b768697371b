import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  toGamut,
  useMode as addMode,
  wcagContrast,
} from 'culori/fn';
import type { BrandContent, UnreadableColour } from './brand-contract.ts';
import { programColours } from './first-brand.ts';

export type BrandColours = Pick<BrandContent, 'accent' | 'ink'>;

addMode(modeRgb);
addMode(modeLrgb);
const toOklch = addMode(modeOklch);
const intoScreen = toGamut('rgb', 'oklch');

/** The lowest contrast of a text with its ground (WCAG 2.2, 1.4.3), and of the outline of a field (1.4.11). */
const textContrast = 4.5;
const lineContrast = 3;

interface Token {
  name: string;
  light: string;
  /** Undefined if it is the same in both schemes. */
  dark: string | undefined;
}

/** A colour, or translucent white such as `rgb(255 255 255 / 0.13)`, which is the same for every brand. */
const value = String.raw`#[\da-f]{6}|rgb\([^()]+\)`;
const declaration = new RegExp(String.raw`^ {2}--([\w-]+): (?:light-dark\((${value}), (${value})\)|(${value}));`, 'gm');
const isTranslucent = (colour: string): boolean => colour.startsWith('rgb');

/** Colours that mean something, such as danger; they are the same for every brand. */
const isMeaning = (name: string): boolean => /^(success|warning|danger|info|red|blue|citrus|stone)\b/.test(name);

function readTokens(): Token[] {
  const css = readFileSync(join(import.meta.dirname, '../tokens.css'), 'utf8');
  return [...css.matchAll(declaration)].flatMap(([, name = '', light, dark, only]) =>
    isMeaning(name) ? [] : [{ name, light: light ?? only ?? '', dark }],
  );
}

const tokens = readTokens();

/** A colour in OKLCH; greys have no hue, which becomes 0. */
function parse(hex: string): Required<Pick<Oklch, 'l' | 'c' | 'h'>> & { mode: 'oklch' } {
  const { l, c, h = 0 } = toOklch(hex) ?? { l: 0, c: 0 };
  return { mode: 'oklch', l, c, h };
}

const hexOf = (colour: Oklch): string => formatHex(intoScreen(colour));

/**
 * The colour of the brand that a colour of the style sheet follows, by its hue in degrees: greens follow the accent, and blue-greens the
 * ink. Other hues, such as sand, stay as they are.
 */
function familyOf(hue: number): keyof BrandColours | undefined {
  if (hue > 140 && hue <= 178) return 'accent';
  return hue > 178 && hue < 215 ? 'ink' : undefined;
}

/** Shifts a colour of the style sheet by as much as the brand's colour differs from the program's. */
function turn(hex: string, colours: BrandColours, scheme: 'light' | 'dark' | 'both'): string {
  if (isTranslucent(hex)) return hex;
  for (const family of ['accent', 'ink'] as const)
    if (hex === programColours[family] && scheme !== 'dark') return colours[family];
  const was = parse(hex);
  const family = familyOf(was.h);
  if (family === undefined || was.c < 0.002) return hex;
  const [from, to] = [parse(programColours[family]), parse(colours[family])];
  // Shades next to the base keep their distance from it; pale and dark ones keep their lightness.
  const nearness = scheme === 'light' ? Math.max(0, 1 - Math.abs(was.l - from.l) / 0.25) : 0;
  return hexOf({
    mode: 'oklch',
    l: Math.min(1, Math.max(0, was.l + (to.l - from.l) * nearness)),
    c: was.c * Math.min(1.5 + 1.5 * nearness, to.c / from.c),
    h: was.h + to.h - from.h,
  });
}

const colourInDrawing = /#[\da-f]{6}\b/gi;

/** Recolours a drawing from the program's colours to those of a brand. Skin, wood and signs keep their colours. */
export const drawingInColours = (drawing: string, colours: BrandColours): string =>
  drawing.replace(colourInDrawing, (hex) => turn(hex.toLowerCase(), colours, 'light'));

const neutralGrounds = [
  'bg',
  'bg-sunken',
  'surface',
  'surface-2',
  'surface-3',
  'surface-raised',
  'table-head',
  'kbd-bg',
];
const tintedGrounds = ['surface-mint', 'action-soft', 'row-hover', 'row-selected'];
const tileGrounds = ['tile-mint', 'tile-mist', 'tile-sand', 'tile-lemon'];
const grounds = [...neutralGrounds, ...tintedGrounds, ...tileGrounds];

/** Each text with the grounds on which it appears. */
const textPairs: readonly { text: string; on: readonly string[]; atLeast?: number }[] = [
  ...['text', 'text-muted', 'text-subtle', 'text-heading', 'link', 'link-hover'].map((text) => ({ text, on: grounds })),
  { text: 'text-on-ink', on: ['surface-ink', 'surface-ink-2'] },
  { text: 'text-on-ink-muted', on: ['surface-ink', 'surface-ink-2'] },
  { text: 'green-200', on: ['surface-ink'] }, // dates and numbers of steps
  { text: 'text-on-action', on: ['action', 'action-hover', 'action-active'] },
  { text: 'action-soft-text', on: ['action-soft', 'action-soft-hover', 'surface-mint'] },
  { text: 'text', on: ['selection'] },
  { text: 'nav-text', on: ['nav-bg'] },
  { text: 'neutral-text', on: ['neutral-bg'] },
  { text: 'border-input', on: ['surface'], atLeast: lineContrast },
];

/** Translucent grounds that lighten the ground below them, with the text on them. */
const veils: readonly { veil: string; over: string; text: string }[] = [
  { veil: 'nav-item-hover', over: 'nav-bg', text: 'nav-text-active' },
  { veil: 'nav-item-active', over: 'nav-bg', text: 'nav-text-active' },
  { veil: 'on-ink-field', over: 'surface-ink', text: 'text-on-ink' },
];

/** The colour of a ground seen through `rgb(255 255 255 / 0.13)` or `rgb(0 0 0 / 0.13)`; an opaque colour covers it. */
export function seenThrough(veil: string, ground: string): string {
  const [, level, part] = /^rgb\((\d+) \1 \1 \/ ([\d.]+)\)$/.exec(veil) ?? [];
  if (part === undefined) return veil;
  const mixed = (channel: string): string => {
    const under = Number.parseInt(channel, 16);
    return Math.round(under + (Number(level) - under) * Number(part))
      .toString(16)
      .padStart(2, '0');
  };
  return ground.replace(/[\da-f]{2}/g, mixed);
}

/** The veil, or black of the same opacity if the text could not be read on the lighter ground: white text is readable on a darker one. */
function readableVeil(veil: string, over: string, text: string): string {
  const isRead = wcagContrast(text, seenThrough(veil, over)) >= textContrast;
  return isRead ? veil : veil.replace('255 255 255', '0 0 0');
}

/** Makes `text` lighter or darker until it can be read on every ground. */
function readable(text: string, on: readonly string[], atLeast: number): string {
  const isRead = (hex: string): boolean => on.every((ground) => wcagContrast(hex, ground) >= atLeast);
  if (isRead(text)) return text;
  const isOnDark = on.every((ground) => wcagContrast('#ffffff', ground) > wcagContrast('#000000', ground));
  const colour = parse(text);
  for (let l = colour.l; l > 0 && l < 1; l += isOnDark ? 0.005 : -0.005) {
    const hex = hexOf({ ...colour, l });
    if (isRead(hex)) return hex;
  }
  return isOnDark ? '#ffffff' : '#000000';
}

/** All colours of a brand by the name of their custom property, for both schemes, each text readable on its grounds. */
export function deriveColours(colours: BrandColours): Map<string, { light: string; dark: string }> {
  const derived = new Map(
    tokens.map(({ name, light, dark }) => [
      name,
      {
        light: turn(light, colours, dark === undefined ? 'both' : 'light'),
        dark: turn(dark ?? light, colours, dark === undefined ? 'both' : 'dark'),
      },
    ]),
  );
  for (const { text, on, atLeast = textContrast } of textPairs) {
    const token = derived.get(text);
    if (!token) throw new Error(`The style sheet has no colour --${text}.`);
    for (const scheme of ['light', 'dark'] as const) {
      const under = on.map((name) => derived.get(name)?.[scheme] ?? '#ffffff');
      token[scheme] = readable(token[scheme], under, atLeast);
    }
  }
  for (const { veil, over, text } of veils) {
    const token = derived.get(veil);
    const [ground, white] = [derived.get(over), derived.get(text)];
    if (!token || !ground || !white)
      throw new Error(`The style sheet has no colour --${veil}, --${over} or --${text}.`);
    for (const scheme of ['light', 'dark'] as const)
      token[scheme] = readableVeil(token[scheme], ground[scheme], white[scheme]);
  }
  return derived;
}

/** The declarations that differ from the style sheet's. */
export function coloursCss(colours: BrandColours): string {
  const own = deriveColours(programColours);
  return [...deriveColours(colours)]
    .filter(([name, { light, dark }]) => light !== own.get(name)?.light || dark !== own.get(name)?.dark)
    .map(([name, { light, dark }]) => `--${name}:${light === dark ? light : `light-dark(${light},${dark})`}`)
    .join(';');
}

/**
 * The darkest of the light grounds on which people read: behind cards. A colour that is readable on it is readable on white, and so is
 * white text on that colour.
 */
const darkestGround = (): string => tokens.find(({ name }) => name === 'surface-3')?.light ?? '#ffffff';

const uses: Record<keyof BrandColours, string> = {
  accent: 'Links in this colour, and white text on its buttons,',
  ink: 'Headings in this colour, and white text on its bands,',
};

/** The colours that cannot be read, each with the nearest readable colour of the same hue. */
export function unreadableColours(colours: BrandColours): UnreadableColour[] {
  return (['accent', 'ink'] as const).flatMap((field) => {
    const contrast = wcagContrast(colours[field], darkestGround());
    if (contrast >= textContrast) return [];
    const nearest = readable(colours[field], [darkestGround()], textContrast);
    const message = `${uses[field]} would have a contrast of ${contrast.toFixed(1)} to 1; readers need ${textContrast} to 1. The nearest readable colour is ${nearest}.`;
    return [{ field, message, nearest }];
  });
}

/**
 * The brand's light and dark colours by those of the style sheet, for mails and documents, which have no custom properties. Colours that
 * stay the same are left out.
 */
export function replacedColours(colours: BrandColours): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  const derived = deriveColours(colours);
  for (const { name, light, dark } of tokens) {
    const now = derived.get(name);
    if (now && now.light !== light && !replaced.has(light)) replaced.set(light, now.light);
    if (now && dark !== undefined && now.dark !== dark && !replaced.has(dark)) replaced.set(dark, now.dark);
  }
  return replaced;
}
