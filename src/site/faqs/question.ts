export interface Question {
  id: string;
  question: string;
  answer: readonly string[];
  more?: { label: string; to: string };
}

type AnsweredQuestion = Omit<Question, 'id' | 'answer'> & { answer: string | readonly string[] };

/** Questions by id. Links to the answers contain the ids, so they must not change. */
export type Questions = Readonly<Record<string, AnsweredQuestion>>;
