export interface Question {
  /** Used in links to the answer, so it must not change. */
  id: string;
  question: string;
  answer: readonly string[];
  more?: { label: string; to: string };
}
