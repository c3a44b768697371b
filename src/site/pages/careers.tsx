import { describe } from '#lib/api/page-meta.ts';
import { AnchorButton, LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import careers from '#assets/art/careers.svg';
import { QuoteBand } from '../quote-band.tsx';
import { type Position, positions } from '../careers/positions.ts';
import { PageHero } from '../page-hero.tsx';
import { TitledListItems } from '#ui/layout/titled-list-items.tsx';
import type { Route } from './+types/careers';
import styles from './careers.module.css';

export const handle = { cache: 'site' };

/** The positions come from the loader, so that they are not part of the script. */
export const loader = () => ({ positions });

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Careers',
    description:
      'Two positions are open: Cleaners, and Covid Safe Deep Cleaners. Duties, hours, the award you are paid under, what to bring, and how to apply.',
    path: '/careers/',
  });

const applyPath = ({ id }: Position): string => `/forms/application-form/?position=${id}`;

const promises = {
  'Paid from the first minute': 'Induction, training and fit tests are working time. There are no unpaid trials.',
  'The award, in writing':
    'You get your classification under the Cleaning Services Award 2020 and the Fair Work Information Statement before you start, and a payslip with every pay.',
  'Time for the work':
    'The scope of each site says how long it takes. If it does not fit, we change the scope, not your break.',
  'Somebody picks up':
    'There is a crew leader on site and a supervisor on the phone, at night too. Nobody does a call-out alone.',
};

const steps = {
  Apply: 'The form takes about ten minutes, even on a phone. You need no cover letter.',
  Talk: 'We call within five working days. Then you see a site and its roster, and ask what you like.',
  Checks:
    'References and a police check; a Working with Children Check or immunisation record if the site asks for one.',
  Start: 'A paid induction, two shifts beside the crew leader, then your own round.',
};

export default function Careers({ loaderData }: Route.ComponentProps) {
  const { positions: open } = loaderData;
  return (
    <>
      <PageHero
        title="Cleaning work that is rostered, trained and paid under the award"
        lead="Two positions are open. Both begin with a paid induction on site and two shifts beside a crew leader who shows you how."
        art={careers}
        alt="A supervisor hands a new cleaner the green polo"
        current="Careers"
      >
        {open.map(({ id, name }) => (
          <AnchorButton key={id} look="quiet" size="large" href={`#${id}`}>
            {name}
          </AnchorButton>
        ))}
      </PageHero>
      <section className={cx(layout.section, styles.positions)}>
        <div className={layout.wide}>
          <h2>Open positions</h2>
          {open.map((position) => (
            <PositionCard key={position.id} position={position} />
          ))}
        </div>
      </section>
      <Promises />
      <Applying />
      <QuoteBand
        title="Ask before you apply"
        text="Not sure which position fits, or whether you have the right papers? Write or call; it will not count against you."
        action="Write to us"
        to="/contact-us/"
      />
    </>
  );
}

function PositionCard({ position }: { position: Position }) {
  const { id, name, summary, facts, duties, bring, provided } = position;
  return (
    <article className={cx(layout.card, styles.position)} id={id} aria-labelledby={`${id}-name`}>
      <div className={styles.about}>
        <h3 id={`${id}-name`}>{name}</h3>
        <p>{summary}</p>
        <LinkButton to={applyPath(position)} size="large" aria-describedby={`${id}-name`}>
          Apply Now
        </LinkButton>
      </div>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.lists}>
        <Ticks title="What you do" items={duties} />
        <Ticks title="What to bring" items={bring} />
        <Ticks title="What you get from us" items={provided} />
      </div>
    </article>
  );
}

function Ticks({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h4>{title}</h4>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <CheckIcon />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Promises() {
  return (
    <section className={layout.section}>
      <div className={cx(layout.wide, styles.promises)}>
        <h2>What you can count on</h2>
        <ul>
          <TitledListItems items={promises} />
        </ul>
      </div>
    </section>
  );
}

function Applying() {
  return (
    <section className={cx(layout.section, styles.applying)}>
      <div className={layout.wide}>
        <h2>How applying works</h2>
        <ol>
          <TitledListItems items={steps} />
        </ol>
        <p className={styles.fair}>
          We welcome applications from Aboriginal and Torres Strait Islander people, from people of every age and
          background, and from people with disability; tell us what would make the interview or the work easier. Current
          rates of the award are in the <a href="https://www.fairwork.gov.au/">Fair Work Ombudsman’s</a> pay guides.
        </p>
      </div>
    </section>
  );
}
