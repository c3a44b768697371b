import { describe } from '#lib/api/page-meta.ts';
import { LinkButton, MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import about from '#assets/art/about.svg';
import { QuoteBand } from '../quote-band.tsx';
import { PageHero } from '../page-hero.tsx';
import { quotePath } from '../services.ts';
import { TitledListItems } from '#ui/layout/titled-list-items.tsx';
import type { Route } from './+types/about-us';
import styles from './about-us.module.css';

export const handle = { cache: 'site' };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'About us',
    description:
      'A family-run commercial cleaning company for clinics, schools, shops and public buildings in Sydney, Newcastle and Wollongong: how we work, who you deal with, and how a contract begins.',
    path: '/about-us/',
  });

const habits = {
  'The list is the contract':
    'Every room, every task and how often it is done are on one list that both sides sign. You pay for what is on it and can check each line.',
  'The same people come back':
    'A crew belongs to your site. When somebody is away, the crew leader brings the replacement in and shows them the building before the shift.',
  'Nobody starts unchecked':
    'Identity, right to work and a police check before the first shift; a Working with Children Check for sites with children, an immunisation record for sites with patients.',
  'A miss is put right the same day':
    'Tell the crew leader or send a photo. We come back the same day at our cost, and the miss goes on the next audit, so that it does not happen twice.',
};

const contacts = [
  {
    role: 'Site supervisor',
    does: 'Walks the building, writes the scope, audits it every month and calls you with the result.',
    ask: 'changes of scope, extra work, anything that has gone wrong.',
  },
  {
    role: 'Crew leader',
    does: 'Is on site at every visit, holds the keys and the alarm code, and signs the checklist.',
    ask: 'tonight’s work: a spill, a function, a room to leave alone.',
  },
  {
    role: 'On-call supervisor',
    does: 'Answers the mobile at night and on weekends, and sends a crew after a flood, a break-in or an outbreak.',
    ask: 'whatever cannot wait for the morning.',
  },
  {
    role: 'Office',
    does: 'Sends the invoices, keeps certificates and safety data sheets, and packs the orders from our shop.',
    ask: 'invoices, insurance papers, supplies.',
  },
];

const beginnings = [
  { when: 'Day 1', title: 'The walk', text: 'About an hour on site. We measure, count fittings and note the floors.' },
  {
    when: 'Within 3 working days',
    title: 'Scope and price',
    text: 'The list, room by room, with a fixed monthly price including GST.',
  },
  {
    when: 'Before the first shift',
    title: 'Induction',
    text: 'Keys, alarm, emergency exits, chemical register and spill plan; the crew signs for each.',
  },
  {
    when: 'First month',
    title: 'Settling in',
    text: 'The supervisor is there on the first night and once a week after that, and corrects the list with you.',
  },
  {
    when: 'Every quarter',
    title: 'Review',
    text: 'Audit results, complaints and hours on one page. Tasks come off the list as readily as they go on.',
  },
];

export default function AboutUs() {
  return (
    <>
      <PageHero
        title="A family company that writes it down"
        lead="We have cleaned clinics, schools, shops and public buildings since 2009, from Newcastle to the Illawarra. We are as good as last night’s checklist, so that is what we show you."
        art={about}
        alt="Two cleaners beside their van in the early morning"
        current="About Us"
      >
        <LinkButton size="large" to={quotePath}>
          Get a free quote
        </LinkButton>
        <LinkButton look="quiet" size="large" to="/careers/">
          Work with us
        </LinkButton>
      </PageHero>
      <Habits />
      <Contacts />
      <Beginnings />
      <Colours />
      <QuoteBand />
    </>
  );
}

function Habits() {
  return (
    <section className={cx(layout.section, styles.band)}>
      <div className={cx(layout.wide, styles.habits)}>
        <div className={styles.intro}>
          <h2>Four habits, kept on every site</h2>
          <p>
            When cleaning goes wrong, nobody notices at first: a task is forgotten, a cleaner leaves. These habits make
            sure that somebody does.
          </p>
        </div>
        <ul>
          <TitledListItems items={habits} />
        </ul>
      </div>
    </section>
  );
}

function Contacts() {
  return (
    <section className={layout.section}>
      <div className={layout.wide}>
        <div className={layout.sectionHead}>
          <h2 className={styles.title}>Who you deal with</h2>
          <p>Four roles, each with a name and a direct number that you get at the induction.</p>
        </div>
        <ul className={styles.contacts}>
          {contacts.map(({ role, does, ask }) => (
            <li key={role}>
              <h3>{role}</h3>
              <p>{does}</p>
              <p>
                <strong>Ask about</strong> {ask}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Beginnings() {
  return (
    <section className={cx(layout.section, styles.ink)}>
      <div className={layout.wide}>
        <h2 className={styles.title}>How a contract begins</h2>
        <ol className={styles.steps}>
          {beginnings.map(({ when, title, text }) => (
            <li key={title}>
              <p className={styles.when}>{when}</p>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const colours = [
  { name: 'Red', where: 'Toilets, showers and washroom floors', tone: styles.red },
  { name: 'Yellow', where: 'Isolation rooms and anything infectious', tone: styles.yellow },
  { name: 'Green', where: 'Kitchens, bars and wherever food is handled', tone: styles.green },
  { name: 'Blue', where: 'Offices, classrooms, corridors and shops', tone: styles.blue },
];

function Colours() {
  return (
    <section className={layout.section}>
      <div className={cx(layout.wide, styles.safety)}>
        <div>
          <h2 className={styles.title}>Safe for the people in the building</h2>
          <p>
            Cloths, mops and buckets carry a colour, and nothing crosses from one colour to another. Used cloths leave
            in a bag of their colour and are washed hot before they come back.
          </p>
          <p>
            Concentrates are measured, not poured: a dosing cap or a wall dispenser makes up each bottle, and the bottle
            carries the product, the dilution and the date. The safety data sheet of every product is kept on site, and
            we work without fragrance wherever somebody asks for it.
          </p>
          <MoreLink to="/faqs/#which-disinfectants">Which disinfectants we use</MoreLink>
        </div>
        <dl className={styles.colours}>
          {colours.map(({ name, where, tone }) => (
            <div key={name}>
              <dt>
                <span className={tone} aria-hidden="true" />
                {name}
              </dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
