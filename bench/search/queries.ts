/** A search as somebody in the trade types it, and the products of the demo of which one has to be among the first three. */
export interface JudgedQuery {
  text: string;
  kind:
    | 'plain'
    | 'plural'
    | 'spelling'
    | 'option'
    | 'synonym'
    | 'need'
    | 'size'
    | 'code'
    | 'order of words'
    | 'compound'
    | 'US spelling';
  /** Urls of products. */
  right: readonly string[];
}

type Row = readonly [text: string, kind: JudgedQuery['kind'], ...right: string[]];

const everydayLiners = [
  'heavy-duty-bin-liners-120-l-roll-of-25',
  'kitchen-tidy-liners-36-l-roll-of-50',
  'compostable-bin-liners',
];
const nitrile = ['nitrile-gloves-powder-free-box-of-100', 'trade-nitrile-gloves'];
const disposableGloves = [...nitrile, 'vinyl-gloves-clear-box-of-100'];
const handTowels = ['interleaved-hand-towel-carton-of-16', 'roll-hand-towel-100-m-carton-of-16'];
const toiletPaper = ['toilet-rolls-2-ply-carton-of-48', 'jumbo-toilet-rolls-300-m-carton-of-8'];
const microfibre = ['microfibre-cloths-colour-coded-20-pack', 'commercial-microfibre-cloth'];
const vacuums = ['backpack-vacuum-6-l-hepa', 'upright-vacuum-commercial', 'wet-and-dry-vacuum-30-l'];
const disinfectants = ['hospital-grade-disinfectant-spray-750-ml', 'hospital-grade-disinfectant-concentrate'];

