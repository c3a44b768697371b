import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { lazy } from '#lib/lazy.ts';

const require = createRequire(import.meta.url);
const fontFile = (path: string): Font =>
  create(readFileSync(require.resolve(`@expo-google-fonts/${path}.ttf`))) as Font; // the file contains one font

export type Face = 'text' | 'strong' | 'head';
type FaceName = Face | 'other' | 'strongOther';

/** Static fonts of the site's two families; the variable ones of the pages can't be embedded. Read once, for the first document. */
export const faces = lazy(
  (): Record<FaceName, Font> => ({
    text: fontFile('figtree/400Regular/Figtree_400Regular'),
    strong: fontFile('figtree/600SemiBold/Figtree_600SemiBold'),
    head: fontFile('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
    other: fontFile('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular'),
    strongOther: fontFile('bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold'),
  }),
);

export const covers = (font: Font, text: string): boolean =>
  [...text].every((sign) => sign === '\n' || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));

/** The face and its fallback: Figtree has no Vietnamese, Bricolage does. */
export const namesOf = (face: Face): FaceName[] => [
  face,
  face === 'text' ? 'other' : face === 'strong' ? 'strongOther' : 'head',
];

/** The face that has all characters of a text. */
export const faceFor = (text: string, face: Face): FaceName | undefined =>
  namesOf(face).find((name) => covers(faces()[name], text));
