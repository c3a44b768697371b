import { type ServiceContent, yes } from './service-content.ts';

export const government: ServiceContent = {
  path: '/government-cleaning',
  title: 'Government cleaning',
  scene: 'A cleaner with a pass wiping the glass of a council counter',
  description:
    'Vetted cleaning crews for council chambers, libraries, courts, customer centres and depots, with tender schedules, wage records and reports by asset.',
  lead: 'For councils and agencies: customer centres, chambers, libraries, courts, depots and public amenities. Vetted people, priced by asset, with records that stand up in an audit of your spending.',
  facts: {
    'Vetted by name': 'police checks for all, agency clearance where you sponsor it',
    'Priced by asset': 'your asset numbers on the schedule and the invoice',
    'Award wages shown': 'pay records open to inspection on request',
    'Public hours': 'day attendants for libraries, foyers and amenities',
  },
  rooms: {
    title: 'What we clean, asset by asset',
    intro: 'One contract may cover a heritage chamber and a toilet block in a park. Each has its own method statement.',
    zones: {
      'Customer centres and foyers': {
        tag: 'Public',
        tone: 'success',
        often: 'Nightly, touch points at noon',
        tasks: [
          'Counters, screens, ticket machine, pens and payment terminals',
          'Interview rooms between bookings: table, chair arms, duress button left alone',
          'Stone and terrazzo washed with neutral cleaner only, floor under mats cleaned too',
        ],
      },
      'Chambers and hearing rooms': {
        tag: 'Sitting days',
        tone: 'info',
        often: 'Before each sitting, dusted weekly',
        tasks: [
          'Benches, microphones and public gallery before the doors open',
          'Timber fed twice a year, never with silicone; brass cleaned as your conservator advises',
          'Papers, even waste paper, stay where they are unless they are in a marked bin',
        ],
      },
      'Libraries and galleries': {
        tag: 'Collections',
        tone: 'warning',
        often: 'Daily before opening',
        tasks: [
          'Public computers, returns chute, self-check screens, reading tables',
          'Shelves dusted dry with a brush and HEPA vacuum, one bay a day, books put back in order',
          'No sprays within two metres of a showcase or a painting',
        ],
      },
      'Offices and secure areas': {
        tag: 'Escorted or cleared',
        tone: 'danger',
        often: 'Within your access hours',
        tasks: [
          'Signed in and out, phones left in the locker where you ask for it',
          'Only clear desks cleaned; any document in sight is left alone and reported',
          'Classified waste never handled: your contractor moves the locked bin',
        ],
      },
      'Depots and workshops': {
        tag: 'Plant and oil',
        tone: 'warning',
        often: 'Daily amenities, weekly floors',
        tasks: [
          'Crib rooms, lockers and showers before the early crew',
          'Oil soaked up with absorbent, never hosed into the stormwater drain',
          'Toolbox talk and site induction with your own people',
        ],
      },
      'Parks and public amenities': {
        tag: 'Open to all hours',
        tone: 'neutral',
        often: 'One to three times a day, depending on the season',
        tasks: [
          'Toilets, parents’ rooms and accessible facilities, with a sharps sweep first',
          'Graffiti photographed, offensive tags removed the same day',
          'Barbecues scraped and degreased, benches and bubblers wiped',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'A council’s library, chamber and four amenity blocks, as they would appear in a tender schedule.',
    columns: ['Day', 'Week', 'Month', 'Year'],
    rows: [
      ['Library, public areas and toilets', yes, '', '', ''],
      ['Amenity blocks, summer', '3 times', '', '', ''],
      ['Amenity blocks, winter', yes, '', '', ''],
      ['Chamber before a sitting', 'on call', '', '', ''],
      ['Shelves and high ledges, by bay', '', yes, '', ''],
      ['Carpet and upholstery in public areas', '', '', '', '2 times'],
      ['Facade glass to the second floor', '', '', '', '4 times'],
      ['Report by asset, with defects seen', '', '', yes, ''],
    ],
  },
  method: {
    title: 'Access, keys and people',
    intro: 'What your security manager will ask, answered before the site walk.',
    steps: {
      People: 'A list of names with the dates of their checks. Anybody who fills in for a night is on the same list.',
      Clearance: 'National police check for all. Baseline vetting where your agency sponsors it under its own policy.',
      Keys: 'Held in your key safe or our logged one, by number, counted each shift.',
      Passes: 'Worn and visible, given back the day somebody leaves the contract.',
      Incidents: 'Reported within the hour to the contact on your card, in writing by the morning.',
      Confidentiality: 'Each cleaner signs a deed, after it has been explained in their own language.',
    },
  },
  kit: {
    'janitor-cart': { name: 'One trolley a floor', text: 'It is never left unattended on a public floor.' },
    'upright-vacuum': {
      name: 'Carpet, floor by floor',
      text: 'Walkways are vacuumed at every visit, whole floors as planned.',
    },
    'bin-liners-tied': {
      name: 'We empty only the bins in our contract',
      text: 'Secure paper bins stay closed and go with your own contractor.',
    },
  },
  standards: {
    intro: 'Public money calls for more paperwork than most. We answer these points in every tender.',
    items: {
      'Work Health and Safety Act 2011':
        'Risk assessments, safe work method statements for work at height, and consultation with your own duty holders.',
      'Cleaning Services Award 2020 and Fair Work Act 2009':
        'Classifications, shift loadings and minimum engagements, with time and wage records you may sample.',
      'Contract Cleaning Industry (Portable Long Service Leave Scheme) Act 2010 (NSW)':
        'Our cleaners’ service is recorded with the scheme, so it follows them if the contract changes hands.',
      'Modern Slavery Act 2018 (NSW and Commonwealth)':
        'No layers of subcontracting. If a specialist is needed, we tell you who it is, and you agree first.',
      'Protective Security Policy Framework':
        'Applies to Commonwealth entities. We follow what your security adviser writes into the contract from it.',
      'ISO 9001, ISO 14001 and ISO 45001':
        'Our procedures follow these three standards. We are aligned, not certified, and say so in returnable schedules.',
    },
  },
  checklist: {
    title: 'Contract manager’s walk',
    intro: 'One asset, fifteen minutes, the same questions each month. Photograph what fails, with the asset number.',
    groups: {
      'Public counter': [
        'Glass and screens without prints at seated height',
        'Queue posts, pens and terminals clean to the touch',
        'Mat wells free of grit',
        'Toilets: last round signed off',
      ],
      Library: [
        'Top shelf and book tops: a brush comes away clean',
        'Returns chute wiped, children’s corner mats clean underneath',
        'Keyboards and mice clean between keys',
      ],
      'Amenity block': [
        'Sharps sweep in the log, sharps unit not full',
        'Door locks work; defects already reported',
        'Floor drains run, no pooled water',
        'Offensive graffiti gone or job number given',
      ],
      Records: [
        'Names on site match the cleared list',
        'Key register agrees with the safe',
        'Last month’s defects closed or given a date',
      ],
    },
  },
  questions: {
    'Do you subcontract?':
      'Not the cleaning. People are employed by us under the award. Rope access, sharps disposal and sanitary units are specialist services; for those we name the firm in the tender and change it only with your consent.',
    'Can you price to our schedule of rates?':
      'Yes, in your spreadsheet and by your asset numbers, with provisional items for events, storms and elections. Rates hold for the term apart from award increases, which we show line by line.',
    'How do you clean heritage interiors?':
      'With less. Soft brushes, HEPA vacuum and damp cotton come before any product. The method statement is agreed with your heritage adviser, and whatever is loose, flaking or unknown is left alone and reported.',
    'What about the people who clean for us today?':
      'If the contract changes hands we offer interviews to the present crew first. Their portable long service leave continues, and you keep people who know the building.',
    'Can you come after a storm or a protest?':
      'There is an after-hours number that reaches a supervisor. Call-outs are in the schedule of rates, with response times by zone that we can keep, not ones that look good in a tender.',
  },
  quote: {
    title: 'Tender or quote',
    points: [
      'Returnable schedules completed in your format',
      'Site visits by asset list, with your contract manager',
      'Insurance certificates and check registers supplied with the offer',
    ],
  },
  related: {
    '/sports-cleaning': 'Council pools, stadiums and sports grounds',
    '/education-cleaning': 'Preschools and libraries shared with schools',
    '/covid-cleaning': 'Emergency cleaning of counters and vehicles',
  },
};
