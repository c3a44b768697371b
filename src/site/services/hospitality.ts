import { type ServiceContent, yes } from './service-content.ts';

export const hospitality: ServiceContent = {
  path: '/hospitality-cleaning',
  title: 'Hospitality cleaning',
  scene: 'A cleaner degreasing the hood over a covered cook top',
  description:
    'Night cleaning for restaurant and hotel kitchens, bars and front of house: hoods and drains degreased, surfaces sanitised, records ready for inspection.',
  lead: 'For restaurants, hotels, clubs and caterers. Your cooks close the line, we take the kitchen down to the tiles, and at prep time it is dry, sanitised and signed for.',
  facts: {
    'Midnight to prep': 'out before the first delivery, doors and gas checked',
    'Clean, then sanitise': 'two steps, two bottles, never one wipe for both',
    'Filters weekly': 'hoods cleaned as grease builds up, and photographed',
    'Inspection folder': 'schedules and sheets that an officer can read',
  },
  rooms: {
    title: 'What we clean, from the pass backward',
    intro: 'Grease travels up, water travels down, and pests follow both. We plan the order of work around all three.',
    zones: {
      'Cook line and equipment': {
        tag: 'Grease',
        tone: 'danger',
        often: 'Every night of service',
        tasks: [
          'Cook tops, grills and salamanders cleaned once cold and isolated, parts soaked separately',
          'Fryers: outside, surrounds and floor; oil stays with your staff',
          'Behind and beneath, with castors unlocked and gas hoses left as they hang',
          'Splashbacks, shelves, undersides of benches and every door handle',
        ],
      },
      'Hoods and filters': {
        tag: 'Fire load',
        tone: 'danger',
        often: 'Filters weekly, hood inside monthly',
        tasks: [
          'Cooking surfaces covered, suppression nozzles and links never touched',
          'Baffle filters soaked, rinsed, dried and refitted the right way up',
          'Gutters and plenum within arm’s reach scraped and degreased',
        ],
      },
      'Preparation and wash-up': {
        tag: 'Food contact',
        tone: 'warning',
        often: 'Every night',
        tasks: [
          'Benches and boards cleaned, sanitised, left wet for the time on the label, air dried',
          'Slicers and mixers only if your staff have stripped and tagged them out',
          'Dishwasher filters, arms and door seals; scale treated weekly',
        ],
      },
      'Cool rooms and dry store': {
        tag: 'Pest and mould',
        tone: 'warning',
        often: 'Weekly, floor nightly',
        tasks: [
          'Door seals, fan guards and shelving by section, stock moved by your storeman',
          'Spills under racks, corners and coving cleaned by hand',
          'Droppings, gnaw marks and gaps reported, not swept away',
        ],
      },
      'Floors and drains': {
        tag: 'Slip and smell',
        tone: 'info',
        often: 'Every night, as the last job',
        tasks: [
          'Degreaser applied, brushed along the grout, squeegeed to the drain',
          'Baskets emptied into the bin, never down the pit',
          'Enzymes dosed into traps; grease arrestor left to its licensed contractor',
        ],
      },
      'Front of house and bar': {
        tag: 'Guests',
        tone: 'success',
        often: 'Every night, glass at noon',
        tasks: [
          'Tables and the undersides of their edges, chair backs, menus, banquette seams',
          'Beer lines stay with your supplier; drip trays and taps are ours',
          'Washrooms, entry glass, timber and stone floors as their finish requires',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'Restaurant of 90 seats with one cook line, open six nights.',
    columns: ['Night', 'Week', 'Month', '6 months'],
    rows: [
      ['Cook line, benches, floors and drains', yes, '', '', ''],
      ['Food contact surfaces sanitised', yes, '', '', ''],
      ['Baffle filters soaked and dried', '', yes, '', ''],
      ['Equipment pulled out, walls behind', '', yes, '', ''],
      ['Hood inside, gutter and reachable plenum', '', '', yes, ''],
      ['Cool room shelves and seals', '', yes, '', ''],
      ['Ceiling, lights and high pipes', '', '', yes, ''],
      ['Duct and fan, by exhaust specialist', '', '', '', yes],
    ],
  },
  method: {
    title: 'The kitchen, top to bottom',
    intro: 'Six steps a night. Leave one out and the next one is wasted.',
    steps: {
      '1 Isolate': 'Gas and power off at the equipment, fuel cold, covers over open food and smoke heads.',
      '2 Dry': 'Scrape, sweep, empty baskets. What goes into a bin does not block a drain.',
      '3 Degrease': 'Hood to splashback to bench front, product left to work, then wiped.',
      '4 Rinse': 'Clean water, clean cloth. Sanitiser does not work on degreaser.',
      '5 Sanitise': 'Food contact surfaces at the label’s dilution, checked by test strip, air dried.',
      '6 Floor': 'Brush, squeegee, drain. Mats back down dry, back door shut behind us.',
    },
  },
  kit: {
    'kitchen-degreaser': { name: 'Degreaser left to work', text: 'From hood to bench, then wiped, then rinsed.' },
    gauntlets: { name: 'Gauntlets to the elbow', text: 'For hot baskets, sharp trays and strong products.' },
    'scrub-brush': {
      name: 'A brush for the edges',
      text: 'Coving, drains and the foot of each leg, where a mop slides past.',
    },
  },
  standards: {
    intro: 'The officer who calls unannounced has these in mind. Our night sheet is laid out in the same order.',
    items: {
      'Food Standards Code 3.2.2, clauses 19 and 20':
        'Premises and equipment clean; food contact surfaces clean and sanitary. The code tells the two apart, and so does our sheet.',
      'Food Standards Code 3.2.2A':
        'Food safety management tools, for most food service since December 2023. Our cleaning sheets serve as part of your evidence.',
      'Food Standards Code 3.2.3 and AS 4674-2004':
        'How premises are built. Where a gap or a broken tile cannot be cleaned, you get a photograph for your landlord.',
      'AS 1851-2012, routine service of fire protection systems and equipment':
        'Covers kitchen exhaust. Ducts and fans are cleaned by a specialist who certifies it; we book them and keep the report.',
      'Work Health and Safety Act 2011':
        'Caustic products with gloves and goggles, isolation of equipment, no one alone on a ladder at night.',
    },
  },
  checklist: {
    title: 'Before an inspector does it',
    intro: 'A torch, a paper towel, fifteen minutes before service. Start where nobody looks.',
    groups: {
      'Above the line': [
        'Paper towel along the hood gutter comes away dry',
        'Filters sit tight, vertical, with no gaps between them',
        'Lights and ceiling over the line free of drips',
      ],
      'Behind and beneath': [
        'Wall behind the fryer clean to the floor',
        'Castors and feet free of grease beads',
        'No droppings, no grain, no standing water',
        'Under-bench shelf and pipe penetrations clean',
      ],
      'Food contact': [
        'Slicer blade guard and can opener clean in the joint',
        'Ice machine lip and scoop holder without slime',
        'Fridge seals clean between the folds',
        'Sanitiser bottle labelled, in date, strip reads right',
      ],
      'Hand basin and paper': [
        'Basin clear, with warm water, soap and towels',
        'Last night’s sheet signed, temperature log beside it',
        'Exhaust report in date',
      ],
    },
  },
  questions: {
    'Do you clean the exhaust ducts as well?':
      'We clean hood, filters, gutters and as much of the plenum as an arm reaches. Ducts and fans need access panels, a specialist and a certificate that your insurer accepts. We arrange that visit, open up, and clean the kitchen after it.',
    'Which nights can you come?':
      'Any night, from the time your last plate is down. For hotels with breakfast from six we split the work: hot line first, pastry and stores later.',
    'Who is responsible for sanitising our equipment?':
      'The food business is, and the contract says so. We take over the surfaces that you list, with product, dilution and contact time beside each. What has blades or a motor is stripped by your staff first.',
    'Are your products safe around food?':
      'Sanitisers are made for food contact surfaces and used at that dilution. Degreasers stay below bench height or are rinsed off. Nothing is decanted into a drink bottle, ever, and the cabinet is locked when we go.',
    'Can you get us ready for a council inspection?':
      'We can do the deep clean, photograph what cleaning will not fix, and put the records in order. Results in programs such as Scores on Doors also depend on food handling and temperatures, which are up to you.',
    'We have a pest problem. Can you help?':
      'We take away what feeds it: grease under equipment, wet corners, open waste. Baits and traps belong to your pest contractor, and our sheet tells them what we saw and where.',
  },
  quote: {
    title: 'Quote for a kitchen',
    points: [
      'A walk after service, with the head chef if possible',
      'Nightly price, including filters and monthly work',
      'First night is a deep clean, priced on its own',
    ],
  },
  related: {
    '/retail-cleaning': 'Food courts and cafés in centres',
    '/sports-cleaning': 'Stadium bars and club kitchens',
    '/aged-care': 'Production kitchens for residents',
  },
};
