import { TextField } from '#ui/field.tsx';
import { useMask } from '#ui/use-mask.ts';
import { maskOf } from '../answers/field-faults.ts';
import { fillMask } from '../answers/fill-mask.ts';
import { typeOf } from '../field-types.ts';
import type { FieldProps } from './field-props.ts';
import { framed, textOf, told } from './framed.ts';

/** Digits in the shape of a mask, a mobile number among them; plain text where its form forgot the mask. */
export function MaskControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const mask = maskOf(field) ?? '';
  const isMobile = typeOf(field.formFieldType).control === 'mobile';
  // What doesn't fit the mask was typed elsewhere, and is shown as it is for its fault to be seen.
  const text = textOf(props);
  const value = mask === '' ? text : fillMask(mask, text);
  const masked = useMask(mask, { value, onValueChange: onAnswer });
  const { placeholder, ...rest } = told(props);
  return (
    <TextField
      {...framed(props)}
      {...rest}
      {...(mask === '' ? {} : masked)}
      isNumeric
      type={isMobile ? 'tel' : 'text'}
      inputMode={isMobile ? 'tel' : /[^\d\s]/.test(mask) ? 'text' : 'numeric'}
      autoComplete={isMobile ? 'tel-national' : 'off'}
      placeholder={placeholder ?? mask.replaceAll('9', '0')}
      defaultValue={value}
      onChange={({ target }) => onAnswer(target.value)}
    />
  );
}
