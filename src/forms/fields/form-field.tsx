import { type ComponentType, memo, type ReactNode } from 'react';
import { type Control, typeOf } from '../field-types.ts';
import type { FieldProps } from './field-props.ts';
import { EmailControl, TextAreaControl, TextControl } from './text-controls.tsx';

const controls: Partial<Record<Control, ComponentType<FieldProps>>> = {
  text: TextControl,
  textarea: TextAreaControl,
  email: EmailControl,
};

/** Any field of a form, to be filled in or as it was answered. Drawn anew only when what it is given changes. */
export const FormField = memo(function FormField(props: FieldProps): ReactNode {
  const One = controls[typeOf(props.field.formFieldType).control] ?? TextControl;
  return <One {...props} />;
});
