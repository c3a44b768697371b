import { TextArea, TextField } from '#ui/form/field.tsx';
import type { FieldProps } from './field-props.ts';
import { frameProps, textOf, inputProps } from './frame-props.ts';
import { charactersLeft } from './characters-left.ts';

/** Autocomplete tokens by usual field names. */
const autoComplete: Record<string, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  name: 'name',
  fullName: 'name',
  company: 'organization',
  companyName: 'organization',
  phone: 'tel',
};

export function TextControl(props: FieldProps) {
  const { field, onAnswer } = props;
  return (
    <TextField
      {...frameProps(props, charactersLeft(field.maxLength, textOf(props)))}
      {...inputProps(props)}
      autoComplete={autoComplete[field.modelPropertyName ?? '']}
      value={textOf(props)}
      onChange={({ target }) => onAnswer(target.value)}
    />
  );
}

export function EmailControl(props: FieldProps) {
  return (
    <TextField
      {...frameProps(props)}
      {...inputProps(props)}
      type="email"
      autoComplete="email"
      value={textOf(props)}
      onChange={({ target }) => props.onAnswer(target.value)}
    />
  );
}

export function TextAreaControl(props: FieldProps) {
  const { field, onAnswer } = props;
  return (
    <TextArea
      {...frameProps(props, charactersLeft(field.maxLength, textOf(props)))}
      {...inputProps(props)}
      rows={3}
      value={textOf(props)}
      onChange={({ target }) => onAnswer(target.value)}
    />
  );
}
