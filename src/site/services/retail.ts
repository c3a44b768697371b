import { type ServiceContent, yes } from './service-content.ts';

export const retail: ServiceContent = {
  path: '/retail-cleaning',
  title: 'Retail cleaning',
  scene: 'A cleaner with a floor scrubber in a shop',
  description:
    'Cleaning for shops, supermarkets and centres: floors scrubbed after close, spills logged while you trade, glass done before the roller door goes up.',
  lead: 'For single shops, supermarkets and whole centres. Floors are scrubbed after close, a day porter deals with spills while you trade, and the glass is done before the roller door goes up.',
  facts: {
    'After close': 'finished, with the alarm set, before the delivery trucks arrive',
    'Spill log': 'each inspection timed, so that a claim can be answered',
    'Day porters': 'food court, toilets, entries, travelators',
    'One rate card': 'the same tasks and prices for each of your shops',
  },
  rooms: {
    title: 'What we clean, from the door inward',
    intro: 'Shoppers judge a shop by its first three metres and by its fitting rooms. So do we.',
    zones: {
      'Shopfront and entry': {
        tag: 'Before opening',
        tone: 'success',
        often: 'Every morning',
        tasks: [
          'Glass inside and out to two and a half metres, door tracks and handles',
          'Mats vacuumed both ways and lifted, the floor underneath dried',
          'Window displays: sills, lamp bases and the floor of the display, mannequins untouched',
        ],
      },
      'Sales floor': {
        tag: 'Slip risk',
        tone: 'warning',
        often: 'After close, spot cleaned while open',
        tasks: [
          'Auto-scrubbed with clean water for each aisle, squeegee lines dried by hand',
          'Under the lowest shelf and along gondola feet once a week',
          'Shelf edges, price rails and basket stacks wiped bay by bay',
        ],
      },
      'Fitting rooms and counters': {
        tag: 'High touch',
        tone: 'info',
        often: 'After close, mirrors at midday',
        tasks: [
          'Mirrors to the floor, hooks, stools, curtain edges and the track above',
          'Terminals, scanners and self-checkouts with a screen-safe product, power left on',
          'Pins, tags and hangers picked up before any machine goes in',
        ],
      },
      'Food court and supermarkets’ fresh areas': {
        tag: 'Food contact',
        tone: 'danger',
        often: 'Tables all day, full clean at night',
        tasks: [
          'Tables and high chairs cleaned, then sanitised; trays and bin flaps too',
          'Grease line behind bins and servery fronts degreased nightly',
          'Cool room floors and drains by hand, no hose near open food',
        ],
      },
      'Amenities and parents’ rooms': {
        tag: 'Public',
        tone: 'warning',
        often: 'Hourly while trading',
        tasks: [
          'Check sheet behind the door with time and initials',
          'Change tables, taps, locks and flush buttons disinfected',
          'Supplies refilled before they run out, blocked toilets marked with a sign and reported',
        ],
      },
      'Back of house and dock': {
        tag: 'Staff',
        tone: 'neutral',
        often: 'Twice a week',
        tasks: [
          'Staff room and lockers cleaned, fire stairs kept clear',
          'Dock swept, compactor surround washed to the right drain',
          'Cardboard flattened and baled if your staff are trained for it, otherwise stacked',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'Fashion store of 450 m² in a centre, open seven days with late trading on Thursday.',
    columns: ['Day', 'Week', 'Month', 'Quarter'],
    rows: [
      ['Entry glass, mats, mirrors, counters', yes, '', '', ''],
      ['Hard floor scrubbed, carpet vacuumed', yes, '', '', ''],
      ['Fitting rooms in full', yes, '', '', ''],
      ['Kickboards, plinths, under the lowest shelf', '', yes, '', ''],
      ['Light tracks, signs and vents above two metres', '', '', yes, ''],
      ['Carpet extraction in traffic lanes', '', '', yes, ''],
      ['Hard floor burnished or resealed', '', '', '', yes],
      ['Slip check of entries, wet and dry', '', '', '', yes],
    ],
  },
  method: {
    title: 'A night in the shop',
    intro: 'Order matters more than speed: dust falls, so floors come last and the door after them.',
    steps: {
      Close: 'Sign in with your closing staff, note what is wet, broken or open.',
      '+15 min': 'High dusting, shelves and fixtures, from the rear wall to the front.',
      '+60 min': 'Fitting rooms, mirrors, counters. Lost property bagged with aisle and time.',
      '+90 min': 'Pins and tags picked up, floor dust mopped, then scrubbed by lane.',
      '+150 min': 'Squeegee lines and edges by hand, floor dry before lights out.',
      Leave: 'Photograph of entry and tills, alarm set, exit time logged.',
    },
  },
  kit: {
    'floor-scrubber': {
      name: 'A scrubber for the lanes',
      text: 'It washes and picks the water up, so that the floor is dry by opening.',
    },
    'glass-cleaner-in-use': { name: 'Glass by hand', text: 'Entry doors, cabinets and mirrors, edges first.' },
    'lobby-dustpan': {
      name: 'Pins and tags first',
      text: 'Picked up by hand, before a machine can drag one across the floor.',
    },
  },
  standards: {
    intro: 'Most claims against retailers are for slips. These rules decide who is liable.',
    items: {
      'Work Health and Safety Act 2011':
        'Your duty covers customers as well as staff. The spill log shows what was looked at, when, and by whom.',
      'AS 4663:2013, slip resistance measurement of existing pedestrian surfaces':
        'If a floor is slippery when clean, polish is not the answer. We arrange a test and bring you the figures.',
      'Food Standards Code 3.2.2':
        'Food courts, delis and bakeries: cleaned, then sanitised, with a product meant for food contact surfaces.',
      'AS/NZS 3733:2018, cleaning of textile floor coverings':
        'Carpet tiles last if extraction is regular and drying is quick. Fans run until your opening hour.',
      'Centre rules and green leases':
        'Your landlord’s rules on dock times, noise, waste streams and products are written into the scope.',
    },
  },
  checklist: {
    title: 'Opening walk for store managers',
    intro: 'Five minutes before the door goes up. Walk in from outside, as a customer does.',
    groups: {
      'First three metres': [
        'Glass clear at child height and at the handles',
        'Mat flat, dry, edges not curled',
        'No dead flies or dust in the display',
        'Door track free of grit',
      ],
      Floor: [
        'No squeegee lines under raking light',
        'Corners and gondola feet without a grey edge',
        'Floor dry to the touch at the entry and fridges',
      ],
      'Fitting rooms and counter': [
        'Mirror clean down to the floor, no pins on the carpet',
        'Stool, hook and door edge clean to the touch',
        'Terminal and scanner glass clear',
      ],
      Log: [
        'Last night’s sheet signed, exit time filled in',
        'Yesterday’s spills logged with the times when they were found and dry',
        'Lost property handed over',
      ],
    },
  },
  questions: {
    'Can one contract cover all our shops?':
      'Yes: one scope, one rate card, one invoice split by store, and one supervisor for each area. Local differences such as dock hours go in an annex for each shop.',
    'What does a day porter do?':
      'Walks a fixed round of entries, aisles, toilets and food court, and responds to calls in between. Each round is logged at tags along the way, so gaps show. Porters carry spill pads, not only a mop.',
    'How do you prevent slips while we trade?':
      'Spills are guarded by a person until they are dry, not only by a sign. Wet weather mats go down before the rain, and machines run in closed aisles or not at all.',
    'Can you clean stone, timber and polished concrete?':
      'Yes, if we know which it is. Marble and terrazzo get neutral cleaner only, oiled timber is never flooded, and polished concrete is scrubbed with the pad that its densifier allows. We try a square metre first.',
    'Do you work with centre management?':
      'We do the inductions, insurance uploads and dock bookings ourselves. You are copied in, not put in the middle.',
    'What about sales, stocktakes and fit-outs?':
      'Tell us a week ahead and the hours move. Builders’ cleans after a fit-out are priced by the square metre, in two passes, because dust settles twice.',
  },
  quote: {
    title: 'Quote for a shop or a centre',
    points: [
      'A walk at closing time, when the floor tells the truth',
      'Price by store and by night, extras listed beside it',
      'A two-week trial in one shop before you decide for all',
    ],
  },
  related: {
    '/hospitality-cleaning': 'Cafés, kitchens and canopies in the same centre',
    '/government-cleaning': 'Customer centres and libraries in retail space',
    '/covid-cleaning': 'Touch point rounds in the flu season',
  },
};
