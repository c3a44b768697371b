export interface Question {
  id: string;
  question: string;
  answer: readonly string[];
  more?: { label: string; to: string };
}

type AnsweredQuestion = Omit<Question, 'id' | 'answer'> & { answer: string | readonly string[] };

/** By an id that is used in links to the answer, so it must not change. */
export type Questions = Readonly<Record<string, AnsweredQuestion>>;
