import { createRequire } from 'node:module';
import type { FontPair } from '#lib/font-pairs.ts';

const require = createRequire(import.meta.url);

/** A font of the `@fontsource` packages: WOFF2 in parts, of which a browser loads those that a page has letters of. */
export interface ShippedFont {
  family: 'Public Sans' | 'Nunito' | 'Source Sans 3' | 'Source Serif 4';
  /** `@fontsource-variable/nunito` */
  from: string;
  /** Whether its files have all weights; otherwise each has one. */
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

/** The fonts of each pair but the first, whose fonts the style sheet names itself. */
export const shippedFonts: Record<Exclude<FontPair, 'friendly'>, { head: ShippedFont; text: ShippedFont }> = {
  plain: { head: publicSans, text: publicSans },
  rounded: { head: nunito, text: nunito },
  classic: { head: sourceSerif, text: sourceSans },
};

/** The path of a part of a font; `weight` counts if a file has only one. */
export function fontFile({ from, isVariable }: ShippedFont, part: PartOfFont, weight: number): string {
  const name = from.slice(from.indexOf('/') + 1);
  return require.resolve(`${from}/files/${name}-${part}-${isVariable ? 'wght' : weight}-normal.woff2`);
}
