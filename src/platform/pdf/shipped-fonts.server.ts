import { createRequire } from 'node:module';
import type { FontPair } from '#lib/font-pairs.ts';

const require = createRequire(import.meta.url);

/** A font of the `@fontsource` packages: WOFF2 files with some letters each, so that a browser loads only those that a page needs. */
export interface ShippedFont {
  family: 'Public Sans' | 'Nunito' | 'Source Sans 3' | 'Source Serif 4';
  /** `@fontsource-variable/nunito` */
  from: string;
  /** Whether each of its files has all weights; otherwise each file has a single weight. */
  isVariable: boolean;
  isSerif?: boolean;
}

export const partsOfFonts = ['vietnamese', 'latin-ext', 'latin'] as const;
export type PartOfFont = (typeof partsOfFonts)[number];

const publicSans: ShippedFont = { family: 'Public Sans', from: '@fontsource-variable/public-sans', isVariable: true };
const nunito: ShippedFont = { family: 'Nunito', from: '@fontsource-variable/nunito', isVariable: true };
const sourceSans: ShippedFont = {
  family: 'Source Sans 3',
  from: '@fontsource-variable/source-sans-3',
  isVariable: true,
};
const sourceSerif: ShippedFont = {
  family: 'Source Serif 4',
  from: '@fontsource/source-serif-4',
  isVariable: false,
  isSerif: true,
};

/** The fonts of each pair except the first, whose fonts are named in the style sheet itself. */
export const shippedFonts: Record<Exclude<FontPair, 'friendly'>, { head: ShippedFont; text: ShippedFont }> = {
  plain: { head: publicSans, text: publicSans },
  rounded: { head: nunito, text: nunito },
  classic: { head: sourceSerif, text: sourceSans },
};

/** The path of a part of a font; `weight` is ignored if its files have all weights. */
export function fontFile({ from, isVariable }: ShippedFont, part: PartOfFont, weight: number): string {
  const name = from.slice(from.indexOf('/') + 1);
  return require.resolve(`${from}/files/${name}-${part}-${isVariable ? 'wght' : weight}-normal.woff2`);
}
