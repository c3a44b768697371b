import type { ReactNode } from 'react';
import { labelOf } from '../definition/definition.ts';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';

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

/** Props common to all controls: label, required mark, hint and error. */
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

/** Props common to all input elements. */
export const inputProps = ({ field, isRequired }: FieldProps) => ({
  'aria-required': isRequired || undefined,
  disabled: field.isDisabled === true,
  placeholder: field.overridePlaceholderText ?? undefined,
});

/** An answer as the value of a text field. */
export const textOf = ({ answer }: Pick<FieldProps, 'answer'>): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Props of a field whose answer is the text that is typed. */
export const textProps = (props: FieldProps, hint?: ReactNode) => ({
  ...frameProps(props, hint),
  ...inputProps(props),
  value: textOf(props),
  onChange: ({ target }: { target: { value: string } }) => props.onAnswer(target.value),
});
