/** The pictures of gloves, protective wear, signs and liners by file name. */
import {
  blackGrip,
  clearVinyl,
  gauntlets,
  gloveBox,
  glovePair,
  glovesOnRail,
  gloveUp,
  nitrile,
  orangeGrip,
  rubberOf,
} from './gloves.ts';
import { picture } from './drawing-primitives.ts';
import { clinicalBags, linerRoll, tiedBag } from './liners.ts';
import {
  safetyCone,
  sharpsContainer,
  spillContents,
  spillKit,
  wetFloorInUse,
  wetFloorSign,
} from './signs-and-spills.ts';
import { apronRoll, goggles, shoeCovers, vest } from './protective-wear.ts';

export const safety: Record<string, () => string> = {
  'nitrile-gloves': () => picture(gloveBox({ glove: nitrile, lower: 'green' })),
  'nitrile-gloves-hand': () => picture(gloveUp(nitrile, '#57a6a6')),
  'vinyl-gloves': () => picture(gloveBox({ glove: clearVinyl, lower: 'sky', stripe: '#0f5c5c' })),
  'trade-gloves': () => picture(gloveBox({ glove: blackGrip, lower: 'orange', upper: 'black', stripe: '#fff' })),
  'trade-gloves-hand': () => picture(gloveUp(orangeGrip, '#c9601a')),
  'rubber-gloves': () => picture(glovePair(rubberOf('yellow'))),
  'rubber-gloves-colours': () => picture(glovesOnRail()),
  gauntlets: () => picture(gauntlets()),
  goggles: () => picture(goggles()),
  aprons: () => picture(apronRoll()),
  'shoe-covers': () => picture(shoeCovers()),
  'safety-vest': () => picture(vest('lime')),
  'safety-vest-orange': () => picture(vest('orange')),
  'wet-floor-sign': () => picture(wetFloorSign()),
  'wet-floor-sign-in-use': () => picture(wetFloorInUse()),
  'sharps-container': () => picture(sharpsContainer()),
  'spill-kit': () => picture(spillKit()),
  'spill-kit-contents': () => picture(spillContents()),
  'safety-cone': () => picture(safetyCone()),
  'bin-liners': () => picture(linerRoll({ tone: 'teal', band: 'white' })),
  'bin-liners-tied': () => picture(tiedBag('teal')),
  'kitchen-liners': () => picture(linerRoll({ tone: 'white', band: 'teal' })),
  'compostable-liners': () => picture(linerRoll({ tone: 'mint', band: 'green', sign: 'leaf' })),
  'clinical-bags': () => picture(clinicalBags()),
};
