/** The pictures of chemicals by file name. */
import { capBottle, dosingBottle, duckBottle, foam, pumpBottle, spray, sprayAtWork, sprayBack } from './bottles.ts';
import { aerosol, can, canister, cube, disc, tin, tub } from './drums.ts';
import { flat, picture } from './drawing-primitives.ts';
import { lens } from './detail-views.ts';

export const chemicals: Record<string, () => string> = {
  'disinfectant-spray': () => picture(spray({ liquid: 'mintLiquid', label: { sign: 'mark' } })),
  'disinfectant-spray-directions': () => picture(sprayBack('mintLiquid')),
  'disinfectant-spray-nozzle': () => picture(lens('sky', sprayAtWork())),
  'disinfectant-concentrate': () => picture(can({ body: 'teal', label: 'mint', sign: 'shield' })),
  'disinfectant-concentrate-15-l': () => picture(cube({ body: 'teal', label: 'green', sign: 'shield' })),
  'surface-wipes': () => picture(canister()),
  'chlorine-tablets': () =>
    picture(
      tub({ body: 'white', lid: 'blue', label: { sign: 'shield', ground: 'blue' } }) +
        disc(112, 338) +
        disc(286, 344) +
        disc(326, 332),
    ),
  'alcohol-spray': () =>
    picture(
      spray({
        shape: 'slim',
        glass: 'clearSky',
        liquid: 'skyLiquid',
        head: 'white',
        trigger: 'green',
        nozzle: 'green',
        label: { sign: 'drop', ground: 'white', band: 'green', colour: flat('blue') },
      }),
    ),
  'bathroom-spray': () =>
    picture(
      spray({
        shape: 'waist',
        glass: 'teal',
        head: 'white',
        trigger: 'citrus',
        nozzle: 'citrus',
        label: { sign: 'tap', band: 'mint', colour: flat('teal') },
      }),
    ),
  'mould-foam': () =>
    picture(
      foam() +
        spray({
          shape: 'block',
          glass: 'white',
          head: 'green',
          trigger: 'citrus',
          nozzle: 'white',
          foamer: true,
          label: { sign: 'bubbles', ground: 'green' },
        }),
    ),
  'kitchen-degreaser': () =>
    picture(
      spray({
        shape: 'block',
        glass: 'clearAmber',
        liquid: 'amber',
        head: 'black',
        trigger: 'citrus',
        nozzle: 'citrus',
        label: { sign: 'plate', ground: 'teal' },
      }),
    ),
  'oven-cleaner': () =>
    picture(
      spray({
        shape: 'slim',
        glass: 'black',
        head: 'red',
        trigger: 'white',
        nozzle: 'white',
        label: { sign: 'flame', ground: 'white', colour: flat('red'), band: 'red' },
      }),
    ),
  'glass-cleaner': () =>
    picture(
      spray({
        shape: 'waist',
        glass: 'clearSky',
        liquid: 'skyLiquid',
        head: 'blue',
        trigger: 'white',
        label: { sign: 'pane', colour: flat('blue'), band: 'citrus' },
      }),
    ),
  'timber-floor-cleaner': () =>
    picture(capBottle({ body: 'white', cap: 'teal', label: { sign: 'plank', ground: 'timber', band: 'teal' } })),
  'dishwashing-liquid': () =>
    picture(
      capBottle({
        body: 'clearAmber',
        liquid: 'citrus',
        cap: 'green',
        flip: true,
        label: { sign: 'slice', colour: flat('citrus', 2), band: 'green' },
      }),
    ),
  'toilet-cleaner': () => picture(duckBottle()),
  'multipurpose-dosing': () => picture(dosingBottle()),
  'hand-soap': () =>
    picture(pumpBottle({ body: 'mint', pump: 'white', label: { sign: 'hand', colour: flat('green') } })),
  'hand-sanitiser': () =>
    picture(
      pumpBottle({
        body: 'clearSky',
        liquid: 'skyLiquid',
        pump: 'teal',
        square: true,
        label: { sign: 'hand', ground: 'teal' },
      }),
    ),
  'neutral-floor-cleaner': () => picture(can({ label: 'green' })),
  'floor-stripper': () => picture(can({ body: 'black', label: 'red', cap: 'red', sign: 'layers', level: 'red' })),
  'floor-sealer': () => picture(cube({ body: 'white', label: 'citrus', cap: 'teal', sign: 'sparkle' })),
  'steel-polish': () => picture(aerosol({ body: 'steel', cap: 'black', label: { sign: 'sparkle', ground: 'teal' } })),
  'graffiti-remover': () => picture(tin('red', 'drop')),
};
