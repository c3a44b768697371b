/** The pictures of machines, trolleys and second views by file name. */
import { spray } from './bottles.ts';
import { flat, picture } from './drawing-primitives.ts';
import {
  airMover,
  extractor,
  polisher,
  polisherPads,
  pressureWasher,
  scrubber,
  scrubberDeck,
} from './floor-machines.ts';
import { barrelAndCan, canAnd, canLabel, moppedFloor, paneAndSpray, sealedFloor, underTheRim } from './detail-views.ts';
import { carryCaddy, cartTop, janitorCart, mopBucket } from './trolleys.ts';
import { backpack, dustBags, harness, hepa, upright, wetDry } from './vacuums.ts';

const glassSpray = (): string =>
  spray({
    shape: 'waist',
    glass: 'clearSky',
    liquid: 'skyLiquid',
    head: 'blue',
    trigger: 'white',
    label: { sign: 'pane', colour: flat('blue'), band: 'citrus' },
  });

export const machines: Record<string, () => string> = {
  'mop-bucket': () => picture(mopBucket('blue')),
  'mop-bucket-red': () => picture(mopBucket('red')),
  'janitor-cart': () => picture(janitorCart()),
  'janitor-cart-top': () => picture(cartTop()),
  'carry-caddy': () => picture(carryCaddy()),
  'backpack-vacuum': () => picture(backpack()),
  'backpack-vacuum-filter': () => picture(hepa()),
  'backpack-vacuum-harness': () => picture(harness()),
  'upright-vacuum': () => picture(upright()),
  'wet-dry-vacuum': () => picture(wetDry()),
  'floor-scrubber': () => picture(scrubber()),
  'floor-scrubber-deck': () => picture(scrubberDeck()),
  'floor-polisher': () => picture(polisher()),
  'floor-polisher-pads': () => picture(polisherPads()),
  'carpet-extractor': () => picture(extractor()),
  'pressure-washer': () => picture(pressureWasher()),
  'air-mover': () => picture(airMover()),
  'vacuum-bags': () => picture(dustBags()),
  'neutral-floor-cleaner-label': () => picture(canLabel()),
  'neutral-floor-cleaner-in-use': () => picture(moppedFloor()),
  'neutral-floor-cleaner-200-l': () => picture(barrelAndCan()),
  'floor-sealer-shine': () => picture(sealedFloor()),
  'toilet-cleaner-in-use': () => picture(underTheRim()),
  'glass-cleaner-in-use': () => picture(paneAndSpray(glassSpray())),
  'kitchen-degreaser-5-l': () => picture(canAnd('amber', 'plate', 'black', 'citrus')),
  'dishwashing-liquid-5-l': () => picture(canAnd('citrus', 'slice', 'white', 'green')),
  'hand-soap-5-l': () => picture(canAnd('mint', 'hand', 'white', 'teal')),
};
