import { type ComponentPropsWithRef, type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fillMask } from '#lib/text/mask.ts';
import { type FieldProps, TextField } from './field.tsx';
import { applyMask, formatWithMask } from './use-mask.ts';

type Input = Omit<
  ComponentPropsWithRef<'input'>,
  'children' | 'value' | 'defaultValue' | 'onChange' | 'onInput' | 'ref' | 'min' | 'max' | 'step'
>;

export interface MaskedFieldProps extends FieldProps, Input {
  /** In a mask, `9` stands for any digit: `0499 999 999`; see `lib/text/mask.ts`. */
  mask: string;
  value: string;
  /** Called with the text as displayed, with its spaces. Text that doesn't fit the mask is passed as typed. */
  onValueChange: (value: string) => void;
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined;
  isStarred?: boolean;
}

/** A text field that formats its input by a mask as the user types. */
export function MaskedField({ mask, value, onValueChange, inputRef, onBlur, ...rest }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = formatWithMask(mask, value);
  // The input is uncontrolled, so that a card or phone number never becomes an attribute in the HTML.
  const [first] = useState(shown);
  const reportEarlyInput = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== first && typed !== shown) onValueChange(fillMask(mask, typed).text);
  });
  useEffect(() => reportEarlyInput(), []);
  useEffect(() => {
    if (input.current && input.current.value !== shown) input.current.value = shown;
  }, [shown]);
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    const { text } = fillMask(mask, event.currentTarget.value);
    if (text !== value) onValueChange(text);
    onBlur?.(event);
  };
  return (
    <TextField
      inputMode="numeric"
      {...rest}
      ref={(element) => {
        input.current = element;
        inputRef?.(element);
      }}
      isNumeric
      defaultValue={first}
      onInput={(event) => onValueChange(applyMask(mask, event))}
      onBlur={leave}
    />
  );
}
