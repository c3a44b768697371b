import type { Questions } from './question.ts';

export const services: Questions = {
  'which-buildings': {
    question: 'Which buildings do you clean?',
    answer: [
      'Hospitals, clinics and day surgeries, aged care, schools and childcare, shops and shopping centres, council and government buildings, gyms and sports grounds, restaurants, pubs and hotels. Each kind has its own scope, checklist and training.',
      'We do not clean private homes, and we do not work higher than a pole reaches from the ground.',
    ],
  },
  'which-areas': {
    question: 'Where do you work?',
    answer: [
      'Greater Sydney from the CBD to Penrith, Newcastle with Lake Macquarie and Maitland, and Wollongong from Thirroul to Shellharbour. If your site is just outside, ask us: it depends on whether one of our crews already passes by.',
      'Supplies from our shop are delivered Australia-wide.',
    ],
  },
  'which-hours': {
    question: 'Can you clean outside our opening hours?',
    answer:
      'Yes, most of our work is done before opening or after closing. Tell us when the building is empty, when the alarm is set and whether machines would disturb the neighbours. If you also want somebody during the day, a day cleaner looks after washrooms, spills and touch points in between.',
  },
  'how-often': {
    question: 'How often should our building be cleaned?',
    answer: [
      'That depends on who uses it. Washrooms, kitchens and touch points need cleaning every day that they are used, and clinical rooms after every session. Offices with few visitors do well with two or three visits a week. Internal glass, vents and skirtings are weekly or monthly work; carpet extraction and vinyl sealing are done once or twice a year.',
      'During the site walk we write a frequency beside each task. You can raise or lower it and see how the price changes.',
    ],
  },
  'one-off': {
    question: 'Do you do one-off and periodic cleans?',
    answer:
      'Yes: stripping and sealing vinyl, carpet extraction, high dusting, cleaning after builders, deep cleans of kitchens and canopies, and school holiday cleans. They are quoted separately from the regular work, with a date and a finish time.',
  },
  'after-a-positive-case': {
    question: 'What happens when somebody on site has COVID-19?',
    answer:
      'Call us; the mobile is answered at night and on weekends. Close the rooms that the person used and air them if you can. Two deep cleaners wash the surfaces first, then disinfect them with a listed product for its full contact time, and hand each room back with photos and a record of the product, batch and time.',
  },
};

export const contracts: Questions = {
  'how-is-the-price-set': {
    question: 'How is the price set?',
    answer: [
      'We measure the areas, count fittings and multiply each task by the time it takes and by how often it is done. The hours are paid under the Cleaning Services Award 2020; materials, machines, supervision and insurance are added. The quote shows the hours, so that you can compare it with others.',
      'The result is one fixed monthly price including GST. It changes only with the scope and, once a year, with the award. We tell you in writing beforehand.',
    ],
  },
  'what-does-a-quote-cost': {
    question: 'What does a quote cost, and how long does it take?',
    answer:
      'Nothing. A supervisor calls within one working day, walks the site with you for about an hour, and sends the scope and the price within three working days of the walk.',
    more: { label: 'Ask for a site walk', to: '/contact-us/' },
  },
  'lock-in': {
    question: 'Is there a lock-in period?',
    answer:
      'No. In the first 90 days, either side can end the contract with a week’s notice, and after that with 30 days’ notice. We hand over keys, codes, registers and data sheets on the last day.',
  },
  'what-if-something-is-missed': {
    question: 'What if something is missed?',
    answer:
      'Tell the crew leader or your supervisor, with a photo if you have one. We put it right the same day at our cost. After three misses in a month, the supervisor stays on site until they stop.',
  },
  'changing-the-scope': {
    question: 'Can we change the scope during a contract?',
    answer:
      'Yes, at any time. Both sides sign a new page of the list, which adds tasks, removes them or changes how often they are done, from the next month. Cleaning up after a function, a flood or painters is extra work: you get a price first, unless you tell us to start at once.',
  },
  consumables: {
    question: 'Who supplies toilet paper, soap and bin liners?',
    answer:
      'Either of us. We can bring them and charge for what was used, or you buy them, and the crew refills the dispensers and tells you what is running low. Everything that our crews use is also in our shop.',
    more: { label: 'Visit the shop', to: '/shopping/products/all' },
  },
};

