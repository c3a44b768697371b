/** The pictures of mops, cloths and boxed goods by file name. */
import { jug, maskBox, powderBox, scoopDetail, tabletsBox, tabletsDetail, tissueBox } from './boxes.ts';
import {
  clothBundle,
  clothFan,
  clothStack,
  eraserSponges,
  padFace,
  padsOf,
  ragBale,
  spongeScourers,
  wipesColours,
  wipesRoll,
} from './cloths.ts';
import { picture } from './drawing-primitives.ts';
import { flatMop, mopHead, padDetail, padFan, padStack, sprayMop, stringMop } from './mops.ts';

export const cloths: Record<string, () => string> = {
  'dishwasher-tablets': () => picture(tabletsBox()),
  'dishwasher-tablets-detail': () => picture(tabletsDetail()),
  'laundry-powder': () => picture(powderBox()),
  'laundry-powder-scoop': () => picture(scoopDetail()),
  'laundry-liquid': () => picture(jug()),
  'facial-tissues': () => picture(tissueBox()),
  'surgical-masks': () => picture(maskBox()),
  'flat-mop': () => picture(flatMop()),
  'flat-mop-pad': () => picture(padDetail()),
  'mop-pads': () => picture(padStack()),
  'mop-pads-colours': () => picture(padFan()),
  'spray-mop': () => picture(sprayMop()),
  'string-mop-head': () => picture(mopHead('blue')),
  'string-mop-head-red': () => picture(mopHead('red')),
  'string-mop': () => picture(stringMop()),
  'microfibre-cloths': () => picture(clothStack()),
  'microfibre-cloths-colours': () => picture(clothFan()),
  'bulk-cloths': () => picture(clothBundle()),
  'wipes-roll': () => picture(wipesRoll('blue')),
  'wipes-roll-colours': () => picture(wipesColours()),
  'cotton-rags': () => picture(ragBale()),
  'sponge-scourers': () => picture(spongeScourers()),
  'eraser-sponges': () => picture(eraserSponges()),
  'floor-pads': () => picture(padFace('green', 'black')),
  'floor-pads-stack': () => picture(padsOf(['black', 'green', 'red', 'white'])),
};
