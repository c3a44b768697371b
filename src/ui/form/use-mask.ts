import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { fillMask } from '#lib/text/mask.ts';

/** The event of an input that somebody types into, as much as is needed of it. */
type Typing = FormEvent<HTMLInputElement>;

const isDeleting = (event: Event): boolean => event instanceof InputEvent && event.inputType.startsWith('delete');

/** Writes what was typed as the mask has it, and leaves the caret behind the same character. Answers what is shown. */
export function applyMask(mask: string, { currentTarget: input, nativeEvent }: Typing): string {
  // A word that a keyboard still composes must not be changed under it; leaving the field writes it out.
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

/** A text that comes from elsewhere as the mask has it; one that is being deleted keeps its open end. */
export const masked = (mask: string, value: string): string =>
  fillMask(mask, value, true).text === value ? value : fillMask(mask, value).text;

/**
 * A mask for an input that React does not control, as `lib/text/mask.ts` has it: `<TextField {...useMask('99 9999 9999')} />`. What
 * doesn't fit stays as it was typed, for its fault to be shown.
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
  useEffect(write, [mask]); // typed, or filled in, before this ran
  return { ref, onInput: (event) => void applyMask(mask, event), onBlur: write };
}
