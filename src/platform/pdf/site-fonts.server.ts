import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { lazy } from '#lib/lazy.ts';

const require = createRequire(import.meta.url);
const fontFile = (path: string): Font =>
  create(readFileSync(require.resolve(`@expo-google-fonts/${path}.ttf`))) as Font; // the file contains one font

export type Face = 'text' | 'strong' | 'head';
type FontName = Face | 'other' | 'strongOther';

/** Static fonts of the site's two families, read for the first document. The pages' variable fonts can't be embedded. */
export const siteFonts = lazy(
  (): Record<FontName, Font> => ({
    text: fontFile('figtree/400Regular/Figtree_400Regular'),
    strong: fontFile('figtree/600SemiBold/Figtree_600SemiBold'),
    head: fontFile('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
    other: fontFile('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular'),
    strongOther: fontFile('bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold'),
  }),
);

/** Whether a font has a glyph for each character of a text. */
export const hasGlyphs = (font: Font, text: string): boolean =>
  [...text].every((character) => character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** The font of a face and its fallback: Figtree lacks Vietnamese letters, Bricolage has them. */
export const fontNamesOf = (face: Face): FontName[] => [
  face,
  face === 'text' ? 'other' : face === 'strong' ? 'strongOther' : 'head',
];

/** The font of a face that has all characters of a text; undefined if neither has. */
export const fontNameFor = (text: string, face: Face): FontName | undefined =>
  fontNamesOf(face).find((name) => hasGlyphs(siteFonts()[name], text));
