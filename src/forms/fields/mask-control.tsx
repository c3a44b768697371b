import { MaskedField } from '#ui/form/masked-field.tsx';
import { maskOf } from '../answers/field-faults.ts';
import { typeOf } from '../definition/field-types.ts';
import { type FieldProps, frameProps, inputProps, textOf } from './field-props.ts';
import { TextControl } from './text-controls.tsx';

/** A text field with a mask, also for mobile numbers; a plain text field if there is no mask. */
export function MaskControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const mask = maskOf(field) ?? '';
  if (mask === '') return <TextControl {...props} />;
  const isMobile = typeOf(field).control === 'mobile';
  const { placeholder, ...rest } = inputProps(props);
  return (
    <MaskedField
      {...frameProps(props)}
      {...rest}
      mask={mask}
      type={isMobile ? 'tel' : 'text'}
      inputMode={isMobile ? 'tel' : /[^\d\s]/.test(mask) ? 'text' : 'numeric'}
      autoComplete={isMobile ? 'tel' : 'off'}
      placeholder={placeholder ?? mask.replaceAll('9', '0')}
      value={textOf(props)}
      onValueChange={onAnswer}
    />
  );
}