/** Judged before the search was changed. */
const tuned: readonly Row[] = [
  [
    'mops',
    'plural',
    'flat-mop-kit-two-400-mm-pads',
    'spray-mop-500-ml-bottle',
    'string-mop-with-handle',
    'cotton-string-mop-head',
  ],
  ['gloves large', 'option', ...disposableGloves, 'rubber-gloves-silver-lined', 'chemical-resistant-gauntlets-350-mm'],
  ['nitrile gloves xl', 'synonym', ...nitrile],
  ['black nitrile gloves', 'option', 'trade-nitrile-gloves'],
  ['disposable gloves', 'plain', ...disposableGloves],
  ['powder free gloves medium', 'option', ...disposableGloves],
  ['washing up gloves', 'synonym', 'rubber-gloves-silver-lined'],
  ['pink gloves', 'option', 'rubber-gloves-silver-lined'],
  ['latex free gloves', 'need', ...disposableGloves],
  ['garbage bags', 'synonym', ...everydayLiners],
  ['rubbish bags', 'synonym', ...everydayLiners],
  ['bin bags 120l', 'size', 'heavy-duty-bin-liners-120-l-roll-of-25'],
  ['binliners', 'compound', ...everydayLiners],
  ['compostable bags', 'synonym', 'compostable-bin-liners'],
  ['yellow clinical bags', 'plain', 'clinical-waste-bags-55-l-pack-of-50'],
  ['sharps bin', 'synonym', 'sharps-container'],
  ['needle container', 'need', 'sharps-container'],
  ['wheely bin', 'spelling', 'wheelie-bin'],
  ['240l wheelie bin', 'size', 'wheelie-bin'],
  [
    'rubbish bin',
    'synonym',
    'stainless-steel-pedal-bin',
    'swing-top-bin-50-l',
    'wheelie-bin',
    'recycling-station-three-streams',
  ],
  ['pedal bins', 'plural', 'stainless-steel-pedal-bin', 'sanitary-bin-22-l'],
  ['sanitizer', 'US spelling', 'hand-sanitiser-gel-500-ml'],
  ['hand soap 5l', 'size', 'liquid-hand-soap'],
  ['handwash', 'synonym', 'liquid-hand-soap'],
  ['soap dispencer', 'spelling', 'wall-soap-dispenser-1-l'],
  ['hand towels', 'plural', ...handTowels],
  ['paper towels', 'synonym', ...handTowels],
  ['paper towel holder', 'synonym', 'paper-towel-dispenser-slimline-key-lock'],
  ['loo paper', 'synonym', ...toiletPaper],
  ['toilet paper', 'synonym', ...toiletPaper],
  ['tissue', 'plural', 'facial-tissues-carton-of-24'],
  ['floor clenaer', 'spelling', 'neutral-floor-cleaner-concentrate', 'timber-and-laminate-floor-cleaner'],
  ['wooden floor cleaner', 'synonym', 'timber-and-laminate-floor-cleaner'],
  ['window cleaner', 'synonym', 'streak-free-glass-cleaner'],
  ['glass cleaner 5 litre', 'size', 'streak-free-glass-cleaner'],
  ['something for grease', 'need', 'kitchen-degreaser'],
  ['degreaser 5lt', 'size', 'kitchen-degreaser'],
  ['bbq cleaner', 'synonym', 'oven-and-grill-cleaner-1-l'],
  ['dish soap', 'synonym', 'dishwashing-liquid'],
  ['washing up liquid', 'synonym', 'dishwashing-liquid'],
  ['dishwasher tabs', 'synonym', 'dishwasher-tablets-box-of-100'],
  ['disinfectent spray', 'spelling', 'hospital-grade-disinfectant-spray-750-ml'],
  ['disinfectant 15 ltr', 'size', 'hospital-grade-disinfectant-concentrate'],
  [
    'covid disinfectant',
    'need',
    ...disinfectants,
    'chlorine-disinfectant-tablets-tub-of-200',
    'disinfectant-surface-wipes',
  ],
  ['bleach', 'synonym', 'chlorine-disinfectant-tablets-tub-of-200', 'mould-remover-foam-500-ml'],
  ['mold remover', 'US spelling', 'mould-remover-foam-500-ml'],
  ['shower cleaner', 'need', 'bathroom-cleaner-spray-750-ml'],
  ['toilet cleaner', 'plain', 'toilet-bowl-cleaner-1-l'],
  ['limescale', 'plain', 'bathroom-cleaner-spray-750-ml', 'toilet-bowl-cleaner-1-l'],
  ['stainless steel cleaner', 'need', 'stainless-steel-polish-aerosol-400-g'],
  ['graffitti remover', 'spelling', 'graffiti-and-ink-remover-500-ml'],
  ['all purpose cleaner', 'synonym', 'multipurpose-cleaner-dosing-bottle-1-l'],
  ['multi-purpose cleaner', 'compound', 'multipurpose-cleaner-dosing-bottle-1-l'],
  ['eucalyptus floor cleaner', 'option', 'neutral-floor-cleaner-concentrate'],
  ['wax stripper', 'synonym', 'heavy-duty-floor-stripper'],
  ['washing powder', 'synonym', 'laundry-powder-front-loader'],
  ['micro fiber cloths', 'US spelling', ...microfibre],
  ['microfibre cloth blue', 'option', ...microfibre],
  ['cleaning rags', 'need', 'recycled-cotton-rags-10-kg'],
  ['magic sponge', 'synonym', 'eraser-sponges-10-pack'],
  ['bucket mop', 'order of words', 'mop-bucket-with-wringer-20-l'],
  ['mop head 600g', 'size', 'cotton-string-mop-head'],
  ['mop refill', 'synonym', 'microfibre-flat-mop-pad-400-mm', 'cotton-string-mop-head'],
  ['cleaners trolley', 'synonym', 'janitor-cart-with-zip-bag'],
  ['SPR4012', 'code', 'heavy-duty-bin-liners-120-l-roll-of-25'],
  ['spr 3304 m', 'code', 'nitrile-gloves-powder-free-box-of-100'],
  ['hi vis vest', 'synonym', 'day-and-night-safety-vest'],
  ['hivis xl', 'synonym', 'day-and-night-safety-vest'],
  ['face masks', 'synonym', 'surgical-masks-box-of-50'],
  ['safety glasses', 'synonym', 'anti-fog-safety-goggles'],
  ['slippery floor sign', 'synonym', 'wet-floor-sign'],
  ['vaccum cleaner', 'spelling', ...vacuums],
  ['hoover bags', 'synonym', 'vacuum-bags-pack-of-10'],
  ['carpet cleaner', 'need', 'carpet-extractor-35-l'],
  ['gurney', 'synonym', 'electric-pressure-washer-2200-psi'],
  ['broom outdoor', 'need', 'yard-broom-600-mm'],
  ['dust pan and brush', 'compound', 'dustpan-and-brush-set'],
  ['squeegie', 'spelling', 'window-squeegee'],
  ['air freshner refills', 'spelling', 'air-freshener-refill-250-ml'],
  ['vomit clean up', 'need', 'body-fluid-spill-kit'],
];

