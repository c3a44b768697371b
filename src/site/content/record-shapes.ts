import { z } from 'zod';
import { day, uuid } from '#lib/api/wire.ts';
import {
  anchor,
  contentSentences,
  line,
  listOf,
  optionalLink,
  paragraphs,
  picture,
  sentences,
  title,
} from './content-fields.ts';

const requiredAnchor = anchor.min(1, { error: contentSentences.required });

/** A kind of work that the company offers. `page` describes it in full; `symbol` is a small drawing. */
export const service = z.object({
  name: title,
  summary: sentences,
  page: uuid.nullable().default(null),
  picture,
  symbol: picture,
});

/** An open position. `form` is the url of the form to apply with; `closesOn` its last day. */
export const position = z.object({
  anchor: requiredAnchor,
  name: title,
  summary: sentences,
  place: sentences,
  type: line,
  pay: sentences,
  closesOn: day.nullable().default(null),
  form: line,
  facts: listOf(z.object({ title, text: sentences }), 12),
  duties: listOf(sentences, 40),
  bring: listOf(sentences, 40),
  /** Equipment and training that the company provides. */
  provided: listOf(sentences, 40),
});

/** A question in a group of questions. Links to the answer contain its anchor. */
export const question = z.object({
  anchor: requiredAnchor,
  group: z.object({ anchor: requiredAnchor, title }),
  question: title,
  answer: paragraphs,
  link: optionalLink,
});

/** A company that supplies or works with this one; its name is shown beside its logo. */
export const partner = z.object({
  name: title,
  picture,
  lettering: z.enum(['caps', 'round', 'serif', 'plain']).default('plain'),
});

/** The shapes of records, by kind. */
export const recordShapes = { service, position, question, partner } as const;
export type RecordKind = keyof typeof recordShapes;
export type RecordContent<K extends RecordKind> = z.output<(typeof recordShapes)[K]>;
export type SiteRecord<K extends RecordKind> = RecordContent<K> & { id: string };
