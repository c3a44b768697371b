import { type ServiceContent, yes } from './service-content.ts';

export const healthcare: ServiceContent = {
  path: '/healthcare-cleaning',
  title: 'Healthcare cleaning',
  scene: 'A cleaner disinfecting a bed rail in a ward',
  description:
    'Cleaning for practices, imaging, day surgeries and wards in Sydney, Newcastle and Wollongong: by risk zone, with listed disinfectants and recorded contact times.',
  lead: 'For general practices, specialist rooms, imaging, day surgeries and wards. We clean by risk zone, leave disinfectant wet for its full contact time, and write both down for your accreditation file.',
  facts: {
    'Four risk levels': 'each with its own frequency, equipment and colour',
    'Full contact times': 'times clocked, disinfectant never wiped off early',
    'Between cases': 'turnover cleans by a day crew, full cleans at night',
    'One folder': 'scope, safety data sheets, training and audits, ready for surveyors',
  },
  rooms: {
    title: 'What we clean, zone by zone',
    intro:
      'Rooms are graded by the risk to the patient in them, not by how dirty they look. Your scope lists every one.',
    zones: {
      'Theatres and procedure rooms': {
        tag: 'Extreme risk',
        tone: 'danger',
        often: 'Between cases, and in full after the last list',
        tasks: [
          'Table, mattress seams, arm boards, lights and pendants, from high to low and from clean to dirty',
          'Floor to one metre beyond the field between cases, wall to wall at night',
          'Anaesthetic and diathermy surfaces only once your staff hand them over',
          'Single-use mop heads, bagged at the door and counted out',
        ],
      },
      'Sterilising department': {
        tag: 'Extreme risk',
        tone: 'danger',
        often: 'Daily, after the last load is put away',
        tasks: [
          'From the sterile store back to the dirty receiving side, never the other way',
          'Shelves and trolleys damp wiped, nothing dusted dry near wrapped packs',
          'A second set of equipment that stays on the decontamination side',
        ],
      },
      'Wards and treatment rooms': {
        tag: 'High risk',
        tone: 'warning',
        often: 'Daily, touch points twice, in full at discharge',
        tasks: [
          'Bed rails, call bells, overbed tables, drip stands, light pulls and door plates',
          'Examination couch lifted and wiped underneath, paper roll replaced',
          'Ensuites last: basin, shower chair, rails, then the pan',
          'Privacy curtains inspected weekly and changed by the date on their label',
        ],
      },
      'Imaging and pathology': {
        tag: 'High risk',
        tone: 'warning',
        often: 'Every day of lists, before the first patient',
        tasks: [
          'Gantry covers, coils and bucky wiped with a product that the maker allows, on a damp cloth, never sprayed',
          'MRI rooms cleaned only by screened cleaners, with equipment marked MR safe',
          'Collection chairs, arm rests and sharps bin exteriors',
        ],
      },
      'Waiting rooms, toilets, reception': {
        tag: 'Medium risk',
        tone: 'success',
        often: 'Every visit, toilets checked again at midday',
        tasks: [
          'Chair arms, counter, payment terminal, check-in screens and pens',
          'Children’s corner: hard toys washed, soft ones bagged for you',
          'Entry glass, mats and hard floors, edges included',
        ],
      },
      'Offices and stores': {
        tag: 'Low risk',
        tone: 'neutral',
        often: 'Twice a week',
        tasks: ['Clear desks, kitchenette, bins and recycling', 'HEPA-filtered vacuum, skirtings once a month'],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'Day surgery with two procedure rooms, open six days. Yours follows your risk grading.',
    columns: ['Day', 'Week', 'Month', 'Quarter'],
    rows: [
      ['Touch points disinfected, contact time clocked', 'twice', '', '', ''],
      ['Procedure rooms, full clean after lists', yes, '', '', ''],
      ['Recovery bays, at each change of patient', yes, '', '', ''],
      ['Sharps and clinical waste to the locked store', yes, '', '', ''],
      ['Walls to two metres, vents, tops of cabinets', '', yes, '', ''],
      ['Curtains and blinds inspected, changed by date', '', '', yes, ''],
      ['Floors machine scrubbed, sealed where worn', '', '', '', yes],
      ['Audit with your infection control lead', '', '', yes, ''],
    ],
  },
  method: {
    title: 'How zones stay apart',
    intro: 'Cloths, mops and buckets carry a colour, and a colour never crosses its door.',
    isByColour: true,
    steps: {
      White: 'Theatres and procedure rooms. Single use, thrown away after each case.',
      Yellow: 'Isolation and known infection, with the precautions on the door sign.',
      Red: 'Toilets, showers, dirty utility rooms.',
      Green: 'Kitchens, pantries and drink stations.',
      Blue: 'Everything else. Cloths are folded in eight and each face is used once.',
      Wash: 'Cloths go to a laundry in closed bags after each shift. None is rinsed and used again.',
    },
  },
  kit: {
    'microfibre-cloths-colours': {
      name: 'A colour for each zone',
      text: 'Folded in eight, each face used once, then into the bag.',
    },
    'flat-mop': { name: 'A fresh mop head at each door', text: 'Single use in theatres, laundered everywhere else.' },
    'disinfectant-concentrate': {
      name: 'Listed, diluted, dated',
      text: 'The bottle says what it is, how strong, and when it was mixed.',
    },
  },
  standards: {
    intro: 'These decide the scope. We work to them and keep the records that your surveyor asks for.',
    items: {
      'Australian Guidelines for the Prevention and Control of Infection in Healthcare, NHMRC 2019':
        'The basis of risk grading, standard and transmission-based precautions, and the order of cleaning and disinfection.',
      'NSQHS Standards, Preventing and Controlling Infections':
        'Surveyors want cleaning schedules, training and audits of the environment. You get all three by room.',
      'NSW Health policy directive, Cleaning of the Healthcare Environment':
        'Functional areas, minimum frequencies and audit method. Binding for public facilities; we use it in private ones too.',
      'AS 5369:2023, reprocessing of reusable medical devices':
        'Replaced AS/NZS 4187 and 4815. We never reprocess instruments; we clean the rooms where you do, in the order that the standard sets.',
      'TGA-listed hospital grade disinfectants':
        'The scope names each product, its ARTG number, dilution and contact time. A product is changed only with your signature.',
    },
  },
  checklist: {
    title: 'A ten-minute walk of your clinic',
    intro: 'Use it on your own cleaners or on ours. Take a torch and a white cloth.',
    groups: {
      'Treatment room': [
        'Top of the examination light: no dust on the cloth',
        'Underside of the couch and its hinges: no splashes',
        'Sharps bin below the fill line, its outside and bracket clean',
        'Curtain label legible, date not passed',
      ],
      Bathroom: [
        'Underside of the grab rail clean to the wall plate',
        'Basin overflow and tap base free of scale',
        'Soap and towel dispensers filled, drip tray dry',
      ],
      'Waiting and reception': [
        'Chair arms not sticky, gaps beside cushions empty',
        'Payment terminal and screens without prints',
      ],
      'Cleaner’s room': [
        'Bottles labelled with product, dilution and date',
        'Mops hung to dry, colours kept apart',
        'Safety data sheets present and no older than five years',
        'Sign-off for last night complete, contact times filled in',
      ],
    },
  },
  questions: {
    'Which disinfectants do you use?':
      'Hospital grade disinfectants that are listed on the Australian Register of Therapeutic Goods, chosen with your infection control lead for the surface and the organism. For routine rooms detergent does most of the work: disinfecting a dirty surface is disinfecting the dirt.',
    'Can you clean while patients are here?':
      'Yes. Day cleaners take direction from the nurse in charge, use quiet cordless machines, and stay out of a room while care is given. They know to keep what they see and hear to themselves.',
    'Do your cleaners handle blood, waste and sharps?':
      'They clean spills with a kit that they are trained on, and move closed, labelled bags and bins. They never decant waste, press it down or pick up a sharp by hand. Your licensed contractor takes it from the store.',
    'Are your cleaners immunised?':
      'For healthcare sites we roster only people whose record meets the category of your facility, and show you that record before the first shift. They have the right to refuse, and then work elsewhere.',
    'What happens after a failed audit item?':
      'We put it right the same day and send you a photograph. If the same item fails twice in a month, the supervisor works beside the crew until it passes, at our cost.',
  },
  quote: {
    title: 'Quote for a healthcare site',
    points: [
      'A walk with a supervisor, outside consulting hours',
      'Scope by risk zone and a fixed monthly price in three working days',
      'A deep clean before the first shift, so that the first audit is a fair one',
    ],
  },
  related: {
    '/aged-care': 'Residential care beside the clinic, one supervisor for both',
    '/covid-cleaning': 'Respiratory outbreaks: isolation rooms and terminal cleans',
    '/government-cleaning': 'Community health centres with vetted crews',
  },
};