const asQuery = ([text, kind, ...right]: Row): JudgedQuery => ({ text, kind, right });

/** The eighty that the search was tuned with. */
export const tunedQueries: readonly JudgedQuery[] = tuned.map(asQuery);

/** Judged when the search was done, to see whether it was fitted to the eighty alone. */
const heldOut: readonly Row[] = [
  ['toilet brushes', 'plural', 'toilet-brush-and-holder'],
  ['green microfibre', 'option', ...microfibre],
  ['feather duster', 'plain', ...microfibre],
  ['floor pads 430', 'size', 'floor-pads-pack-of-5'],
  ['red floor pad', 'option', 'floor-pads-pack-of-5'],
  ['cloth for windows', 'need', ...microfibre, 'window-applicator-350-mm', 'window-squeegee'],
  ['extension pole 3.6m', 'size', 'telescopic-extension-pole'],
  ['toilet roll holder', 'synonym', 'jumbo-toilet-roll-dispenser'],
  ['jumbo toilet rols', 'spelling', 'jumbo-toilet-rolls-300-m-carton-of-8'],
  ['backpack vac', 'synonym', 'backpack-vacuum-6-l-hepa'],
  ['wet dry vacuum', 'plain', 'wet-and-dry-vacuum-30-l'],
  ['steam mop', 'plain', 'flat-mop-kit-two-400-mm-pads', 'spray-mop-500-ml-bottle'],
  ['SPR-6040', 'code', 'window-squeegee'],
  ['spr2105', 'code', 'cotton-string-mop-head'],
  ['laundry detergant', 'spelling', 'liquid-laundry-detergent-4-l', 'laundry-powder-front-loader'],
  ['odor spray', 'US spelling', 'air-freshener-refill-250-ml', 'automatic-air-freshener'],
  ['mildew', 'synonym', 'mould-remover-foam-500-ml'],
  ['paper towel refills', 'synonym', ...handTowels],
  ['sharps disposal', 'synonym', 'sharps-container'],
  ['traffic cones', 'synonym', 'safety-cone-450-mm'],
  ['white board cleaner', 'need', 'graffiti-and-ink-remover-500-ml', 'alcohol-surface-spray-500-ml'],
  ['lemon disinfectant', 'option', 'hospital-grade-disinfectant-concentrate'],
];

/** The others. */
export const heldOutQueries: readonly JudgedQuery[] = heldOut.map(asQuery);

