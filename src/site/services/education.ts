import { type ServiceContent, yes } from './service-content.ts';

export const education: ServiceContent = {
  path: '/education-cleaning',
  title: 'Education cleaning',
  scene: 'A cleaner vacuuming a classroom',
  description:
    'Cleaning for schools, early learning centres and colleges: daily before the first bell, planned around terms, with Working with Children Checks verified.',
  lead: 'For schools, early learning centres and colleges. Daily work is done between the last bell and the first, the heavy work in the holidays, and everybody on the roster holds a verified Working with Children Check.',
  facts: {
    'Term and holidays': 'two scopes in one contract, priced separately',
    'Checks verified': 'each Working with Children number looked up, not photocopied',
    'Low tox, low scent': 'fragrance-free products where asthmatic children sit',
    'Locked and alarmed': 'closing round with your codes, logged to the minute',
  },
  rooms: {
    title: 'What we clean, room by room',
    intro:
      'A kindergarten room and a science lab share a roof and little else. Each kind has its own card on the trolley.',
    zones: {
      Classrooms: {
        tag: 'Every school day',
        tone: 'success',
        often: 'Daily after the last bell',
        tasks: [
          'Clear desks wiped, chair backs wiped in rotation, row by row',
          'Door plates, light switches, sink taps, cases of shared tablets',
          'Carpet vacuumed by backpack, edges and under the teacher’s desk on Fridays',
          'Whiteboard wiped only if a note in its corner says so, otherwise left as it is',
        ],
      },
      'Early learning rooms': {
        tag: 'Under fives',
        tone: 'warning',
        often: 'Daily, nappy areas and toys between sessions',
        tasks: [
          'Nappy change mats and taps cleaned, then disinfected, with their own cloths and bucket',
          'Mouthed toys collected in your “yucky box”, washed and air dried',
          'Cots, mattresses and high chairs cleaned one by one, never in a pile',
          'Floors washed with neutral detergent, rinsed where children crawl',
        ],
      },
      'Toilets and change rooms': {
        tag: 'Wet area',
        tone: 'danger',
        often: 'Daily, and once more at lunch in primary schools',
        tasks: [
          'Pans, urinals, partitions to hand height, flush buttons and locks',
          'Soap and paper filled, sanitary units changed by your contractor on the set date',
          'Floor scrubbed along the grout, floor wastes flushed so that traps do not dry out',
        ],
      },
      'Science, art and technology': {
        tag: 'Handle with staff',
        tone: 'warning',
        often: 'Floors and sinks daily, benches when cleared',
        tasks: [
          'Nothing moved that holds a specimen, a chemical or a project',
          'Sawdust taken up with an H-class vacuum, never swept or blown',
          'Clay and plaster kept out of drains, traps emptied each term',
        ],
      },
      'Halls, library, staff rooms': {
        tag: 'Shared',
        tone: 'neutral',
        often: 'Floors daily, the rest by timetable',
        tasks: [
          'Timber hall floor dust mopped, damp mopped after assemblies, no wet buckets',
          'Library shelves dusted bay by bay through the term, book trolleys wiped',
          'Staff kitchen, sick bay couch and bowl, reception glass',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'Primary school of 420 pupils with a preschool room, four terms and the breaks between them.',
    columns: ['Day', 'Week', 'Term', 'Break'],
    rows: [
      ['Classrooms, toilets, sick bay', yes, '', '', ''],
      ['Toilets checked and restocked at lunch', yes, '', '', ''],
      ['Bubblers, handrails and gates wiped', yes, '', '', ''],
      ['Inside of low windows, skirtings, bag hooks', '', yes, '', ''],
      ['High dusting, fans and light fittings', '', '', yes, ''],
      ['Carpets by hot water extraction', '', '', '', yes],
      ['Vinyl stripped and resealed, desks turned over', '', '', '', yes],
      ['Furniture moved back to the room plan', '', '', '', yes],
    ],
  },
  method: {
    title: 'The year, as we plan it',
    intro: 'Heavy work is booked before the calendar fills up with vacation care, builders and exams.',
    steps: {
      Term: 'Nights only. The supervisor walks one block a week with your business manager or caretaker.',
      Exams:
        'Halls are set out to your plan, no machine runs within hearing, and the toilets near the hall come first.',
      'Short breaks': 'Carpets, high dusting and covered-way gutters, one building in each break.',
      Summer: 'Floors stripped and sealed from the far end, so that nobody has to cross a freshly sealed floor.',
      'Before day 1': 'Staff development days: rooms handed over, photographed, keys counted back.',
      Outbreak:
        'For gastro or influenza, touch points twice a day in the year group concerned, for as long as you say.',
    },
  },
  kit: {
    'backpack-vacuum': {
      name: 'A vacuum on the back',
      text: 'No cord between the desks, and a fine filter for rooms with asthma plans.',
    },
    'floor-polisher': {
      name: 'A polisher in the holidays',
      text: 'For halls and corridors, when nobody is using them.',
    },
    'microfibre-cloths-colours': {
      name: 'Cloths that stay in their block',
      text: 'Toilets, canteen and classrooms have their own colours.',
    },
  },
  standards: {
    intro: 'Schools and early learning services answer to different bodies. If you run both, the stricter one applies.',
    items: {
      'Education and Care Services National Regulations':
        'Regulation 77 on hygiene, 103 on premises and equipment that are safe, clean and in good repair. ACECQA publishes the quality standard that assessors use.',
      'Staying Healthy, NHMRC, sixth edition 2024':
        'What is washed with detergent, what is disinfected, and how often, in early childhood services. Our under-fives card is based on it.',
      'Child Protection (Working with Children) Act 2012 (NSW)':
        'We verify each number online and so do you. Nobody works on your site without a verified number.',
      'Work Health and Safety Act 2011 (NSW)':
        'Chemicals are locked away from children, with safety data sheets and a register in the cleaners’ store.',
      'AS/NZS 3733:2018, cleaning of textile floor coverings':
        'How carpet is maintained, so that warranties hold and rooms are dry before children sit on the floor.',
    },
  },
  checklist: {
    title: 'Before the first bell',
    intro: 'Ten minutes with the caretaker, one block a day. Kneel once in the early learning room.',
    groups: {
      Classroom: [
        'Underside of desk edges free of gum, chair feet free of fluff',
        'Sink clean, plug hole clear, towel or dryer working',
        'Carpet corners and the line along the skirting clean',
        'Bin relined, recycling not mixed',
      ],
      'Early learning': [
        'Change mat whole and dry, no crack in its cover',
        'High chair straps and tray underside clean',
        'Cot sheets labelled, mattress wiped both sides',
        'Cleaning products out of reach and out of sight',
      ],
      Toilets: [
        'Soap in each dispenser at child height',
        'Backs of doors and locks clean, graffiti reported',
        'No smell on opening the door; floor waste holds water',
      ],
      Outside: [
        'Bubblers rinsed, nozzles clean',
        'Verandah, bag racks and handrails swept and wiped',
        'Sharps sweep noted in the log',
      ],
    },
  },
  questions: {
    'Are your cleaners checked to work near children?':
      'Everybody rostered to a school or centre holds a Working with Children Check for paid work. We verify the number with the Office of the Children’s Guardian, give you the list, and watch the expiry dates. They pass a police check as well.',
    'Can you clean while after-school care is running?':
      'Yes, with a plan: their rooms last, trolleys never left alone, toilets closed one block at a time with a sign, and no cleaner alone with a child.',
    'What happens in the holidays?':
      'The daily service stops or shrinks to the rooms in use, and you are not charged for days without it. The holiday scope is priced by room in September, so that it can go to your board before the year ends.',
    'Which products do you use around young children?':
      'Neutral detergent and water for most of it. Disinfectant for nappy areas, toilets, body fluids and outbreaks, with the surface rinsed where a child will mouth it. No aerosols, no fragrance, no bleach carried through rooms in use.',
    'Who holds the keys and alarm codes?':
      'Named people, each with their own code. Keys carry a number and no address. If one is lost, we tell you that night and pay for the re-keying.',
  },
  quote: {
    title: 'Quote for a school or centre',
    points: [
      'A walk after the last bell, with your room plan in hand',
      'Term price and holiday price shown separately',
      'Start on the first day of a term, with a deep clean in the break before',
    ],
  },
  related: {
    '/sports-cleaning': 'Gyms, pools and pavilions on the same campus',
    '/hospitality-cleaning': 'Canteens, boarding kitchens and function rooms',
    '/government-cleaning': 'Libraries, TAFE and shared community halls',
  },
};
