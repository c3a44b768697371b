import { formatPhone, telephoneLink } from '#lib/text/company.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { AnchorButton, LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Disclosures } from '#ui/layout/disclosure.tsx';
import { CheckIcon, ChevronDownIcon, PhoneIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { PageHero } from '../page-hero.tsx';
import { quotePathOf, servicesPath } from '../services.ts';
import { Checklist } from './checklist.tsx';
import type { ServiceContent, ShownService } from './content.ts';
import { Kit } from './kit.tsx';
import { QuoteBar, QuoteCard } from './quote.tsx';
import { RelatedServices } from './related-services.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import styles from './service-page.module.css';

const crumbs = [{ label: 'Services', to: servicesPath }];

/** The page of a service. */
export function ServicePage({ content }: { content: ShownService }) {
  return (
    <div className={styles.page}>
      <Hero content={content} />
      <Facts facts={content.facts} />
      <div className={cx(layout.wide, layout.section, styles.body)}>
        <div className={styles.sections}>
          <Rooms rooms={content.rooms} />
          <ScheduleTable schedule={content.schedule} />
          <Method method={content.method} kit={content.kit} />
          <Standards standards={content.standards} />
          <Checklist checklist={content.checklist} service={content.title} />
          <Questions questions={content.questions} />
        </div>
        <QuoteCard path={content.path} quote={content.quote} />
      </div>
      <RelatedServices related={content.related} />
      <QuoteBar path={content.path} />
    </div>
  );
}

function Hero({ content: { path, title, lead, scene, art } }: { content: ShownService }) {
  const phone = usePublicSettings()?.company.officePhone;
  return (
    <PageHero title={title} lead={lead} art={art.src} alt={scene} current={title} crumbs={crumbs}>
      <LinkButton size="large" to={quotePathOf(path)} className={styles.action}>
        Get a free quote
      </LinkButton>
      {phone && (
        <AnchorButton look="quiet" size="large" href={telephoneLink(phone)} className={cx(layout.num, styles.action)}>
          <PhoneIcon />
          {formatPhone(phone)}
        </AnchorButton>
      )}
    </PageHero>
  );
}

function Facts({ facts }: Pick<ServiceContent, 'facts'>) {
  return (
    <div className={styles.facts}>
      <ul className={layout.wide}>
        {facts.map(({ value, text }) => (
          <li key={value}>
            <strong>{value}</strong>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of areas that are open at first; the others open by a click, also without script. */
const openZones = 1;

function Rooms({ rooms: { title, intro, zones } }: Pick<ServiceContent, 'rooms'>) {
  return (
    <section id="rooms" aria-labelledby="rooms-title">
      <div className={layout.sectionHead}>
        <h2 id="rooms-title">{title}</h2>
        <p>{intro}</p>
      </div>
      <div className={styles.zones}>
        {zones.map(({ name, tag, tone, often, tasks }, i) => (
          <details key={name} className={styles.zone} open={i < openZones}>
            <summary>
              <h3>{name}</h3>
              <Badge tone={tone}>{tag}</Badge>
              <p>{often}</p>
              <ChevronDownIcon />
            </summary>
            <ul>
              {tasks.map((task) => (
                <li key={task}>
                  <CheckIcon />
                  {task}
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  );
}

/** The method, with pictures of the equipment. */
function Method({ method: { title, intro, steps }, kit }: Pick<ShownService, 'method' | 'kit'>) {
  return (
    <section id="method" aria-labelledby="method-title">
      <div className={layout.sectionHead}>
        <h2 id="method-title">{title}</h2>
        <p>{intro}</p>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ label, text, mark }) => (
          <li key={label} className={mark && styles[mark]}>
            <strong>{label}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Kit kit={kit} />
    </section>
  );
}

function Standards({ standards: { intro, items } }: Pick<ServiceContent, 'standards'>) {
  const entries = items.map(({ name, text }, i) => ({
    id: `standard-${i + 1}`,
    title: <h3>{name}</h3>,
    content: <p>{text}</p>,
  }));
  return (
    <section id="standards" aria-labelledby="standards-title">
      <div className={layout.sectionHead}>
        <h2 id="standards-title">Standards we work to</h2>
        <p>{intro}</p>
      </div>
      <Disclosures items={entries} />
    </section>
  );
}

function Questions({ questions }: Pick<ServiceContent, 'questions'>) {
  const items = questions.map(({ question, answer }, i) => ({
    id: `question-${i + 1}`,
    title: <h3>{question}</h3>,
    content: answer.map((paragraph) => <p key={paragraph}>{paragraph}</p>),
  }));
  return (
    <section id="questions" aria-labelledby="questions-title">
      <div className={layout.sectionHead}>
        <h2 id="questions-title">Questions we are asked</h2>
      </div>
      <Disclosures items={items} />
    </section>
  );
}
