import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { FontPair } from '#lib/font-pairs.ts';
import { lazy } from '#lib/lazy.ts';
import { withCachedLayout } from './cached-layout.server.ts';
import type { NamedFont } from './fallback-fonts.server.ts';
import { fontInWeight, openFont } from './font-weight.server.ts';
import { fontFile, type PartOfFont, type ShippedFont, shippedFonts } from './shipped-fonts.server.ts';
import { loadWoff2, unpackWoff2 } from './woff2.server.ts';

export type Face = 'text' | 'strong' | 'head';

/** The fonts of a face. The first sets the baseline; each letter is drawn in the first font that has it. */
export interface FaceFonts {
  weight: number;
  fonts: readonly [NamedFont, ...NamedFont[]];
}

export type PaperFonts = Record<Face, FaceFonts>;

const require = createRequire(import.meta.url);
const wholeFont = (name: string, path: string): NamedFont => ({
  name,
  font: withCachedLayout(create(readFileSync(require.resolve(`@expo-google-fonts/${path}.ttf`))) as Font), // the file contains one font
});

/** Whole, static fonts of the site's own two families. Figtree lacks Vietnamese letters, Bricolage has them. */
function ownFonts(): PaperFonts {
  const regular = wholeFont('other', 'bricolage-grotesque/400Regular/BricolageGrotesque_400Regular');
  const semiBold = wholeFont('strongOther', 'bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold');
  return {
    text: { weight: 400, fonts: [wholeFont('text', 'figtree/400Regular/Figtree_400Regular'), regular] },
    strong: { weight: 600, fonts: [wholeFont('strong', 'figtree/600SemiBold/Figtree_600SemiBold'), semiBold] },
    head: { weight: 700, fonts: [wholeFont('head', 'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold')] },
  };
}

/** Heights of Figtree and Bricolage relative to the font size: other fonts get the same, so that every layout is the same. */
const heights = {
  text: { ascent: 0.95, descent: -0.25 },
  head: { ascent: 0.93, descent: -0.27 },
};

function faceOf(font: ShippedFont, weight: number, { ascent, descent }: typeof heights.text): FaceFonts {
  const fontOf = (part: PartOfFont): NamedFont => {
    const name = `${font.family}-${part}-${weight}`.replaceAll(' ', '-');
    const read = lazy((): Font => {
      const opened = openFont(fontInWeight(unpackWoff2(readFileSync(fontFile(font, part, weight))), weight), name);
      const inUnits = (height: number) => ({ value: height * opened.unitsPerEm });
      const own = { ascent: inUnits(ascent), descent: inUnits(descent), lineGap: { value: 0 } };
      return Object.defineProperties(opened, own);
    });
    return {
      name,
      get font() {
        return read(); // most documents need only the first part
      },
    };
  };
  return { weight, fonts: [fontOf('latin'), fontOf('latin-ext'), fontOf('vietnamese')] };
}

const shipped = (pair: keyof typeof shippedFonts): (() => PaperFonts) =>
  lazy(() => {
    const { head, text } = shippedFonts[pair];
    return {
      text: faceOf(text, 400, heights.text),
      strong: faceOf(text, 600, heights.text),
      head: faceOf(head, 700, heights.head),
    };
  });

const opened: Record<FontPair, () => PaperFonts> = {
  friendly: lazy(ownFonts),
  plain: shipped('plain'),
  rounded: shipped('rounded'),
  classic: shipped('classic'),
};

/** The fonts of a pair for documents, read from disk when they are first needed. */
export async function paperFonts(pair: FontPair): Promise<PaperFonts> {
  if (pair !== 'friendly') await loadWoff2();
  return opened[pair]();
}

/** Whether a font has a glyph for each character of a text. */
export const hasGlyphs = (font: Font, text: string): boolean =>
  [...text].every((character) => character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** The font of a face that has all characters of a text; undefined if none has. */
export const fontFor = (text: string, { fonts }: FaceFonts): NamedFont | undefined =>
  fonts.find(({ font }) => hasGlyphs(font, text));
