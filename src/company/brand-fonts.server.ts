import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';
import { type FontPair, fontPairs } from '#lib/font-pairs.ts';
import { lazy } from '#lib/lazy.ts';
import {
  fontFile,
  type PartOfFont,
  partsOfFonts,
  type ShippedFont,
  shippedFonts,
} from '#platform/pdf/shipped-fonts.server.ts';

const require = createRequire(import.meta.url);

type ShippedPair = keyof typeof shippedFonts;
const isShipped = (pair: FontPair): pair is ShippedPair => pair in shippedFonts;

/** Fonts of other vendors that almost every reader has, used in place of a font until it is loaded. */
const substitutes = {
  sans: "local('Arial'),local('Liberation Sans'),local('Helvetica Neue'),local('Roboto')",
  sansBold: "local('Arial Bold'),local('Liberation Sans Bold'),local('Helvetica Neue Bold'),local('Roboto Bold')",
  serifBold: "local('Times New Roman Bold'),local('Liberation Serif Bold'),local('Noto Serif Bold')",
} as const;

interface Metrics {
  /** Heights in parts of the font's size. */
  ascent: number;
  descent: number;
  /** The factor by which it is enlarged, if it looks smaller than the other fonts. */
  scale?: number;
  /**
   * Ranges of weights, each with the width of a sample text relative to its width in the substitute, so that nothing moves when the font is
   * loaded.
   */
  widths: readonly [substitute: keyof typeof substitutes, weights: string, width: number][];
}

/** Widths measured at the weights that we use: 420 and 620 for texts, those of `setting` for headings. */
const sans = (text: number, strong: number, head: number): Metrics['widths'] => [
  ['sans', '100 590', text],
  ['sansBold', '600 640', strong],
  ['sansBold', '641 900', head],
];
const metrics: Record<ShippedFont['family'], Metrics> = {
  'Public Sans': { ascent: 0.95, descent: 0.225, widths: sans(1.039, 0.986, 0.991) },
  Nunito: { ascent: 1.011, descent: 0.353, widths: sans(1.015, 0.968, 0.993) },
  'Source Sans 3': { ascent: 1.024, descent: 0.4, scale: 1.06, widths: sans(0.93, 0.898, 0.918) },
  'Source Serif 4': { ascent: 1.036, descent: 0.335, widths: [['serifBold', '100 900', 1.114]] },
};

/** The only weight that pages load of a font that is not variable. */
const pageWeight = 600;

interface FontFile {
  /** `nunito-latin-wght-normal.woff2` */
  name: string;
  path: string;
  /** With a hash of its content, so that browsers may store it for ever. */
  url: string;
}

function fontFileOf(font: ShippedFont, part: PartOfFont): FontFile {
  const path = fontFile(font, part, pageWeight);
  const name = basename(path);
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 8);
  return { name, path, url: `/brand/fonts/${name}?v=${hash}` };
}

const fontsOf = (pair: ShippedPair): ShippedFont[] => [
  ...new Set<ShippedFont>([shippedFonts[pair].text, shippedFonts[pair].head]),
];

const shippedPairs = fontPairs.filter(isShipped);

const files = lazy(
  () =>
    new Map(
      shippedPairs
        .flatMap(fontsOf)
        .flatMap((font) => partsOfFonts.map((part) => fontFileOf(font, part)))
        .map((file) => [file.name, file]),
    ),
);

/** The content of a font file by its name; undefined if there is none. */
export async function readFontFile(name: string): Promise<Buffer | undefined> {
  const file = files().get(name);
  return file && readFile(file.path);
}

/** The addresses of the files that every page of a pair needs; null for the first pair, which the style sheet loads. */
export const pageFonts = (pair: FontPair): string[] | null =>
  isShipped(pair) ? fontsOf(pair).map((font) => fontFileOf(font, 'latin').url) : null;

/** The rules that load a pair's fonts, and their substitutes; none for the first pair. */
export const fontFaces = (pair: FontPair): string => (isShipped(pair) ? fontsOf(pair).map(facesOf).join('') : '');

function facesOf(font: ShippedFont): string {
  const { ascent, descent, scale = 1, widths } = metrics[font.family];
  const percent = (part: number): string => `${(part * 100).toFixed(1)}%`;
  const ranges: Record<string, string> = JSON.parse(readFileSync(require.resolve(`${font.from}/unicode.json`), 'utf8'));
  const own = partsOfFonts.map(
    (part) =>
      `@font-face{font-family:'${font.family}';font-weight:100 900;font-display:swap;src:url(${fontFileOf(font, part).url}) format('woff2');unicode-range:${ranges[part]}${scale === 1 ? '' : `;size-adjust:${percent(scale)}`}}`,
  );
  const stand = widths.map(
    ([substitute, weights, width]) =>
      `@font-face{font-family:'${font.family} Fallback';font-weight:${weights};src:${substitutes[substitute]};size-adjust:${percent(width * scale)};ascent-override:${percent(ascent / width)};descent-override:${percent(descent / width)};line-gap-override:0%}`,
  );
  return [...own, ...stand].join('');
}

/** The letter spacing and weight of headings in each pair. */
const setting: Record<ShippedPair, string> = {
  plain: '--tracking-head:-0.026em;--weight-head:660',
  rounded: '--tracking-head:-0.014em;--weight-head:740',
  classic: '--tracking-head:-0.012em;--weight-head:600',
};

const styleSheet = lazy(() => readFileSync(join(import.meta.dirname, '../tokens.css'), 'utf8'));

/** The first pair's declarations, from the style sheet. */
const ownTokens = (): string =>
  ['font-text', 'font-head', 'tracking-head', 'weight-head']
    .map((name) => `--${name}:${new RegExp(`--${name}:\\s*([^;]+);`).exec(styleSheet())?.[1]?.replace(/\s+/g, ' ')}`)
    .join(';');

/** The declarations of custom properties that set pages in a pair's fonts. */
export function fontTokens(pair: FontPair): string {
  if (!isShipped(pair)) return ownTokens();
  const { text, head } = shippedFonts[pair];
  const stack = ({ family, isSerif = false }: ShippedFont): string =>
    `'${family}','${family} Fallback',${isSerif ? 'ui-serif,Georgia,serif' : 'ui-sans-serif,system-ui,sans-serif'}`;
  return `--font-text:${stack(text)};--font-head:${stack(head)};${setting[pair]}`;
}

/** The style sheet of the brand's page: an element with `data-fonts` is shown in that pair, whichever pair the site uses. */
export const previewStylesheet = lazy(
  () =>
    shippedPairs.map(fontFaces).join('') +
    fontPairs.map((pair) => `[data-fonts=${pair}]{${fontTokens(pair)}}`).join(''),
);
