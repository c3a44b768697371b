import { isBlank, matches, parseSearch, piecesOf, type Search } from '#lib/text/search-words.ts';
import type { QuestionGroup } from './questions.ts';

/** What of the questions a search leaves. */
export interface FaqMatch {
  search: Search;
  /** Nothing is looked for, so everything shows. */
  isBlank: boolean;
  groups: readonly QuestionGroup[];
  count: number;
  /** Ids of answers that hold what was looked for, and not only their questions. */
  open: readonly string[];
}

/** Keeps the questions that match in title or answer, and the groups that still have one. */
export function find(groups: readonly QuestionGroup[], text: string): FaqMatch {
  const search = parseSearch(text);
  if (isBlank(search)) {
    return { search, isBlank: true, groups, count: groups.flatMap(({ questions }) => questions).length, open: [] };
  }
  const left = groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => matches(search, question, ...answer)),
    }))
    .filter(({ questions }) => questions.length > 0);
  const questions = left.flatMap((group) => group.questions);
  const hasHit = (paragraph: string): boolean => piecesOf(search, paragraph).some(({ isHit }) => isHit);
  const open = questions.filter(({ answer }) => answer.some(hasHit)).map(({ id }) => id);
  return { search, isBlank: false, groups: left, count: questions.length, open };
}
