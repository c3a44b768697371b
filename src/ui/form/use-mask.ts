import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { fillMask } from '#lib/text/mask.ts';

type Typing = FormEvent<HTMLInputElement>;

const isDeleting = (event: Event): boolean => event instanceof InputEvent && event.inputType.startsWith('delete');

/** Formats the input by the mask and keeps the caret after the same character. Returns the displayed text. */
export function applyMask(mask: string, { currentTarget: input, nativeEvent }: Typing): string {
  // Text that an input method is still composing must not be changed. It is formatted when the field loses the focus.
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return input.value;
  const { value, selectionStart } = input;
  const caret = selectionStart ?? value.length;
  const isOpen = isDeleting(nativeEvent);
  const { text } = fillMask(mask, value, isOpen);
  if (text === value) return value;
  const before = fillMask(mask, value.slice(0, caret), isOpen).text.length;
  input.value = text;
  const next = caret === value.length ? text.length : Math.min(before, text.length);
  if (document.activeElement === input) input.setSelectionRange(next, next);
  return text;
}

/** Formats a value by the mask, but does not put back a final separator that the user has just deleted. */
export const formatWithMask = (mask: string, value: string): string =>
  fillMask(mask, value, true).text === value ? value : fillMask(mask, value).text;

/**
 * A mask (`lib/text/mask.ts`) for an uncontrolled input: `<TextField {...useMask('99 9999 9999')} />`. Text that doesn't
 * fit the mask stays as typed, so that the user sees what is wrong.
 */
export function useMask(mask: string): {
  ref: RefObject<HTMLInputElement | null>;
  onInput: (event: Typing) => void;
  onBlur: () => void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const write = (): void => {
    const input = ref.current;
    if (!input) return;
    const { text } = fillMask(mask, input.value);
    if (text !== input.value) input.value = text;
  };
  useEffect(write, [mask]); // the user or the browser may have filled the field before hydration
  return { ref, onInput: (event) => void applyMask(mask, event), onBlur: write };
}
