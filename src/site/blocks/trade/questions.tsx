import { lazy, Suspense } from 'react';
import { Disclosures } from '#ui/layout/disclosure.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import { paragraphsOf } from './paragraphs.ts';

/** Service pages have questions of their own, without the search. */
const QuestionList = lazy(async () => ({ default: (await import('./question-list.tsx')).QuestionList }));

/** Questions with their answers, closed at first: the block's own, or those of the site. */
export function QuestionsView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'questions'> }) {
  if (block.items.length === 0) {
    if (block.groups.length === 0) return null;
    return (
      <Suspense>
        <QuestionList block={block} />
      </Suspense>
    );
  }
  const name = (block.anchor || `block-${block.id}`).replace(/s$/, '');
  return (
    <Section block={block} isTitled={block.title !== ''} isInColumn={isInColumn}>
      <SectionHead block={block} />
      <Disclosures
        items={block.items.map(({ question, answer }, i) => ({
          id: `${name}-${i + 1}`,
          title: <h3>{question}</h3>,
          content: paragraphsOf(answer).map((paragraph, i) => <p key={i}>{paragraph}</p>),
        }))}
      />
    </Section>
  );
}
