import { type ServiceContent, yes } from './service-content.ts';

export const sports: ServiceContent = {
  path: '/sports-cleaning',
  title: 'Sports cleaning',
  scene: 'A cleaner with a court mop in a sports hall',
  description:
    'Cleaning for gyms, pools, courts, clubs and grandstands: change rooms between fixtures, court floors by the maker’s rules, stands cleared before morning.',
  lead: 'For gyms, aquatic centres, indoor courts, clubs and grounds. Change rooms are turned around between fixtures, courts are cleaned the way their maker allows, and the stand is clear before the gulls find it.',
  facts: {
    'By the fixture list': 'crews rostered to your draw, not to a fixed week',
    'Court-safe method': 'measured moisture, the right pad, no residue on the line',
    'Skin contact first': 'mats, benches and bars come before floors',
    'Match-day crew': 'toilets and bars during play, stands after it',
  },
  rooms: {
    title: 'What we clean, from the court outward',
    intro: 'Sweat, turf and chlorine each leave something different behind. The scope is split by surface.',
    zones: {
      'Change rooms and showers': {
        tag: 'Wet, bare feet',
        tone: 'danger',
        often: 'Between fixtures, in full every night',
        tasks: [
          'Benches, hooks, lockers and massage tables disinfected, undersides included',
          'Shower walls and floors scrubbed against tinea and soap film, then squeegeed',
          'Drain grates lifted, hair and tape removed, traps flushed',
          'Strapping tape, mouthguards and blood: removed with gloves, a spill kit and a closed bag',
        ],
      },
      'Gym floor and studios': {
        tag: 'Skin contact',
        tone: 'warning',
        often: 'Daily, touch points through the day',
        tasks: [
          'Grips, seats, screens and free weights wiped with a product that does not crack rubber',
          'Mats cleaned on both sides, hung to dry, never stacked damp',
          'Rubber floor vacuumed, then scrubbed with little water, no solvent, no polish',
        ],
      },
      'Indoor courts': {
        tag: 'Sprung timber',
        tone: 'info',
        often: 'Dust mopped before each session, washed weekly',
        tasks: [
          'Wide mop along the boards, dust lifted at the end line and not shaken out',
          'Damp mopped with well-wrung microfibre, or scrubbed by machine on a low water setting',
          'Heel marks removed by hand, tape residue without any solvent on the lacquer',
          'Run-off areas and the bays of retracted seating vacuumed',
        ],
      },
      'Pool hall and surrounds': {
        tag: 'Slip risk',
        tone: 'warning',
        often: 'Daily before the first swimmers',
        tasks: [
          'Concourse scrubbed with a brush that reaches the profile of the tile',
          'Scum line, gutters and starting blocks cleaned with your pool operator’s chemicals, never ours',
          'Nothing rinsed into the pool: everything is washed toward the floor waste',
        ],
      },
      'Grandstands and terraces': {
        tag: 'After the crowd',
        tone: 'success',
        often: 'The night of the event',
        tasks: [
          'Litter picked up row by row, drink containers kept separate for the deposit scheme',
          'Seats wiped, chewing gum and bird droppings removed before the wash',
          'Pressure wash from the top tier down, drains guarded',
        ],
      },
      'Clubrooms, bars, corporate boxes': {
        tag: 'Functions',
        tone: 'neutral',
        often: 'Before and after each booking',
        tasks: [
          'Bar fronts, glass washer surrounds, carpets and trophy glass',
          'Kitchens cleaned to the same scope as our hospitality service',
          'First aid and doping control rooms closed, cleaned and sealed',
        ],
      },
    },
  },
  schedule: {
    title: 'How often',
    example: 'Two-court hall with gym and change rooms, 6 am to 10 pm, competition on three evenings.',
    columns: ['Day', 'Fixture', 'Week', 'Season'],
    rows: [
      ['Gym touch points and mats', '4 times', '', '', ''],
      ['Change rooms, benches to drains', yes, yes, '', ''],
      ['Court dust mopped', yes, yes, '', ''],
      ['Court washed', '', '', yes, ''],
      ['Retractable seating pulled out and vacuumed', '', '', '', '2 times'],
      ['Lockers emptied after notice and washed', '', '', '', yes],
      ['High glass, beams, netting and scoreboards', '', '', '', yes],
      ['Turf combed, infill topped up by your groundsman', '', '', yes, ''],
    ],
  },
  method: {
    title: 'Match day, by the clock',
    intro: 'An example for an afternoon fixture with one stand open. The supervisor stays until the last bin is gone.',
    steps: {
      '4 h before': 'Stand inspected, seats wiped, bins lined, dew dried from the walkways.',
      '1 h before': 'Change rooms checked with the team managers, toilets stocked and signed.',
      Play: 'Attendants in toilets and bars. No trolley on a concourse during breaks.',
      Siren: 'Change rooms as each team leaves, the referees’ room last.',
      '+1 h': 'Litter pick from the top tier down, containers sorted, lost property tagged.',
      '+5 h': 'Wash down, drains cleared, report with photographs by row.',
    },
  },
  kit: {
    'pressure-washer': { name: 'Water under the seats', text: 'Concourses and tiers, washed down towards a drain.' },
    'wheelie-bin': {
      name: 'Bins that move with the crowd',
      text: 'Lined before the gates open, sorted after the siren.',
    },
    'yard-broom': { name: 'A broom for each tier', text: 'From the top down, before anything gets wet.' },
  },
  standards: {
    intro: 'A floor maker’s warranty is as binding here as a law. We ask for both.',
    items: {
      'Floor and turf makers’ care instructions':
        'Moisture, pads and products for timber, rubber, vinyl and synthetic turf. They are attached to the scope.',
      'AS 4663:2013, slip resistance measurement of existing pedestrian surfaces':
        'Concourses, showers and ramps can be tested wet. If our cleaning lowers the figure, we change it.',
      'Public Health Regulation 2022 (NSW)':
        'Governs public pools and spas. Your pool operator is responsible for the water and approves our products before we use them.',
      'Work Health and Safety Act 2011':
        'Work at height in stands and nets, pool chemical stores, crowds: each with its own risk assessment.',
      'TGA-listed disinfectants':
        'For change rooms and mats, with the claim against fungi or the organism in question on the label.',
    },
  },
  checklist: {
    title: 'Duty manager’s round',
    intro: 'Take your shoes off for the second part. It changes what you notice.',
    groups: {
      'Court and gym': [
        'White sock dragged a metre: no grey',
        'No haze on the lacquer under the lights',
        'Bench pads and grips dry, not tacky, no cracks',
        'Mats hang apart, underside clean',
      ],
      'Change room, barefoot': [
        'Floor not slimy at the edge of the shower',
        'Grates free of hair, water runs off within a minute',
        'Underside of benches free of gum and tape',
        'Lockers smell of nothing',
      ],
      'Pool side': [
        'No puddles where people walk',
        'Grab rails and ladders clean to the water',
        'Chemical store locked',
      ],
      Stand: [
        'Under-seat void clear in a row picked at random',
        'Stairs and nosings clean and dry',
        'Bin surrounds washed, no wasps',
      ],
    },
  },
  questions: {
    'How do you turn a change room around in twenty minutes?':
      'Two people, one direction. The first clears and sprays benches and showers from the far wall, the second follows when the contact time is up, wipes, squeegees and restocks. Drains wait for the night.',
    'Will washing make our court slippery?':
      'It does the opposite if no residue is left. We measure the product, use little water, change pads often, and do not let anybody on until the boards are dry. Players’ shoes bring more dust than you think, so mats at the doors are part of the scope.',
    'Do you clean synthetic turf?':
      'Litter, leaves, spills, and the combing that the maker asks for. Infill levels and seams are for your turf contractor; we report what we see.',
    'A player has a skin infection. What do you do?':
      'Mats, benches and shared gear are cleaned, then disinfected with a product that is listed for the purpose, and left wet for its time. We also look at how mats dry, because damp mats are where infections come back.',
    'Can you handle finals and concerts?':
      'Yes, from your forecast of the crowd. Extra hands come from our own relief list, inducted before the gates open, with the price per crowd band agreed in the contract.',
  },
  quote: {
    title: 'Quote for a venue',
    points: [
      'A walk after training, when the change rooms are at their worst',
      'Price by day, by fixture and by crowd band',
      'Your floor and turf care sheets read before we give a price',
    ],
  },
  related: {
    '/hospitality-cleaning': 'Canteens, bars and function kitchens',
    '/education-cleaning': 'School halls and pools let to clubs',
    '/government-cleaning': 'Council grounds and amenity blocks',
  },
};
