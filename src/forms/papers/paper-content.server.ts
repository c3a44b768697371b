import type { Day } from '#lib/day.ts';
import type { FileItem } from '#lib/uploads.ts';
import { decodeAnswer, filesOf } from '../answers/encoding.ts';
import { readAnswers } from '../answers/form-answers.ts';
import { answerText } from '../answers/words.ts';
import {
  type FormDefinition,
  type FormField,
  type FormSection,
  fieldsOf,
  labelOf,
  shownFieldName,
} from '../definition/definition.ts';
import { htmlOf } from '../definition/texts.server.ts';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';
import { type TextPiece, textOfHtml } from './html-text.ts';

/** A part of a paper: an answer under its label, or a text of the form. */
export type Block =
  | { kind: 'answer'; label: string; text: string }
  | { kind: 'files' | 'images'; label: string; files: FileItem[] }
  | { kind: 'signature'; label: string; data: string }
  | { kind: 'text'; pieces: TextPiece[] };

export interface PaperSection {
  heading: string;
  blocks: Block[];
}

interface Filled {
  form: FormDefinition;
  /** By the field's id, as they travel. */
  values: ReadonlyMap<string, string>;
  /** The day whose rules hold. */
  today: Day;
}

/** What a submission says, as paper tells it: nothing of hidden fields, no section in which nothing was answered. */
export function contentOf({ form, values, today }: Filled): PaperSection[] {
  const responses = [...values].map(([id, response]) => ({ id, response }));
  const { logic } = readAnswers({ form, responses, stored: values, today });
  const named = new Map(fieldsOf(form).map((field) => [field.modelPropertyName ?? '', field]));
  const hasAnswer = (field: FormField): boolean => isAnswer(field, values.get(field.id) ?? '');
  return form.formSections.flatMap((section) => {
    const shown = fieldsIn(section).filter(({ id }) => logic.isVisible(id));
    const questions = shown.filter(isAnswered);
    const blocks = shown.flatMap((field) => blockFor(field, { values, named }) ?? []);
    const isBlank = blocks.length === 0 || (questions.length > 0 && !questions.some(hasAnswer));
    return isBlank ? [] : [{ heading: section.sectionHeading?.trim() ?? '', blocks }];
  });
}

const fieldsIn = ({ formRows }: FormSection): FormField[] => formRows.flatMap(({ formFields }) => formFields);

/** A box that nobody ticked is none. */
const isAnswer = ({ formFieldType }: FormField, value: string): boolean =>
  value !== '' && !(typeOf(formFieldType).control === 'checkbox' && value === 'false');

interface Known {
  values: ReadonlyMap<string, string>;
  named: ReadonlyMap<string, FormField>;
}

/** What shows another field's answer is told as that answer. */
const shownControls: readonly Control[] = ['shownValue', 'shownFiles', 'shownImages', 'shownSignature'];

function blockFor(field: FormField, { values, named }: Known): Block | undefined {
  const { control } = typeOf(field.formFieldType);
  const label = labelOf(field);
  if (control === 'label' || control === 'markdown' || control === 'html') return textBlock(field);
  if (!shownControls.includes(control)) return answered({ field, label, value: values.get(field.id) ?? '' });
  const source = named.get(shownFieldName(field) ?? '');
  if (source) return answered({ field: source, label, value: values.get(source.id) ?? '' });
  const text = field.initialValue?.trim() ?? '';
  return control === 'shownValue' && text !== '' ? { kind: 'answer', label, text } : undefined;
}

function answered({ field, label, value }: { field: FormField; label: string; value: string }): Block {
  const { control } = typeOf(field.formFieldType);
  if (value !== '' && control === 'signature') return { kind: 'signature', label, data: value };
  const files = control === 'files' || control === 'images' ? filesOf(decodeAnswer(field, value)) : [];
  if (files.length > 0) return { kind: control === 'images' ? 'images' : 'files', label, files };
  return { kind: 'answer', label, text: answerText(field, value) };
}

function textBlock(field: FormField): Block | undefined {
  const html = htmlOf(field);
  const plain = (field.initialValue ?? field.fieldLabel ?? '').trim();
  const own: TextPiece[] = plain === '' ? [] : [{ kind: 'paragraph', text: plain }];
  const pieces = html === null ? own : textOfHtml(html);
  return pieces.length === 0 ? undefined : { kind: 'text', pieces };
}
