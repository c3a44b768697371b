import backpackVacuum from '#assets/kit/backpack-vacuum.webp';
import binLinersTied from '#assets/kit/bin-liners-tied.webp';
import clinicalBags from '#assets/kit/clinical-bags.webp';
import disinfectantConcentrate from '#assets/kit/disinfectant-concentrate.webp';
import disinfectantSpray from '#assets/kit/disinfectant-spray.webp';
import flatMop from '#assets/kit/flat-mop.webp';
import floorPolisher from '#assets/kit/floor-polisher.webp';
import floorScrubber from '#assets/kit/floor-scrubber.webp';
import gauntlets from '#assets/kit/gauntlets.webp';
import glassCleanerInUse from '#assets/kit/glass-cleaner-in-use.webp';
import goggles from '#assets/kit/goggles.webp';
import janitorCart from '#assets/kit/janitor-cart.webp';
import kitchenDegreaser from '#assets/kit/kitchen-degreaser.webp';
import lobbyDustpan from '#assets/kit/lobby-dustpan.webp';
import microfibreClothsColours from '#assets/kit/microfibre-cloths-colours.webp';
import mopPadsColours from '#assets/kit/mop-pads-colours.webp';
import nitrileGloves from '#assets/kit/nitrile-gloves.webp';
import pressureWasher from '#assets/kit/pressure-washer.webp';
import scrubBrush from '#assets/kit/scrub-brush.webp';
import surfaceWipes from '#assets/kit/surface-wipes.webp';
import uprightVacuum from '#assets/kit/upright-vacuum.webp';
import wheelieBin from '#assets/kit/wheelie-bin.webp';
import yardBroom from '#assets/kit/yard-broom.webp';

/** Pictures of the crews' equipment in the style of the shop's (`demo/draw-kit.ts`): 480 by 480 pixels, transparent. */
export const kitPictures = {
  'backpack-vacuum': backpackVacuum,
  'bin-liners-tied': binLinersTied,
  'clinical-bags': clinicalBags,
  'disinfectant-concentrate': disinfectantConcentrate,
  'disinfectant-spray': disinfectantSpray,
  'flat-mop': flatMop,
  'floor-polisher': floorPolisher,
  'floor-scrubber': floorScrubber,
  gauntlets,
  'glass-cleaner-in-use': glassCleanerInUse,
  goggles,
  'janitor-cart': janitorCart,
  'kitchen-degreaser': kitchenDegreaser,
  'lobby-dustpan': lobbyDustpan,
  'microfibre-cloths-colours': microfibreClothsColours,
  'mop-pads-colours': mopPadsColours,
  'nitrile-gloves': nitrileGloves,
  'pressure-washer': pressureWasher,
  'scrub-brush': scrubBrush,
  'surface-wipes': surfaceWipes,
  'upright-vacuum': uprightVacuum,
  'wheelie-bin': wheelieBin,
  'yard-broom': yardBroom,
};

export type KitPicture = keyof typeof kitPictures;
