import type { Day } from '#lib/day.ts';
import type { FileItem } from '#lib/uploads.ts';
import { answerText, fileItemsOf } from '../answers/answer-types.ts';
import { readAnswers } from '../answers/form-answers.ts';
import { type FormDefinition, type FormField, fieldsOf, labelOf, shownFieldName } from '../definition/definition.ts';
import { htmlOf } from '../definition/render-text-blocks.server.ts';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';
import { type TextPiece, htmlToText } from './html-to-text.ts';

/** A part of a submission's PDF: an answer with its label, or a text block of the form. */
export type Block =
  | { kind: 'answer'; label: string; text: string }
  | { kind: 'files' | 'images'; label: string; files: FileItem[] }
  | { kind: 'signature'; label: string; data: string }
  | { kind: 'text'; pieces: TextPiece[] };

export interface PdfSection {
  heading: string;
  blocks: Block[];
}

/**
 * The content of a submission's PDF, without hidden fields and without sections that have no answers. `today` is the day that
 * rules use.
 */
export function contentOf({
  form,
  values,
  today,
}: {
  form: FormDefinition;
  values: ReadonlyMap<string, string>;
  today: Day;
}): PdfSection[] {
  const responses = [...values].map(([id, response]) => ({ id, response }));
  const { logic } = readAnswers({ form, responses, stored: values, today });
  const named = new Map(fieldsOf(form).map((field) => [field.modelPropertyName ?? '', field]));
  const hasAnswer = (field: FormField): boolean => isAnswer(field, values.get(field.id) ?? '');
  return form.formSections.flatMap((section) => {
    const shown = fieldsOf({ formSections: [section] }).filter(({ id }) => logic.isVisible(id));
    const questions = shown.filter(isAnswered);
    const blocks = shown.flatMap((field) => blockFor(field, values, named) ?? []);
    const isBlank = blocks.length === 0 || (questions.length > 0 && !questions.some(hasAnswer));
    return isBlank ? [] : [{ heading: section.sectionHeading?.trim() ?? '', blocks }];
  });
}

/** An unticked checkbox does not count as an answer. */
const isAnswer = (field: FormField, value: string): boolean =>
  value !== '' && !(typeOf(field).control === 'checkbox' && value === 'false');

/** Controls that show the answer of another field. */
const shownControls: readonly Control[] = ['shownValue', 'shownFiles', 'shownImages', 'shownSignature'];

function blockFor(
  field: FormField,
  values: ReadonlyMap<string, string>,
  named: ReadonlyMap<string, FormField>,
): Block | undefined {
  const { control } = typeOf(field);
  const label = labelOf(field);
  if (control === 'label' || control === 'markdown' || control === 'html') return textBlock(field);
  if (!shownControls.includes(control)) return answerBlock(field, label, values.get(field.id) ?? '');
  const source = named.get(shownFieldName(field) ?? '');
  if (source) return answerBlock(source, label, values.get(source.id) ?? '');
  const text = field.initialValue?.trim() ?? '';
  return control === 'shownValue' && text !== '' ? { kind: 'answer', label, text } : undefined;
}

function answerBlock(field: FormField, label: string, value: string): Block {
  const { control } = typeOf(field);
  if (value !== '' && control === 'signature') return { kind: 'signature', label, data: value };
  const files = fileItemsOf(field, value);
  if (files.length > 0) return { kind: control === 'images' ? 'images' : 'files', label, files };
  return { kind: 'answer', label, text: answerText(field, value) };
}

function textBlock(field: FormField): Block | undefined {
  const html = htmlOf(field);
  const plain = (field.initialValue ?? field.fieldLabel ?? '').trim();
  const own: TextPiece[] = plain === '' ? [] : [{ kind: 'paragraph', text: plain }];
  const pieces = html === null ? own : htmlToText(html);
  return pieces.length === 0 ? undefined : { kind: 'text', pieces };
}
