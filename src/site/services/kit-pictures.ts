/** The background colour of each picture of the crews' equipment. */
const grounds = {
  'backpack-vacuum': 'mist',
  'bin-liners-tied': 'lemon',
  'clinical-bags': 'lemon',
  'disinfectant-concentrate': 'mint',
  'disinfectant-spray': 'mint',
  'flat-mop': 'mist',
  'floor-polisher': 'sand',
  'floor-scrubber': 'mist',
  gauntlets: 'sand',
  'glass-cleaner-in-use': 'mint',
  goggles: 'mist',
  'janitor-cart': 'mist',
  'kitchen-degreaser': 'mint',
  'lobby-dustpan': 'sand',
  'microfibre-cloths-colours': 'lemon',
  'mop-pads-colours': 'lemon',
  'nitrile-gloves': 'sand',
  'pressure-washer': 'mist',
  'scrub-brush': 'lemon',
  'surface-wipes': 'mint',
  'upright-vacuum': 'sand',
  'wheelie-bin': 'sand',
  'yard-broom': 'lemon',
} as const;

export type KitPicture = keyof typeof grounds;

/** 480 by 480 pixels with a transparent background; `demo/draw-equipment.ts` draws them. */
const files = import.meta.glob<string>('../../assets/kit/*.webp', { eager: true, import: 'default' });

export const kitPicture = (name: KitPicture) => ({
  ground: grounds[name],
  src: files[`../../assets/kit/${name}.webp`] ?? '',
});
