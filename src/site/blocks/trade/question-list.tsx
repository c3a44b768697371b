import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { usePageAddress } from '#lib/api/root-data.ts';
import { Button, LinkButton, MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Disclosure, type OpenDisclosures, useOpenDisclosures } from '#ui/layout/disclosure.tsx';
import layout from '#ui/layout.module.css';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { HighlightedText } from '#ui/feedback/highlighted-text.tsx';
import { useDrawing } from '#company/use-drawing.ts';
import lost from '#assets/art/lost.svg';
import type { QuestionGroup, ShownBlockOf, ShownRecord } from '../../content/shown.ts';
import { paragraphsOf } from './paragraphs.ts';
import { searchQuestions, type FaqMatch } from './search-questions.ts';
import { SearchBox } from './search-box.tsx';
import { useSearchInUrl } from './use-search-in-url.ts';
import styles from './question-list.module.css';

interface QuestionListProps {
  block: ShownBlockOf<'questions'>;
}

/** The questions of the site in their groups, with a search if the block has one. */
export function QuestionList({ block: { groups, hasSearch, title, anchor } }: QuestionListProps) {
  const all = useMemo(() => groups.flatMap(({ questions }) => questions), [groups]);
  const { text, type } = useSearchInUrl();
  const found = useMemo(() => searchQuestions(groups, hasSearch ? text : ''), [groups, hasSearch, text]);
  const hasContents = groups.length > 1 && found.count > 0;
  const opened = useOpenDisclosures(
    all.map(({ anchor }) => anchor),
    found.open,
  );
  return (
    <section className={styles.band} aria-label={title || 'Questions and answers'} id={anchor || undefined}>
      {hasSearch && (
        <div className={cx(layout.wide, styles.search)}>
          <SearchBox text={text} type={type} count={found.count} total={all.length} />
        </div>
      )}
      <div className={cx(layout.wide, styles.columns, !hasContents && styles.single)}>
        {hasContents && <Contents {...{ groups, found }} />}
        <div className={styles.answers}>
          {found.count === 0 ? <Nothing text={text} clear={() => type('')} /> : <Groups {...{ found, opened }} />}
        </div>
      </div>
    </section>
  );
}

function Contents({ groups, found }: { groups: readonly QuestionGroup[]; found: FaqMatch }) {
  return (
    <nav className={styles.contents} aria-label="Sections">
      <ul>
        {groups.map(({ anchor, title }) => {
          const count = found.groups.find((group) => group.anchor === anchor)?.questions.length ?? 0;
          return (
            <li key={anchor}>
              {count === 0 ? (
                <span>{title}</span>
              ) : (
                <a href={`#${anchor}`}>
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
  const visibleIds = found.groups.flatMap(({ questions }) => questions.map(({ anchor }) => anchor));
  const isAllOpen = visibleIds.every(opened.isOpen);
  const { openOnly } = opened;
  const isHydrated = useIsHydrated(); // before that, a press would be lost
  const open = found.open.join(' ');
  // When the matches change, their answers open and the others close. Until then the user decides which are open.
  useEffect(() => openOnly(open === '' ? [] : open.split(' ')), [open, openOnly]);
  return (
    <>
      {isHydrated && (
        <Button
          look="quiet"
          size="small"
          className={styles.expand}
          onClick={() => openOnly(isAllOpen ? [] : visibleIds)}
        >
          {isAllOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      )}
      {found.groups.map(({ anchor, title, questions }) => (
        <section key={anchor} aria-labelledby={anchor}>
          <h2 id={anchor}>{title}</h2>
          {questions.map((question) => (
            <Answer key={question.id} {...{ question, found, opened }} />
          ))}
        </section>
      ))}
    </>
  );
}

interface AnswerProps {
  question: ShownRecord<'question'>;
  found: FaqMatch;
  opened: OpenDisclosures;
}

function Answer({ question, found, opened }: AnswerProps) {
  const { anchor, question: title, answer, link } = question;
  return (
    <Disclosure
      id={anchor}
      title={
        <h3>
          <HighlightedText text={title} search={found.search} />
        </h3>
      }
      isOpen={opened.isOpen(anchor)}
      onToggle={(isOpen) => opened.toggle(anchor, isOpen)}
    >
      {paragraphsOf(answer).map((paragraph, i) => (
        <p key={i}>
          <HighlightedText text={paragraph} search={found.search} />
        </p>
      ))}
      <p className={styles.links}>
        {link && <MoreLink to={link.to}>{link.label}</MoreLink>}
        <a href={`#${anchor}`} className={styles.address}>
          Link to this answer
        </a>
      </p>
    </Disclosure>
  );
}

function Nothing({ text, clear }: { text: string; clear: () => void }) {
  const { pathname } = useLocation();
  const contact = usePageAddress('/contact-us/');
  const drawing = useDrawing('lost', lost);
  return (
    <div className={styles.nothing}>
      <img className={layout.scene} src={drawing} alt="" width={960} height={600} />
      <h2>Nothing found for “{text.trim()}”</h2>
      <p>
        Try fewer or different words, or leave out the quotation marks. You can also write to us: somebody who knows
        will answer.
      </p>
      <div>
        {contact && <LinkButton to={contact}>Ask us directly</LinkButton>}
        <LinkButton look="quiet" to={pathname} onClick={clear}>
          Show all questions
        </LinkButton>
      </div>
    </div>
  );
}
