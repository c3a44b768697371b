/** The pictures of bins, paper, washroom supplies and brushware by file name. */
import { pedalBin, recyclingDetail, recyclingStation, sanitaryBin, swingBin, wheelieBin, wheelieLids } from './bins.ts';
import { dustpanSet, indoorBroom, lobbyPan, scrubBrush, toiletBrush, yardBroom } from './brushware.ts';
import {
  airFreshener,
  airRefill,
  jumboDispenser,
  soapDispenser,
  towelDispenser,
  towelDispenserOpen,
  urinalScreens,
} from './dispensers.ts';
import { floor, picture } from './drawing-primitives.ts';
import { interleaved, jumboRolls, rollsCarton, rollTowel, toiletRolls } from './paper.ts';
import { applicator, pole, squeegee, squeegeeInUse } from './window-tools.ts';

export const rooms: Record<string, () => string> = {
  'pedal-bin': () => picture(pedalBin()),
  'swing-bin': () => picture(swingBin()),
  'recycling-station': () => picture(recyclingStation()),
  'recycling-station-opening': () => picture(recyclingDetail()),
  'wheelie-bin': () => picture(wheelieBin({ lid: 'red' })),
  'wheelie-bin-lids': () => picture(wheelieLids()),
  'sanitary-bin': () => picture(sanitaryBin()),
  'toilet-rolls': () => picture(toiletRolls()),
  'toilet-rolls-carton': () => picture(rollsCarton()),
  'jumbo-rolls': () => picture(jumboRolls()),
  'interleaved-towel': () => picture(interleaved()),
  'roll-towel': () => picture(rollTowel()),
  'towel-dispenser': () => picture(towelDispenser()),
  'towel-dispenser-open': () => picture(towelDispenserOpen()),
  'jumbo-dispenser': () => picture(jumboDispenser()),
  'soap-dispenser': () => picture(soapDispenser('white')),
  'soap-dispenser-black': () => picture(soapDispenser('black')),
  'air-freshener': () => picture(airFreshener()),
  'air-refill': () => picture(floor(214, 350, 92) + airRefill(200, 206, 1.06, 'green', 'leaf')),
  'air-refill-scents': () =>
    picture(
      floor(208, 346, 170) +
        airRefill(94, 226, 0.88, 'green', 'leaf') +
        airRefill(304, 226, 0.88, 'sky', 'shirt') +
        airRefill(200, 218, 0.96, 'citrus', 'slice'),
    ),
  'urinal-screens': () => picture(urinalScreens()),
  'indoor-broom': () => picture(indoorBroom()),
  'yard-broom': () => picture(yardBroom()),
  'scrub-brush': () => picture(scrubBrush()),
  'toilet-brush': () => picture(toiletBrush()),
  'dustpan-set': () => picture(dustpanSet('blue')),
  'dustpan-set-red': () => picture(dustpanSet('red')),
  'lobby-dustpan': () => picture(lobbyPan()),
  squeegee: () => picture(squeegee()),
  'squeegee-in-use': () => picture(squeegeeInUse()),
  'window-applicator': () => picture(applicator()),
  'extension-pole': () => picture(pole()),
};
