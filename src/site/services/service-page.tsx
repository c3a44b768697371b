import { PhoneButton } from '#company/phone-button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Disclosures } from '#ui/layout/disclosure.tsx';
import { CheckIcon, ChevronDownIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { PageHero } from '../page-hero.tsx';
import { quotePathOf, servicesPath } from '../services.ts';
import { Checklist } from './checklist.tsx';
import type { ServiceContent, ShownService } from './service-content.ts';
import { Kit } from './kit.tsx';
import { PageSection } from './page-section.tsx';
import { QuoteBar, QuoteCard } from './quote-card-and-bar.tsx';
import { RelatedServices } from './related-services.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import styles from './service-page.module.css';

const crumbs = [{ label: 'Services', to: servicesPath }];

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
  return (
    <PageHero title={title} lead={lead} art={art.src} alt={scene} current={title} crumbs={crumbs}>
      <LinkButton size="large" to={quotePathOf(path)} className={styles.action}>
        Get a free quote
      </LinkButton>
      <PhoneButton look="quiet" size="large" className={cx(layout.num, styles.action)} />
    </PageHero>
  );
}

function Facts({ facts }: Pick<ServiceContent, 'facts'>) {
  return (
    <div className={styles.facts}>
      <ul className={layout.wide}>
        {Object.entries(facts).map(([value, text]) => (
          <li key={value}>
            <strong>{value}</strong>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The number of zones that are open at first. The others open by a click, also without script. */
const openZones = 1;

function Rooms({ rooms: { title, intro, zones } }: Pick<ServiceContent, 'rooms'>) {
  return (
    <PageSection id="rooms" title={title} intro={intro}>
      <div className={styles.zones}>
        {Object.entries(zones).map(([name, { tag, tone, often, tasks }], i) => (
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
    </PageSection>
  );
}

function Method({ method: { title, intro, steps, isByColour }, kit }: Pick<ShownService, 'method' | 'kit'>) {
  return (
    <PageSection id="method" title={title} intro={intro}>
      <ol className={styles.steps}>
        {Object.entries(steps).map(([label, text]) => (
          <li key={label} className={isByColour && styles[label.toLowerCase()]}>
            <strong>{label}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Kit kit={kit} />
    </PageSection>
  );
}

const disclosuresOf = (kind: string, texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([title, text], i) => ({
    id: `${kind}-${i + 1}`,
    title: <h3>{title}</h3>,
    content: <p>{text}</p>,
  }));

function Standards({ standards: { intro, items } }: Pick<ServiceContent, 'standards'>) {
  return (
    <PageSection id="standards" title="Standards we work to" intro={intro}>
      <Disclosures items={disclosuresOf('standard', items)} />
    </PageSection>
  );
}

function Questions({ questions }: Pick<ServiceContent, 'questions'>) {
  return (
    <PageSection id="questions" title="Questions we are asked">
      <Disclosures items={disclosuresOf('question', questions)} />
    </PageSection>
  );
}
