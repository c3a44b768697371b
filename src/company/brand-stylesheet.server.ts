import { createHash } from 'node:crypto';
import { type RecordDeps, untilChanged } from './stored-record.server.ts';
import { readBrand } from './brand.server.ts';
import { fontFaces, fontTokens, pageFonts } from './brand-fonts.server.ts';
import { coloursCss, deriveColours, replacedColours } from './derive-colours.server.ts';

export interface BrandStylesheet {
  /** Undefined while colours and fonts are those that the program comes with. */
  own: OwnStylesheet | undefined;
  /** The addresses of the fonts of every page's first letters; null while they are those that the program comes with. */
  fontFiles: string[] | null;
  /** The ground of pages on dark screens. */
  darkGround: string;
}

interface OwnStylesheet {
  /** `/brand/3f2a9c41d0e7.css`: another address for other content, so that browsers may store it for ever. */
  path: string;
  css: string;
}

/** The style sheet of the brand's colours and fonts. */
export const readStylesheet = (deps: RecordDeps): Promise<BrandStylesheet> =>
  untilChanged(deps, 'brand-stylesheet', async () => {
    const brand = await readBrand(deps);
    const darkGround = deriveColours(brand).get('bg')?.dark ?? '#000000';
    const fontFiles = pageFonts(brand.fonts);
    const declarations = [coloursCss(brand), fontFiles ? fontTokens(brand.fonts) : ''].filter((part) => part !== '');
    if (declarations.length === 0) return { own: undefined, fontFiles, darkGround };
    // stronger than the style sheet's own, in whatever order they load
    const css = `${fontFaces(brand.fonts)}:root:root{${declarations.join(';')}}`;
    const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
    return { own: { path: `/brand/${hash}.css`, css }, fontFiles, darkGround };
  });

/** The colours of mails and documents: the brand's by the program's. Only those that differ. */
export const readReplacedColours = (deps: RecordDeps): Promise<ReadonlyMap<string, string>> =>
  untilChanged(deps, 'replaced-colours', async () => replacedColours(await readBrand(deps)));
