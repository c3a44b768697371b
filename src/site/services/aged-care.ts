import { type ServiceContent, yes } from './service-content.ts';

export const agedCare: ServiceContent = {
  path: '/aged-care',
  title: 'Aged care cleaning',
  scene: 'A cleaner wiping a side table while a resident has her tea',
  description:
    'Cleaning for residential aged care: the same faces every day, residents asked first, outbreak-ready, and records for the strengthened Quality Standards.',
  lead: 'For residential homes, respite and retirement villages. The room is somebody’s home, so the same cleaner knocks every day, asks first, and puts the photographs back where they stood.',
  facts: {
    'Same faces': 'one cleaner per wing, and one trained relief who has met the residents',
    'Daylight hours': 'around care, meals and rest, not before breakfast',
    'Outbreak kit on site': 'sealed, dated and checked each month',
    'Records by room': 'for Standard 4, printed or by e-mail',
  },
  rooms: {
    title: 'What we clean, room by room',
    intro:
      'The order of the day follows the residents, not the corridor. Preferences are written on the back of the room card.',
    zones: {
      'Residents’ rooms': {
        tag: 'Somebody’s home',
        tone: 'info',
        often: 'Daily, at a time the resident chose',
        tasks: [
          'Overbed table, bedside, call bell, remote control, bed rails and chair arms',
          'Floor clear and dry, no cords or slippers on the way to the bathroom',
          'Frames and ornaments lifted one at a time and put back',
          'Full clean of bed base and mattress when the linen is changed',
        ],
      },
      'Ensuites and assisted bathrooms': {
        tag: 'Wet and high touch',
        tone: 'warning',
        often: 'Daily, assisted bathrooms after each session',
        tasks: [
          'Grab rails on all sides, shower chair, hoist handset and sling hooks',
          'Raised toilet seat taken off and washed underneath',
          'Floor squeegeed dry before anybody is let back in',
          'Shower heads descaled each quarter, unused outlets flushed weekly',
        ],
      },
      'Dining rooms and serveries': {
        tag: 'Food contact',
        tone: 'success',
        often: 'After each meal',
        tasks: [
          'Tables, chair arms and the handles of walkers parked at the door',
          'Servery surfaces cleaned, then sanitised with a food-safe product',
          'Floor under tables vacuumed, spots mopped, signs up until dry',
        ],
      },
      'Dementia support units': {
        tag: 'Calm first',
        tone: 'info',
        often: 'Daily, paused when somebody is unsettled',
        tasks: [
          'Locked trolley never out of the cleaner’s sight, nothing left within reach',
          'No loud machine, no strong scent, no floor so glossy that it looks wet',
          'Memory boxes and sensory items cleaned by hand with neutral detergent',
        ],
      },
      'Lounges, corridors, lifts': {
        tag: 'Shared',
        tone: 'neutral',
        often: 'Daily, handrails twice',
        tasks: [
          'Handrails along their full length and underneath, lift buttons, door plates',
          'Upholstery vacuumed weekly, stains removed the day they are seen',
          'Visitors’ toilets, sign-in screen and hand rub stations filled',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'A home of 60 beds in three wings, cleaned seven days a week.',
    columns: ['Day', 'Week', 'Month', 'Quarter'],
    rows: [
      ['Rooms and ensuites', yes, '', '', ''],
      ['Handrails, lift buttons and other touch points', 'twice', '', '', ''],
      ['Dining tables, chairs and floor', '3 meals', '', '', ''],
      ['Wheelchairs, walkers, hoist frames wiped down', '', yes, '', ''],
      ['Mattress, bed base and behind the wardrobe', '', '', yes, ''],
      ['Outbreak kit opened, counted and resealed', '', '', yes, ''],
      ['Carpets and armchairs by hot water extraction', '', '', '', yes],
      ['Audit walk with your IPC lead', '', '', yes, ''],
    ],
  },
  method: {
    title: 'The first day of an outbreak',
    intro: 'Your IPC lead declares it. From that call on, this is what our crew does without being asked again.',
    steps: {
      'Hour 0':
        'The supervisor is notified, the outbreak kit is opened, and each affected room gets its own yellow set.',
      'Hour 1': 'Crews are split: people who work in the affected wing work nowhere else until it is over.',
      'Hour 2':
        'Touch points in shared areas go to four times a day. For gastro, we use a product with a norovirus claim on its label.',
      'Each day': 'Well rooms first, affected rooms last. Gowns and gloves off at the door, cloths bagged in the room.',
      'Day end': 'A room-by-room sheet, with the product, time and initials for each, goes only to your IPC lead.',
      'All clear':
        'Terminal clean: curtains down, mattress both sides, walls as high as we can reach, then the kit is restocked.',
    },
  },
  kit: {
    'mop-pads-colours': {
      name: 'A pad for each room',
      text: 'It is laid out clean at the door and bagged after one room.',
    },
    'surface-wipes': {
      name: 'Wipes for touch points',
      text: 'For rails, walkers and remote controls, between the full cleans.',
    },
    'nitrile-gloves': { name: 'Gloves that stay behind', text: 'Changed at every door, with hands washed in between.' },
  },
  standards: {
    intro: 'You answer to the Commission for a clean and safe home. We plan the work by these rules.',
    items: {
      'Strengthened Aged Care Quality Standards, in force since 1 November 2025':
        'Standard 4, The Environment: a clean, safe, comfortable home (outcome 4.1) and infection prevention and control (outcome 4.2).',
      'Aged Care Act 2024, Statement of Rights':
        'Privacy, dignity and a say in daily life. A resident who says no today has been asked, and the room card says so.',
      'Aged Care Infection Prevention and Control Guide, ACSQHC 2024':
        'How standard and transmission-based precautions work in a home rather than a hospital. Our training follows its chapters.',
      'Food Standards Code 3.2.2, and 3.3.1 for vulnerable people':
        'Serveries are cleaned to your food safety program, with its forms, not ours.',
      'Worker screening':
        'A police check or NDIS worker screening clearance before the first shift, renewed by date, with the register open to you.',
    },
  },
  checklist: {
    title: 'A walk through one wing',
    intro: 'Sit down in the armchair once. Much of what a resident sees is missed standing up.',
    groups: {
      'From the chair': [
        'Underside of the overbed table clean',
        'Call bell, remote and light switch not sticky',
        'Photographs dust free and where the family put them',
        'Window sill and blind cord clean at eye height',
      ],
      Ensuite: [
        'Shower chair clean below the seat and around the screws',
        'Grab rail without film, wall fixings without rust',
        'Floor dry to the edges, waste grate clear, no smell',
      ],
      'Corridor and dining': [
        'Underside of the handrail: a white cloth stays white',
        'Walker and wheelchair frames free of food',
        'Hand rub filled at every station',
      ],
      'With the cleaner': [
        'Trolley locked, nothing on top but what is in use',
        'Knows which residents prefer afternoons',
        'Can say the contact time of the product in hand',
        'Outbreak kit sealed, seal dated this month',
      ],
    },
  },
  questions: {
    'What if a resident does not want the room cleaned today?':
      'Then it is not. The cleaner offers another time, empties the bin if that is welcome, and writes it down. After the second day in a row we tell the nurse in charge, because it may mean something.',
    'Do you replace our own cleaners or work beside them?':
      'Either. Some homes keep their daily cleaners and give us carpets, high dusting, windows and terminal cleans. If your people move to us, we talk about their hours and entitlements before anything is signed.',
    'How quickly do you come in an outbreak?':
      'The crew on site changes over within the hour, because the kit is already there. Extra people are in the contract: how many, by when, and at what rate is agreed before you need them.',
    'What will an assessor see of your work?':
      'The schedule by room, initials for each day, training records of the people rostered, safety data sheets, the monthly audit and what was done about its findings. Families may see the audit too, if you wish.',
    'Do the products smell?':
      'As little as we can arrange. Neutral detergents for daily work, no perfumed sprays, disinfectant where a risk calls for it. Strong scent confuses some residents and helps nobody.',
  },
  quote: {
    title: 'Quote for a home',
    points: [
      'We walk each wing with your manager and IPC lead',
      'Hours by wing and day, so that you can see who is there when',
      'Two weeks of overlap, so that residents meet their cleaner first',
    ],
  },
  related: {
    '/healthcare-cleaning': 'Clinics, allied health and day hospitals on the same grounds',
    '/covid-cleaning': 'Extra crews when a wing has to be isolated',
    '/hospitality-cleaning': 'Production kitchens, canopies and cafés for visitors',
  },
};
