import type { ReactNode } from 'react';
import type { Day } from '#lib/day.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { labelOf, type ShownField } from '../definition/definition.ts';
import type { Answer } from '../rules/answer-values.ts';
import styles from './fields.module.css';

/** A field with its answer. */
export interface AnsweredField {
  field: ShownField;
  /** Decoded by `answers/encoding.ts`; for files, uploads of `#ui/upload/uploads.ts` or stored file items. */
  answer: Answer;
}

export interface FieldProps extends AnsweredField {
  formId: string;
  /** The form version being filled in. */
  formVersion: number;
  /** The control's element id; error summaries link to it. */
  id: string;
  onAnswer: (answer: Answer) => void;
  /**
   * Changes the files of the field. `change` must be applied immediately and to the current files: several uploads run at a
   * time, and continue after the field is removed from the page.
   */
  onFiles: (change: (uploads: readonly Upload[]) => Upload[]) => void;
  error: string | undefined;
  isRequired: boolean;
  /** Shows the answer without controls. */
  isReadOnly: boolean;
  /** Number of failed attempts to submit; after each, an invalid address shows its parts. */
  attempt: number;
  /** Today's date in Sydney. */
  today: Day;
  /** The other field, if this one shows another field's answer. */
  shown?: AnsweredField | undefined;
}

export interface FrameProps {
  id: string;
  label: string;
  isOptional: boolean;
  isStarred: boolean;
  error: string | undefined;
  className: string | undefined;
  hint?: ReactNode;
  /** The form's hint below the label. */
  about: string | undefined;
}

/** Props that all controls share: label, required mark, hint and error. */
export function frameProps({ field, id, isRequired, error }: FieldProps, hint?: ReactNode): FrameProps {
  const canAnswer = !field.isDisabled;
  return {
    id,
    label: labelOf(field),
    isOptional: canAnswer && !isRequired,
    isStarred: canAnswer && isRequired,
    error,
    className: field.fullWidthLabel ? styles.wideLabel : undefined,
    about: field.hint ?? undefined,
    ...(hint !== undefined && { hint }),
  };
}

/** Props that all input elements share. */
export const inputProps = ({ field, isRequired }: FieldProps) => ({
  'aria-required': isRequired || undefined,
  disabled: field.isDisabled === true,
  placeholder: field.overridePlaceholderText ?? undefined,
});

/** An answer as a text field's value. */
export const textOf = ({ answer }: Pick<FieldProps, 'answer'>): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Props of a field whose answer is the typed text. */
export const textProps = (props: FieldProps, hint?: ReactNode) => ({
  ...frameProps(props, hint),
  ...inputProps(props),
  value: textOf(props),
  onChange: ({ target }: { target: { value: string } }) => props.onAnswer(target.value),
});
