import { type ComponentType, memo, type ReactNode } from 'react';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';
import { CheckboxControl, HorizontalRadio, SelectControl, VerticalRadio, YesNo } from './choice-controls.tsx';
import { DateControl } from './date-control.tsx';
import type { FieldProps } from './field-props.ts';
import { lazyControl } from './lazy-control.tsx';
import { MaskControl } from './mask-control.tsx';
import { CurrencyControl, NumberControl } from './number-controls.tsx';
import { TextBlock } from './text-block.tsx';
import { ReadOnlyAnswer, AnswerOfOtherField } from './read-only-answer.tsx';
import { EmailControl, TextAreaControl, TextControl } from './text-controls.tsx';

const Files = lazyControl(() => import('./files-control.tsx').then((module) => module.FilesControl), '9.5rem');

const controls: Record<Control, ComponentType<FieldProps>> = {
  text: TextControl,
  textarea: TextAreaControl,
  select: SelectControl,
  multiSelect: lazyControl(() => import('./multi-select.tsx').then((module) => module.MultiSelect), 'var(--control-h)'),
  horizontalRadio: HorizontalRadio,
  verticalRadio: VerticalRadio,
  yesNo: YesNo,
  checkbox: CheckboxControl,
  files: Files,
  images: Files,
  date: DateControl,
  number: NumberControl,
  masked: MaskControl,
  currency: CurrencyControl,
  mobile: MaskControl,
  email: EmailControl,
  address: lazyControl(() => import('./address-control.tsx').then((module) => module.AddressControl), '7.5rem'),
  label: TextBlock,
  markdown: TextBlock,
  html: TextBlock,
  shownValue: AnswerOfOtherField,
  shownFiles: AnswerOfOtherField,
  shownImages: AnswerOfOtherField,
  signature: lazyControl(() => import('./signature-control.tsx').then((module) => module.SignatureControl), '15rem'),
  shownSignature: AnswerOfOtherField,
};

/** These controls have no disabled state: disabled fields show their answer instead. */
const shownWhenDisabled: readonly Control[] = ['files', 'images', 'address', 'signature'];

/** Any field of a form, editable or read-only. Re-renders only when its props change. */
export const FormField = memo(function FormField(props: FieldProps): ReactNode {
  const { field, isReadOnly } = props;
  const { control } = typeOf(field);
  const isShown = isReadOnly || (field.isDisabled === true && shownWhenDisabled.includes(control));
  const FieldControl = isShown && isAnswered(field) ? ReadOnlyAnswer : controls[control];
  return <FieldControl {...props} />;
});
