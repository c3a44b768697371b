import { createHash } from 'node:crypto';
import { type RecordDeps, untilChanged } from './stored-record.server.ts';
import { readBrand } from './brand.server.ts';
import { coloursCss, deriveColours } from './derive-colours.server.ts';

export interface BrandStylesheet {
  /** Undefined while the colours are those that the program comes with. */
  own: OwnStylesheet | undefined;
  /** The ground of pages on dark screens. */
  darkGround: string;
}

interface OwnStylesheet {
  /** `/brand/3f2a9c41d0e7.css`: another address for other colours, so that browsers may store it for ever. */
  path: string;
  css: string;
}

/** The style sheet of the brand's colours. */
export const readStylesheet = (deps: RecordDeps): Promise<BrandStylesheet> =>
  untilChanged(deps, 'brand-stylesheet', async () => {
    const brand = await readBrand(deps);
    const darkGround = deriveColours(brand).get('bg')?.dark ?? '#000000';
    const declarations = coloursCss(brand);
    if (declarations === '') return { own: undefined, darkGround };
    const css = `:root:root{${declarations}}`; // stronger than the style sheet's own, in whatever order they load
    const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
    return { own: { path: `/brand/${hash}.css`, css }, darkGround };
  });
