export interface Position {
  id: string;
  name: string;
  summary: string;
  facts: Readonly<Record<string, string>>;
  duties: readonly string[];
  bring: readonly string[];
  /** Equipment and training that the company provides. */
  provided: readonly string[];
}

const cleaners: Position = {
  id: 'cleaners',
  name: 'Cleaners',
  summary:
    'Regular work on one or two sites near home: a medical centre, a school, a supermarket or an office floor. You get to know the building, and the building gets to know you.',
  facts: {
    Where: 'Greater Sydney, Newcastle and Lake Macquarie, Wollongong and the Illawarra',
    Hours:
      'Part-time, full-time or casual. Early shifts from 4.30 am, evening shifts from 6 pm, day shifts in schools and hospitals; Monday to Friday, with weekends if you want them.',
    Roster:
      'Given to you in writing before you start. Part-time hours are agreed, and change only if both of us agree.',
    Award:
      'Cleaning Services Award 2020, with its penalty rates for early, late, night, weekend and public holiday work, its allowances, and superannuation on top.',
  },
  duties: [
    'Clean and disinfect washrooms, refill soap and paper, and report what is running low',
    'Wipe desks, counters, door plates and switches with a cloth of the right colour',
    'Vacuum carpet; sweep, mop or scrub hard floors, with signs out until they are dry',
    'Empty bins, keep recycling separate, and take both to the compound',
    'Dilute products as instructed and label the bottle',
    'Tick each task with its time, and report damage, leaks and hazards the same night',
    'Lock up, set the alarm and return the keys to their safe',
  ],
  bring: [
    'Photo ID and proof that you may work in Australia',
    'Bank, tax file number and superannuation details for your first day',
    'A police check from the last 12 months, or your consent to one that we lodge and pay for',
    'For schools and childcare: your Working with Children Check number',
    'For health and aged care: your immunisation record',
    'Closed, non-slip shoes',
  ],
  provided: [
    'Polos, gloves, eye protection, cloths and machines',
    'A paid induction on your site, then two shifts beside the crew leader',
    'Training in manual handling, chemicals and needlestick injuries',
  ],
};

const deepCleaners: Position = {
  id: 'covid-safe-deep-cleaners',
  name: 'Covid Safe Deep Cleaners',
  summary:
    'Planned deep cleans, and call-outs after a confirmed or suspected case: aged care, clinics, schools, workplaces. Careful, physical work in protective equipment, always in pairs.',
  facts: {
    Where: 'Anywhere between Newcastle and the Illawarra; we drive you in our van',
    Hours:
      'An on-call roster of evenings, nights and weekends, shared fairly, and planned deep cleans in the school holidays. Part-time or casual.',
    Roster: 'Published two weeks ahead. You say which nights you can take; turning down a call-out costs you nothing.',
    Award:
      'Cleaning Services Award 2020, at the level it sets for this work, with its minimum engagement for each call-out, penalty rates, allowances, and superannuation on top.',
  },
  duties: [
    'Set up a clean side and a dirty side before anybody goes in',
    'Put protective equipment on and take it off by the checklist, with a partner watching',
    'Clean first with detergent, then disinfect, and keep surfaces wet for the full contact time',
    'Work from clean to dirty and from high to low: touch points, furniture, soft furnishings, vents, floors',
    'Bag and label waste and used cloths as the site’s plan requires',
    'Write down product, batch, dilution and contact time for each room, with photos',
    'Walk the rooms with the supervisor before they are handed back',
  ],
  bring: [
    'Everything on the list for Cleaners',
    'Your vaccination record, where the site’s own rules ask for it',
    'Proof of infection control training if you have it; if not, you do ours before your first call-out',
    'A clean-shaven face where the respirator seals',
    'A driver licence helps but is not required',
  ],
  provided: [
    'Respirators with a fit test that we arrange and pay for',
    'Coveralls, eye protection and gloves, new for each room',
    'Paid training in infection prevention, and a practice run in an empty ward',
  ],
};

export const positions: readonly Position[] = [cleaners, deepCleaners];
