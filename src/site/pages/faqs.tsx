import { useEffect, useMemo } from 'react';
import { describe, faqPage } from '#lib/api/page-meta.ts';
import { Button, LinkButton, MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Disclosure, type OpenDisclosures, useOpenDisclosures } from '#ui/layout/disclosure.tsx';
import layout from '#ui/layout.module.css';
import { HighlightedText } from '#ui/feedback/highlighted-text.tsx';
import faqs from '#assets/art/faqs.svg';
import lost from '#assets/art/lost.svg';
import { QuoteBand } from '../quote-band.tsx';
import { searchQuestions, type FaqMatch } from '../faqs/search-questions.ts';
import type { Question } from '../faqs/question.ts';
import { groups, type QuestionGroup } from '../faqs/question-groups.ts';
import { SearchBox } from '../faqs/search-box.tsx';
import { useSearchInUrl } from '../faqs/use-search-in-url.ts';
import { PageHero } from '../page-hero.tsx';
import type { Route } from './+types/faqs';
import styles from './faqs.module.css';

export const handle = { cache: 'site' };

/** The questions come from the loader, so that they are not part of the script. */
export const loader = () => ({ groups });

/** Searching needs no new data. */
export const shouldRevalidate = () => false;

const questionsOf = (among: readonly QuestionGroup[] = []): readonly Question[] =>
  among.flatMap(({ questions }) => questions);

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'FAQs',
    description:
      'Answers about our cleaning services, contracts and prices, checks on our people, chemicals, deliveries from the shop, invoices and accounts.',
    path: '/faqs/',
    structured: faqPage(questionsOf(args.loaderData?.groups)),
  });

export default function Faqs({ loaderData }: Route.ComponentProps) {
  const { groups } = loaderData;
  const all = useMemo(() => questionsOf(groups), [groups]);
  const { text, type } = useSearchInUrl();
  const found = useMemo(() => searchQuestions(groups, text), [groups, text]);
  const opened = useOpenDisclosures(
    all.map(({ id }) => id),
    found.open,
  );
  return (
    <>
      <PageHero
        title="Frequently asked questions"
        lead="About the work, the people and the price, and about orders from the shop. Search by word, or put a “phrase in quotes”."
        art={faqs}
        alt="A facility manager asks, a supervisor answers"
        current="FAQs"
        isCompact
      >
        <SearchBox text={text} type={type} count={found.count} total={all.length} />
      </PageHero>
      <section className={styles.band} aria-label="Questions and answers">
        <div className={cx(layout.wide, styles.columns)}>
          {found.count > 0 && <Contents {...{ groups, found }} />}
          <div className={styles.answers}>
            {found.count === 0 ? <Nothing text={text} clear={() => type('')} /> : <Groups {...{ found, opened }} />}
          </div>
        </div>
      </section>
      <QuoteBand
        title="Ask us yours"
        text="Write or call. A supervisor answers within one working day, and good questions end up on this page."
        action="Write to us"
        to="/contact-us/"
      />
    </>
  );
}

function Contents({ groups, found }: { groups: readonly QuestionGroup[]; found: FaqMatch }) {
  return (
    <nav className={styles.contents} aria-label="Sections">
      <ul>
        {groups.map(({ id, title }) => {
          const count = found.groups.find((group) => group.id === id)?.questions.length ?? 0;
          return (
            <li key={id}>
              {count === 0 ? (
                <span>{title}</span>
              ) : (
                <a href={`#${id}`}>
                  {title}
                  <span className={layout.num}>{count}</span>
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Groups({ found, opened }: { found: FaqMatch; opened: OpenDisclosures }) {
  const visibleIds = found.groups.flatMap(({ questions }) => questions.map(({ id }) => id));
  const isAllOpen = visibleIds.every(opened.isOpen);
  const { openOnly } = opened;
  const open = found.open.join(' ');
  // When the matches change, their answers open and the others close. Until then the user decides which are open.
  useEffect(() => openOnly(open === '' ? [] : open.split(' ')), [open, openOnly]);
  return (
    <>
      <Button look="quiet" size="small" className={styles.expand} onClick={() => openOnly(isAllOpen ? [] : visibleIds)}>
        {isAllOpen ? 'Collapse all' : 'Expand all'}
      </Button>
      {found.groups.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {questions.map((question) => (
            <Answer key={question.id} {...{ question, found, opened }} />
          ))}
        </section>
      ))}
    </>
  );
}

function Answer({ question, found, opened }: { question: Question; found: FaqMatch; opened: OpenDisclosures }) {
  const { id, question: title, answer, more } = question;
  return (
    <Disclosure
      id={id}
      title={
        <h3>
          <HighlightedText text={title} search={found.search} />
        </h3>
      }
      isOpen={opened.isOpen(id)}
      onToggle={(isOpen) => opened.toggle(id, isOpen)}
    >
      {answer.map((paragraph) => (
        <p key={paragraph}>
          <HighlightedText text={paragraph} search={found.search} />
        </p>
      ))}
      <p className={styles.links}>
        {more && <MoreLink to={more.to}>{more.label}</MoreLink>}
        <a href={`#${id}`} className={styles.address}>
          Link to this answer
        </a>
      </p>
    </Disclosure>
  );
}

function Nothing({ text, clear }: { text: string; clear: () => void }) {
  return (
    <div className={styles.nothing}>
      <img className={layout.scene} src={lost} alt="" width={960} height={600} />
      <h2>Nothing found for “{text.trim()}”</h2>
      <p>
        Try fewer or different words, or leave out the quotation marks. You can also write to us: somebody who knows
        will answer.
      </p>
      <div>
        <LinkButton to="/contact-us/">Ask us directly</LinkButton>
        <LinkButton look="quiet" to="/faqs/" onClick={clear}>
          Show all questions
        </LinkButton>
      </div>
    </div>
  );
}
