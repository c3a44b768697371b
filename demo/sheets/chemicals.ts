import { kitchenLaundryAndWashroom } from './kitchen-laundry-and-washroom-chemicals.ts';
import type { HazardFamilyName } from './hazard-families.ts';

/** A chemical of the demo catalogue, with the data of its example sheet. */
export interface Chemical {
  /** The product's url; the sheet is `{url}-sds.pdf`. */
  url: string;
  code: string;
  name: string;
  family: HazardFamilyName;
  use: string;
  appearance: string;
  ph: string;
  /** Name, CAS number, share by weight. */
  ingredients: [name: string, cas: string, share: string][];
  /** `YYYY-MM-DD`. */
  issuedOn: string;
}

/** Disinfectants, and cleaners for floors and washrooms. */
const disinfectantsAndFloors: Chemical[] = [
  {
    url: 'hospital-grade-disinfectant-spray-750-ml',
    code: 'SPR-1042',
    name: 'Hospital Grade Disinfectant Spray',
    family: 'mild',
    use: 'Ready-to-use disinfectant for hard surfaces',
    appearance: 'Clear liquid, light citrus scent',
    ph: '7.5 to 8.5',
    ingredients: [
      ['Benzalkonium chloride', '8001-54-5', 'below 1 %'],
      ['Alcohol ethoxylate', '68131-39-5', 'below 1 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-02-18',
  },
  {
    url: 'hospital-grade-disinfectant-concentrate',
    code: 'SPR-1050',
    name: 'Hospital Grade Disinfectant Concentrate',
    family: 'corrosive',
    use: 'Concentrated disinfectant, diluted 1:50 and 1:25',
    appearance: 'Clear to pale liquid',
    ph: '7.5 to 8.5',
    ingredients: [
      ['Benzalkonium chloride', '8001-54-5', '10 to 20 %'],
      ['Alcohol ethoxylate', '68131-39-5', '5 to 10 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-02-18',
  },
  {
    url: 'disinfectant-surface-wipes',
    code: 'SPR-1056',
    name: 'Disinfectant Surface Wipes',
    family: 'mild',
    use: 'Pre-wet wipes for hard surfaces',
    appearance: 'White viscose wipes, no scent',
    ph: '6.5 to 8',
    ingredients: [
      ['Didecyldimethylammonium chloride', '7173-51-5', 'below 1 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-02-20',
  },
  {
    url: 'chlorine-disinfectant-tablets-tub-of-200',
    code: 'SPR-1061',
    name: 'Chlorine Disinfectant Tablets',
    family: 'chlorine',
    use: 'Effervescent disinfectant, one tablet to a litre',
    appearance: 'White tablets, chlorine smell',
    ph: '5.5 to 6.5 in solution',
    ingredients: [
      ['Sodium dichloroisocyanurate', '2893-78-9', '30 to 60 %'],
      ['Adipic acid', '124-04-9', '10 to 30 %'],
      ['Sodium hydrogen carbonate', '144-55-8', '10 to 30 %'],
    ],
    issuedOn: '2024-11-05',
  },
  {
    url: 'alcohol-surface-spray-500-ml',
    code: 'SPR-1067',
    name: 'Alcohol Surface Spray 70%',
    family: 'flammable',
    use: 'Fast-drying cleaner for benches, screens and tools',
    appearance: 'Clear liquid, smell of alcohol',
    ph: '6 to 8',
    ingredients: [
      ['Propan-2-ol', '67-63-0', '60 to 70 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-05-12',
  },
  {
    url: 'neutral-floor-cleaner-concentrate',
    code: 'SPR-1108',
    name: 'Neutral Floor Cleaner Concentrate',
    family: 'mild',
    use: 'Daily floor cleaner, diluted 1:100 and 1:200',
    appearance: 'Green liquid, low foam',
    ph: '7.0 to 7.5',
    ingredients: [
      ['Alcohol ethoxylate', '68131-39-5', 'below 10 %'],
      ['Sodium xylene sulfonate', '1300-72-7', 'below 5 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-03-04',
  },
  {
    url: 'timber-and-laminate-floor-cleaner',
    code: 'SPR-1115',
    name: 'Timber and Laminate Floor Cleaner',
    family: 'mild',
    use: 'Low-moisture cleaner for sealed timber and laminate',
    appearance: 'Pale liquid',
    ph: '7',
    ingredients: [
      ['Alkyl polyglucoside', '68515-73-1', 'below 5 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-03-04',
  },
  {
    url: 'heavy-duty-floor-stripper',
    code: 'SPR-1140',
    name: 'Heavy Duty Floor Stripper',
    family: 'corrosive',
    use: 'Removes old sealer from hard floors, diluted 1:4 to 1:8',
    appearance: 'Clear liquid, low odour',
    ph: '12.5',
    ingredients: [
      ['2-Butoxyethanol', '111-76-2', 'below 10 %'],
      ['Sodium metasilicate', '6834-92-0', 'below 10 %'],
      ['Monoethanolamine', '141-43-5', 'below 5 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2024-09-17',
  },
  {
    url: 'high-solids-floor-sealer',
    code: 'SPR-1146',
    name: 'High Solids Floor Sealer',
    family: 'mild',
    use: 'Polymer sealer for hard floors',
    appearance: 'White emulsion',
    ph: '8 to 9',
    ingredients: [
      ['Acrylic polymer', 'not assigned', '20 to 25 %'],
      ['Tributoxyethyl phosphate', '78-51-3', 'below 3 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2024-09-17',
  },
  {
    url: 'bathroom-cleaner-spray-750-ml',
    code: 'SPR-1210',
    name: 'Bathroom Cleaner Spray',
    family: 'irritant',
    use: 'Daily cleaner for basins, showers and chrome',
    appearance: 'Clear liquid',
    ph: '3.0',
    ingredients: [
      ['Citric acid', '77-92-9', 'below 10 %'],
      ['Alcohol ethoxylate', '68131-39-5', 'below 5 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-06-03',
  },
  {
    url: 'toilet-bowl-cleaner-1-l',
    code: 'SPR-1216',
    name: 'Toilet Bowl Cleaner',
    family: 'corrosive',
    use: 'Clinging gel that removes scale from vitreous china',
    appearance: 'Blue-green gel, wintergreen scent',
    ph: '1.5',
    ingredients: [
      ['Hydrochloric acid', '7647-01-0', 'below 10 %'],
      ['Alcohol ethoxylate', '68131-39-5', 'below 5 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-06-03',
  },
  {
    url: 'mould-remover-foam-500-ml',
    code: 'SPR-1228',
    name: 'Mould Remover Foam',
    family: 'chlorine',
    use: 'Foaming chlorine cleaner for grout, walls and ceilings',
    appearance: 'Clear liquid, chlorine smell',
    ph: '12',
    ingredients: [
      ['Sodium hypochlorite', '7681-52-9', 'below 5 %'],
      ['Sodium hydroxide', '1310-73-2', 'below 1 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-06-10',
  },
  {
    url: 'kitchen-degreaser',
    code: 'SPR-1305',
    name: 'Kitchen Degreaser',
    family: 'irritant',
    use: 'Removes cooking fat, used neat or at 1:10 to 1:40',
    appearance: 'Clear liquid, no scent',
    ph: '11',
    ingredients: [
      ['Sodium metasilicate', '6834-92-0', 'below 5 %'],
      ['2-Butoxyethanol', '111-76-2', 'below 5 %'],
      ['Alcohol ethoxylate', '68131-39-5', 'below 5 %'],
      ['Water', '7732-18-5', 'to 100 %'],
    ],
    issuedOn: '2025-01-21',
  },
];

export const chemicals: Chemical[] = [...disinfectantsAndFloors, ...kitchenLaundryAndWashroom];
