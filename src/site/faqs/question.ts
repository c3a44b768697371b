export interface Question {
  /** Used in links to the answer, so it must not change. */
  id: string;
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
  /** A link to further information. */
  more?: { label: string; to: string };
}
