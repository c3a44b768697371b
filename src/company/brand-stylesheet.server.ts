import { createHash } from 'node:crypto';
import { type RecordDeps, untilChanged } from './stored-record.server.ts';
import { readBrand } from './brand.server.ts';
import { fontFaces, fontTokens, pageFonts } from './brand-fonts.server.ts';
import { coloursCss, deriveColours, replacedColours } from './derive-colours.server.ts';

export interface BrandStylesheet {
  /** Undefined while colours and fonts are those that the program comes with. */
  own: OwnStylesheet | undefined;
  /** The addresses of the font files that every page needs; null while the fonts are those that the program comes with. */
  fontFiles: string[] | null;
  /** The ground of pages in the dark scheme. */
  darkGround: string;
}

interface OwnStylesheet {
  /** `/brand/3f2a9c41d0e7.css`: other content has another address, so that browsers may store it for ever. */
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
    // `:root:root` overrides the program's own style sheet, in whatever order they load
    const css = `${fontFaces(brand.fonts)}:root:root{${declarations.join(';')}}`;
    const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
    return { own: { path: `/brand/${hash}.css`, css }, fontFiles, darkGround };
  });

/** The brand's colours for mails and documents, by the program's colours that they replace. Colours that stay the same are left out. */
export const readReplacedColours = (deps: RecordDeps): Promise<ReadonlyMap<string, string>> =>
  untilChanged(deps, 'replaced-colours', async () => replacedColours(await readBrand(deps)));
