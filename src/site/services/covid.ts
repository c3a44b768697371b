import { type ServiceContent, yes } from './service-content.ts';

export const covid: ServiceContent = {
  path: '/covid-cleaning',
  title: 'Covid cleaning',
  scene: 'A cleaner in a mask disinfecting the call panel of a lift',
  description:
    'Touch point rounds and outbreak cleaning for Covid, influenza and gastro: listed disinfectants, contact times on record, rooms handed back with a report.',
  lead: 'For workplaces and facilities with Covid, influenza or gastro in the building. We close off what must be closed, clean before we disinfect, clock the contact time, and hand each room back with a report.',
  facts: {
    'Two steps': 'detergent first, then disinfectant; fogging replaces neither',
    'Contact times clocked': 'start and end written down for each room',
    'Fit-tested crew': 'each respirator fitted to its wearer',
    'Handback report': 'product, times, names, photographs',
  },
  rooms: {
    title: 'What we clean, by what happened there',
    intro:
      'Most of these illnesses spread through the air, so we ask about ventilation before we ask about square metres.',
    zones: {
      'Rooms where somebody was ill': {
        tag: 'Closed until done',
        tone: 'danger',
        often: 'Once, after airing, as soon as it is safe',
        tasks: [
          'Windows or outside air opened first, entry kept shut, sign on the door',
          'From the door’s touch points inward, high to low, the person’s desk last',
          'Bedding and soft furnishings bagged in the room, steam only where the fabric allows',
          'Gowns, masks and cloths taken out in a closed bag at the end',
        ],
      },
      'Where they had been': {
        tag: 'Two days back',
        tone: 'warning',
        often: 'Once, traced with your HR or IPC lead',
        tasks: [
          'Meeting rooms, lifts, kitchen, toilets and vehicles that the person used',
          'Shared screens, phones, printer and coffee machine panels',
          'Lockers and hot desks cleared by their owner or by two of us',
        ],
      },
      'Shared touch points': {
        tag: 'High touch',
        tone: 'warning',
        often: 'Two to four rounds a day while the outbreak lasts',
        tasks: [
          'Door plates, lift panels, handrails, taps, flush buttons, fridge handles',
          'Payment terminals, turnstiles and visitor screens, shared pens taken away',
          'Cloth changed every ten surfaces, never dipped twice',
        ],
      },
      'Toilets and first aid rooms': {
        tag: 'Gastro',
        tone: 'danger',
        often: 'After each incident, then twice a day',
        tasks: [
          'Vomit cleaned up with a spill kit, two metres around it disinfected',
          'A product with a norovirus claim on its label where that is suspected',
          'Lid closed before flushing, brushes thrown away after the outbreak',
        ],
      },
      'Vehicles and plant': {
        tag: 'Small and shared',
        tone: 'info',
        often: 'Between crews',
        tasks: [
          'Wheel, gear lever, belts and buckles, handles inside and out',
          'Cabin filter changed by your workshop, recirculation off',
          'Two-way radios and tablets cleaned with wipes that the maker allows',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example:
      'A four-storey office, from the first case to the all-clear. Your IPC or safety lead decides when the next column applies.',
    columns: ['Normal', 'Season', 'Case', 'Outbreak'],
    rows: [
      ['Touch point rounds a day', '1', '2', '3', '4'],
      ['Toilets, full clean a day', '1', '1', '2', '2'],
      ['Affected rooms: clean and disinfect', '', '', yes, 'daily'],
      ['Crew kept to one floor', '', '', yes, yes],
      ['Masks worn by crew', '', '', yes, yes],
      ['Report by room', '', '', yes, yes],
      ['Call with your lead', '', 'week', 'day', 'day'],
    ],
  },
  method: {
    title: 'From your call to the handback',
    intro: 'The same six steps for one room or for a whole floor.',
    steps: {
      Call: 'You tell us who was ill, where they were and when, and how the rooms are ventilated. You get an exact arrival time.',
      Close: 'Doors signed, supply air left on, recirculating units off where your engineer agrees.',
      Dress: 'P2 or N95 respirator, eye protection, gown and gloves are put on in order, and taken off in order.',
      Clean: 'Detergent and microfibre. Soil shields what lives below it, so this step does most of the work.',
      Wait: 'Disinfectant goes on, and the surface stays wet for the time on the label, clocked by a second person.',
      'Hand back':
        'Your lead reopens the room. We e-mail you a report with product, ARTG number, times and photographs.',
    },
  },
  kit: {
    'disinfectant-spray': {
      name: 'Disinfectant with its ARTG number',
      text: 'The scope names the product and the minutes that it stays wet.',
    },
    goggles: {
      name: 'Eye protection, gown, respirator',
      text: 'Put on in order at the door, and taken off in order there.',
    },
    'clinical-bags': {
      name: 'Bags that close in the room',
      text: 'What was used inside leaves in them, and nothing is carried open.',
    },
  },
  standards: {
    intro: 'The emergency orders are over, but the duty to keep people safe is not. This is what we work by.',
    items: {
      'Work Health and Safety Act 2011':
        'Airborne and contact infection are hazards like any other: assess, control, consult. Our report is part of your record.',
      'Australian Guidelines for the Prevention and Control of Infection in Healthcare, NHMRC 2019':
        'Order of cleaning and disinfection, transmission-based precautions, spills. Written for health care, but sound elsewhere too.',
      'Therapeutic Goods (Standard for Disinfectants and Sanitary Products) (TGO 104) Order 2019':
        'A disinfectant may claim to kill a virus only if it is listed for that. We check the entry in the ARTG, not the front label.',
      'AS/NZS ISO 16975.3:2023, fit testing of respiratory protective devices':
        'A respirator protects only if it seals. Fit records of the crew come with the report if you want them.',
      'Safe Work Australia, model code on managing the work environment and facilities':
        'It treats ventilation, amenities and cleaning together. We tell you when opening a window is the better answer.',
    },
  },
  checklist: {
    title: 'The first hour, before a cleaner comes',
    intro: 'Print it and keep it with the first aid kit. Anyone who opens the building can do it.',
    groups: {
      Close: [
        'Door shut, sign up, time written on it',
        'Windows to outside open, or supply air on and recirculation off',
        'Nobody goes back in for a bag or a laptop',
      ],
      List: [
        'Rooms, lifts and vehicles used in the two days before',
        'Shared things handled: phone, headset, tools, kitchen',
        'Who was nearby and for how long, kept private',
      ],
      Call: [
        'IPC or safety lead informed',
        'Cleaner called and informed when the person was last in the room',
        'Building manager asked about ventilation',
      ],
      'Hand back': [
        'Report names rooms, product, ARTG number and times',
        'Surfaces dry, no residue on screens',
        'Bins relined, waste gone, sign taken down',
        'Ventilation back to its normal setting',
      ],
    },
  },
  questions: {
    'How long should a room stay closed before it is cleaned?':
      'Long enough for the air to change. With windows open or good mechanical supply that is often under an hour; without either, leave it longer. The advice of your public health unit comes first.',
    'Do you fog?':
      'Not instead of wiping. Fog reaches neither the underside of a handle nor what is under dirt, and leaves people breathing it. Health authorities advise against it as a routine, and we think they are right.',
    'Is your disinfectant proven against Covid?':
      'We use products that are listed in the Australian Register of Therapeutic Goods with the claim that the job needs, at the dilution and time of that listing. The number is in your report, so that you can look it up.',
    'Do we still need this in an ordinary office?':
      'Seldom in full. Daily cleaning of touch points, fresh air and sick people staying home do more than any special visit. We say so on the phone if that is our view of your case.',
    'Do you issue a clearance certificate?':
      'No, and nobody honestly can: there is no test for a room that is free of a virus. You get a report of what was done, with what, when and by whom.',
    'Can you be on standby for winter?':
      'Yes. A standby agreement fixes the call-out rate, the number of people, and the floors that they already know. In a month without a call you pay only for checking the kit.',
  },
  quote: {
    title: 'A case today?',
    points: [
      'Call us: a supervisor answers, even after hours',
      'Price by room or by crew hour, agreed before we start',
      'You get a report the same day, written for your safety file',
    ],
  },
  related: {
    '/healthcare-cleaning': 'Isolation rooms and terminal cleans in clinics',
    '/aged-care': 'Outbreak plans for residential homes',
    '/education-cleaning': 'Gastro and flu rounds in term time',
  },
};