export const people: Questions = {
  'which-checks': {
    question: 'Which checks do your cleaners pass?',
    answer:
      'Everybody proves their identity and their right to work in Australia, and passes a nationally coordinated police check before the first shift. On sites with children they hold a Working with Children Check, which we verify with the state that issued it; in health and aged care they have an immunisation record. The supervisor keeps the register for your site and shows it to your auditor.',
  },
  'same-people': {
    question: 'Will the same people come each time?',
    answer:
      'Yes. A crew belongs to a site. When somebody is on leave, the replacement walks the building with the crew leader first. You hear from us before a new face has your keys.',
  },
  'keys-and-alarms': {
    question: 'How do you look after keys, cards and alarm codes?',
    answer:
      'Keys and cards carry a number, never your address, and stay in a locked safe. Each handover is signed for. Alarm codes are given to the crew leader and one deputy, and we ask you to change them when one of the two leaves.',
  },
  insurance: {
    question: 'Are you insured?',
    answer:
      'Yes: public liability, and workers compensation as New South Wales law requires. Certificates of currency come with every quote and again at each renewal.',
  },
  'how-are-cleaners-paid': {
    question: 'How are your cleaners paid?',
    answer:
      'Under the Cleaning Services Award 2020, as our own employees, with its penalty rates, allowances and superannuation. We do not pass work on to subcontractors, so the people on the checklist are the people on our payroll.',
    more: { label: 'Work with us', to: '/careers/' },
  },
};

export const safety: Questions = {
  'which-disinfectants': {
    question: 'Which disinfectants do you use?',
    answer: [
      'For health and aged care, products that are listed in the Australian Register of Therapeutic Goods as hospital grade. Elsewhere a neutral detergent does most of the work, because little survives on a clean and dry surface; disinfectant is for touch points, washrooms and after illness.',
      'Your scope names every product with its dilution and contact time.',
    ],
  },
  'contact-time': {
    question: 'What is contact time, and why do you write it down?',
    answer:
      'It is how long a surface has to stay wet for a disinfectant to do what its label says, often ten minutes. A quick wipe leaves a surface that smells right and is not disinfected. The time on the checklist is the proof that it was left to work.',
  },
  'colour-code': {
    question: 'What do the colours of cloths and mops mean?',
    answer:
      'Red is for toilets and washrooms, yellow for isolation rooms and anything infectious, green for kitchens and food, blue for everywhere else. A cloth is never used outside the area of its colour, and used cloths leave in a bag of the same colour.',
  },
  'safety-data-sheets': {
    question: 'Where do I find safety data sheets?',
    answer:
      'On contract sites they are in the chemical register, in the cleaners’ room, with the spill plan. For products from our shop they are on the product’s page, and the e-mail that confirms your order links to them. If yours is older than five years, look there for a newer one.',
  },
  'mixing-products': {
    question: 'Can I mix two products to make them stronger?',
    answer: [
      'Never. Bleach gives off chlorine gas with acids such as toilet cleaner or descaler, and chloramines with ammonia. Even where no gas forms, most mixtures cancel each other out. Rinse the surface and the bottle before you change products.',
      'If somebody has breathed in fumes or swallowed a product, call the Poisons Information Centre; in an emergency call triple zero.',
    ],
  },
  'fragrance-free': {
    question: 'Can you work without fragrance, or around allergies?',
    answer:
      'Yes. Tell us which rooms and which substances. We write a fragrance-free or latex-free scope for them, and it comes first in the crew’s induction.',
  },
};
