import { TextArea, TextField } from '#ui/form/field.tsx';
import { type FieldProps, textOf, textProps } from './field-props.ts';
import { charactersLeft } from './characters-left.ts';

/** Autocomplete tokens, by field name. */
const autoComplete: Record<string, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  name: 'name',
  fullName: 'name',
  company: 'organization',
  companyName: 'organization',
  phone: 'tel',
};

const charactersLeftHint = (props: FieldProps) => charactersLeft(props.field.maxLength, textOf(props));

export const TextControl = (props: FieldProps) => (
  <TextField
    {...textProps(props, charactersLeftHint(props))}
    autoComplete={autoComplete[props.field.modelPropertyName ?? '']}
  />
);

export const EmailControl = (props: FieldProps) => (
  <TextField {...textProps(props)} type="email" autoComplete="email" />
);

export const TextAreaControl = (props: FieldProps) => (
  <TextArea {...textProps(props, charactersLeftHint(props))} rows={3} />
);
