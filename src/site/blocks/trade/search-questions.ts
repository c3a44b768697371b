import { isBlank, matches, parseSearch, splitMatches, type Search } from '#lib/text/search-words.ts';
import type { QuestionGroup } from '../../content/shown.ts';
import { paragraphsOf } from './paragraphs.ts';

export interface FaqMatch {
  search: Search;
  /** The query is blank, so all questions are shown. */
  isBlank: boolean;
  groups: readonly QuestionGroup[];
  count: number;
  /** Anchors of the questions to open, because the answer matches and not just the title. */
  open: readonly string[];
}

/** Returns the questions whose title or answer matches, and the groups that have any. */
export function searchQuestions(groups: readonly QuestionGroup[], text: string): FaqMatch {
  const search = parseSearch(text);
  if (isBlank(search)) {
    return { search, isBlank: true, groups, count: groups.flatMap(({ questions }) => questions).length, open: [] };
  }
  const matching = groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => matches(search, question, ...paragraphsOf(answer))),
    }))
    .filter(({ questions }) => questions.length > 0);
  const questions = matching.flatMap((group) => group.questions);
  const hasHit = (paragraph: string): boolean => splitMatches(search, paragraph).some(({ isHit }) => isHit);
  const open = questions.filter(({ answer }) => paragraphsOf(answer).some(hasHit)).map(({ anchor }) => anchor);
  return { search, isBlank: false, groups: matching, count: questions.length, open };
}