/** Written after the search left words out where nothing has all of them, and committed before it was run with them. */
const secondHeldOut: readonly Row[] = [
  ['bin bags for office', 'need', ...everydayLiners],
  ['large garbage bags black', 'option', 'heavy-duty-bin-liners-120-l-roll-of-25'],
  ['gloves for cleaning toilets', 'need', ...disposableGloves, 'rubber-gloves-silver-lined'],
  ['latex gloves', 'plain', ...disposableGloves, 'rubber-gloves-silver-lined'],
  ['medium blue nitrile glove', 'option', ...nitrile],
  ['hand sanitser', 'spelling', 'hand-sanitiser-gel-500-ml'],
  ['alcohol gel', 'synonym', 'hand-sanitiser-gel-500-ml'],
  ['antibacterial soap', 'need', 'liquid-hand-soap'],
  ['soap refill 5 litres', 'size', 'liquid-hand-soap'],
  ['bathroom paper', 'synonym', ...toiletPaper],
  ['tolet paper', 'spelling', ...toiletPaper],
  ['2 ply toilet roll', 'order of words', 'toilet-rolls-2-ply-carton-of-48'],
  ['paper hand towel dispenser', 'plain', 'paper-towel-dispenser-slimline-key-lock'],
  ['kitchen roll', 'synonym', 'roll-hand-towel-100-m-carton-of-16', 'colour-coded-wipes-roll-90-sheets'],
  ['tile and grout cleaner', 'need', 'bathroom-cleaner-spray-750-ml', 'mould-remover-foam-500-ml'],
  ['black mold spray', 'US spelling', 'mould-remover-foam-500-ml'],
  ['oven cleanr', 'spelling', 'oven-and-grill-cleaner-1-l'],
  ['grease trap cleaner', 'need', 'kitchen-degreaser'],
  ['window cleaning kit', 'need', 'window-squeegee', 'window-applicator-350-mm', 'streak-free-glass-cleaner'],
  ['sqeegee', 'spelling', 'window-squeegee'],
  ['telescopic window cleaning pole', 'order of words', 'telescopic-extension-pole'],
  ['floor cleaner concentrate 5l', 'size', 'neutral-floor-cleaner-concentrate'],
  ['laminate floor cleaner', 'plain', 'timber-and-laminate-floor-cleaner'],
  ['floor stripper and sealer', 'plain', 'heavy-duty-floor-stripper', 'high-solids-floor-sealer'],
  ['mop and bucket set', 'need', 'mop-bucket-with-wringer-20-l', 'flat-mop-kit-two-400-mm-pads'],
  ['replacement mop pads', 'need', 'microfibre-flat-mop-pad-400-mm'],
  ['industrial mop', 'need', 'string-mop-with-handle', 'flat-mop-kit-two-400-mm-pads', 'spray-mop-500-ml-bottle'],
  ['microfiber towels', 'US spelling', ...microfibre],
  ['scrubing sponge', 'spelling', 'sponge-scourers-10-pack', 'eraser-sponges-10-pack'],
  ['cleaning cart with bag', 'synonym', 'janitor-cart-with-zip-bag'],
  ['hepa vacuum', 'plain', 'backpack-vacuum-6-l-hepa'],
  ['commercial vacuum cleaner', 'synonym', ...vacuums],
  ['carpet shampoo machine', 'synonym', 'carpet-extractor-35-l'],
  ['karcher pressure washer', 'plain', 'electric-pressure-washer-2200-psi'],
  ['caution wet floor sign yellow', 'need', 'wet-floor-sign'],
  ['face mask 50 pack', 'size', 'surgical-masks-box-of-50'],
  ['urinal cake', 'synonym', 'urinal-screens-pack-of-10'],
  ['blood clean up kit', 'need', 'body-fluid-spill-kit'],
  ['long handle dustpan', 'need', 'lobby-dustpan-upright'],
  ['spr1042', 'code', 'hospital-grade-disinfectant-spray-750-ml'],
];

export const secondHeldOutQueries: readonly JudgedQuery[] = secondHeldOut.map(asQuery);

