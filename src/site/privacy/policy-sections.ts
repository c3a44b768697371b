import type { TextSectionProps } from '../text-section.tsx';

type PolicySection = TextSectionProps & { id: string };

/** The sections above the list of cookies. */
export const sectionsBeforeCookies: readonly PolicySection[] = [
  {
    id: 'what-it-covers',
    title: 'What this policy covers',
    paragraphs: [
      'This policy says how we handle personal information under the Privacy Act 1988 (Cth) and the thirteen Australian Privacy Principles in it. It covers this website, the shop, accounts, forms, job applications and our work on clients’ sites.',
      'You may read the whole site without telling us who you are, and order without an account. Where we cannot do what you ask without a name, an address or an e-mail, we say so beside the field.',
    ],
  },
  {
    id: 'what-we-collect',
    title: 'What we collect',
    paragraphs: ['We collect what you type, draw or upload, and a few technical records that the site needs to work:'],
    items: [
      'Accounts: first and last name, e-mail and mobile; for company accounts the company’s name and address. Your password is stored only as a hash, from which nobody can read it.',
      'Signed-in sessions: when a session began and was last used, its IP address and the name of the browser, so that you can see and end it.',
      'Orders: billing and delivery details, what you bought and at what price, promo codes, the IP address that the order came from, and the brand and last four digits of the card. Card numbers and security codes are never stored or logged.',
      'Enquiries: company, name, e-mail, phone, mobile and message.',
      'Forms: your answers, the files that you attach and the signatures that you draw.',
      'Job applications: what the application form asks for. Police checks, Working with Children Check numbers and immunisation records are collected with your consent and only where a position needs them.',
      'Server logs: one line for each request with the time, the address of the page without the part after the question mark, the answer’s status and how long it took. These lines name no person and no IP address.',
      'Failed sign-ins: the account and the network as a hash, so that nobody can keep guessing passwords.',
      'Changes that our staff make in the back office: who changed what and when.',
    ],
  },
  {
    id: 'why',
    title: 'Why we collect it',
    paragraphs: [
      'We use personal information for the purpose that you gave it for, and for related purposes that you would expect:',
    ],
    items: [
      'to quote for, plan and carry out cleaning, and to show you that it was done',
      'to run your account, and to take, pack, deliver, invoice and refund orders',
      'to answer enquiries and complaints, and to decide on job applications',
      'to keep the site safe: to stop fraud, spam and password guessing, and to find faults',
      'to keep the records that tax, work health and safety, and employment law require',
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who else sees it',
    paragraphs: [
      'We do not sell personal information, and we send no advertising to addresses that we got through an order or an enquiry. Others see only what they need for their part of the work:',
    ],
    items: [
      'carriers: name, address and phone for the delivery',
      'the payment provider: the card and the amount, which go to it and not to us',
      'the companies that host the site, store files and deliver our e-mail',
      'an address service, where one is switched on: the letters typed into an address field, without your name',
      'an advertising network, where we measure advertisements: only that an enquiry was sent, never what it says, and never anything from checkout',
      'clients, where their site asks for it: which checks our people on that site hold',
      'police, courts and regulators, where the law requires it',
    ],
  },
  {
    id: 'overseas',
    title: 'Outside Australia',
    paragraphs: [
      'Some of these providers keep or process data outside Australia. Before we use one, we take reasonable steps to see that it handles personal information as the Australian Privacy Principles require (Principle 8). Write to us, and we will tell you which providers we use and where they are.',
    ],
  },
];

/** The sections below that list. */
export const sectionsAfterCookies: readonly PolicySection[] = [
  {
    id: 'security',
    title: 'How we keep it safe, and for how long',
    paragraphs: [
      'The site is reached over an encrypted connection. Staff see only what their work needs, each with an account of their own, and what they change is recorded. Uploaded files and invoices are stored apart from the pages, and only their owner and the staff who need them can open them.',
      'A session that is not used ends after 30 days. Links to reset a password are valid for 60 minutes and work once. Orders and invoices are kept for at least the five years that tax law requires. Everything else, such as unsuccessful job applications, is destroyed or de-identified once it is no longer needed.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Seeing and correcting it',
    paragraphs: [
      'You can see and change your profile, your orders and your forms when you are signed in. For anything else, write to us. Once we have confirmed who you are, we give you access to what we hold about you, or correct it, within 30 days and free of charge. If we have to refuse, we tell you why in writing (Principles 12 and 13).',
      'You can ask us to archive your account. We keep the records that the law requires, such as invoices.',
    ],
  },
  {
    id: 'breaches',
    title: 'If something goes wrong',
    paragraphs: [
      'If personal information is lost, or seen by somebody who should not have seen it, and serious harm is likely, we tell the people concerned and the Office of the Australian Information Commissioner, as the Notifiable Data Breaches scheme requires.',
    ],
  },
];

/** What the site stores in a reader's browser. */
export const storedInBrowser: readonly { name: string; kind: string; what: string; until: string }[] = [
  {
    name: 'session',
    kind: 'Cookie',
    what: 'Keeps you signed in. Scripts cannot read it.',
    until: '15 minutes, then renewed',
  },
  {
    name: 'refresh',
    kind: 'Cookie',
    what: 'Renews the session, so that you don’t have to sign in each time. Scripts cannot read it.',
    until: '30 days, or until you sign out',
  },
  {
    name: 'spruce.cart, spruce.promo',
    kind: 'Local storage',
    what: 'The contents of your cart, and your promo code if you entered one. It stays on your device until you check out.',
    until: 'Until you empty the cart or sign out',
  },
  {
    name: 'spruce.scheme',
    kind: 'Local storage',
    what: 'Whether you chose the light or the dark colour scheme.',
    until: 'Until you clear it or sign out',
  },
  {
    name: 'spruce.checkout, spruce.placed',
    kind: 'Session storage',
    what: 'What you typed at checkout and the order that you placed, so that a reload loses nothing. Never card details or passwords.',
    until: 'Until you close the tab',
  },
];