/** Written by somebody who knew neither the search nor the queries above, after products with most words in their names joined in. */
const thirdHeldOut: readonly Row[] = [
  ['dish soap 5l', 'synonym', 'dishwashing-liquid'],
  ['chux wipes roll', 'synonym', 'colour-coded-wipes-roll-90-sheets'],
  ['garbage bags 120 litre', 'synonym', 'heavy-duty-bin-liners-120-l-roll-of-25'],
  ['hi vis vest orange xl', 'option', 'day-and-night-safety-vest'],
  ['oven cleaner gel', 'plain', 'oven-and-grill-cleaner-1-l'],
  ['kleenex tissues', 'plain', 'facial-tissues-carton-of-24'],
  ['hand sanitizer', 'US spelling', 'hand-sanitiser-gel-500-ml'],
  ['mold spray for grout', 'US spelling', 'mould-remover-foam-500-ml'],
  ['microfiber cloths blue', 'US spelling', 'commercial-microfibre-cloth', 'microfibre-cloths-colour-coded-20-pack'],
  ['deodorizer refill', 'US spelling', 'air-freshener-refill-250-ml'],
  ['gloves for food handling', 'need', 'vinyl-gloves-clear-box-of-100', 'nitrile-gloves-powder-free-box-of-100'],
  ['something to clean up vomit', 'need', 'body-fluid-spill-kit'],
  ['remove scuff marks from walls', 'need', 'eraser-sponges-10-pack'],
  ['degreaser for range hood filters', 'need', 'kitchen-degreaser'],
  ['bags for food scraps', 'need', 'compostable-bin-liners'],
  ['needle disposal', 'need', 'sharps-container'],
  ['dry carpet after flood', 'need', 'air-mover-carpet-dryer', 'carpet-extractor-35-l', 'wet-and-dry-vacuum-30-l'],
  ['wipes for gym equipment', 'need', 'disinfectant-surface-wipes'],
  [
    'latex free gloves medium',
    'option',
    'nitrile-gloves-powder-free-box-of-100',
    'vinyl-gloves-clear-box-of-100',
    'trade-nitrile-gloves',
    'chemical-resistant-gauntlets-350-mm',
  ],
  ['black soap dispenser', 'option', 'wall-soap-dispenser-1-l'],
  ['3330-pnk', 'code', 'rubber-gloves-silver-lined'],
  ['eucalyptus floor cleaner 15L', 'option', 'neutral-floor-cleaner-concentrate'],
  ['240l wheelie bin yellow lid', 'option', 'wheelie-bin'],
  ['satin floor sealer', 'option', 'high-solids-floor-sealer'],
  ['black stripping pads', 'option', 'floor-pads-pack-of-5'],
  ['6m pole', 'size', 'telescopic-extension-pole'],
  ['30 litre pedal bin', 'size', 'stainless-steel-pedal-bin'],
  ['600g mop head', 'size', 'cotton-string-mop-head'],
  ['oates mop bucket 20ltr', 'size', 'mop-bucket-with-wringer-20-l'],
  ['jumbo toilet paper 300m', 'size', 'jumbo-toilet-rolls-300-m-carton-of-8'],
  [
    'disinfectent',
    'spelling',
    'hospital-grade-disinfectant-spray-750-ml',
    'hospital-grade-disinfectant-concentrate',
    'disinfectant-surface-wipes',
    'chlorine-disinfectant-tablets-tub-of-200',
    'alcohol-surface-spray-500-ml',
  ],
  ['vaccum cleaner bags', 'spelling', 'vacuum-bags-pack-of-10'],
  ['squegee', 'spelling', 'window-squeegee'],
  [
    'nitrel gloves large',
    'spelling',
    'nitrile-gloves-powder-free-box-of-100',
    'trade-nitrile-gloves',
    'chemical-resistant-gauntlets-350-mm',
  ],
  ['toliet cleaner', 'spelling', 'toilet-bowl-cleaner-1-l'],
  ['dust pans', 'plural', 'dustpan-and-brush-set', 'lobby-dustpan-upright'],
  ['face masks', 'plural', 'surgical-masks-box-of-50'],
  ['brooms', 'plural', 'indoor-broom-300-mm', 'yard-broom-600-mm', 'lobby-dustpan-upright'],
  ['highpressure cleaner', 'compound', 'electric-pressure-washer-2200-psi'],
  ['dish washer tabs', 'compound', 'dishwasher-tablets-box-of-100'],
  ['slippery floor signs', 'synonym', 'wet-floor-sign'],
  ['cleaning trolley', 'synonym', 'janitor-cart-with-zip-bag'],
  ['towel paper dispenser wall', 'order of words', 'paper-towel-dispenser-slimline-key-lock'],
  ['scrubber battery floor', 'order of words', 'walk-behind-scrubber-510-mm'],
  ['spr 4116', 'code', 'interleaved-hand-towel-carton-of-16'],
];

export const thirdHeldOutQueries: readonly JudgedQuery[] = thirdHeldOut.map(asQuery);
