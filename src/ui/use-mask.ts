import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** A whole number that is filled in or pasted with the country's code, as it is dialled in Australia. */
const nationally = (typed: string): string => typed.replace(/^\s*\+?61(?=[\s\d]{9,})\s*0?/, '0');

/** Digits of a telephone number; other numbers are pasted as they are. */
const phoneLength = 10;

interface Kept {
  /** What the field shows, masked; it is written into the field where it has another text. */
  value: string;
  onValueChange: (shown: string) => void;
}

interface OpenMask {
  value: string;
  updateValue: () => void;
  destroy: () => void;
}

/**
 * A mask for a field that is not controlled: `9` is a digit, everything else stands as written. The mask's code comes with
 * the first focus, so that pages stay light: `<TextField {...useMask('99 9999 9999')} />`. Where the page keeps what is
 * typed, it is `kept`.
 */
export function useMask(mask: string, kept?: Kept): { ref: RefObject<HTMLInputElement | null>; onFocus: () => void } {
  const ref = useRef<HTMLInputElement>(null);
  const masked = useRef<OpenMask>(undefined);
  const latest = useRef(kept);
  useEffect(() => {
    latest.current = kept;
  });
  const tell = (shown: string): void => {
    if (latest.current && shown !== latest.current.value) latest.current.onValueChange(shown);
  };
  const attach = async (): Promise<void> => {
    if (masked.current) return;
    const { IMask } = await import('react-imask').catch(() => ({ IMask: undefined })); // the next focus asks again
    if (!IMask || masked.current || !ref.current) return;
    const made = IMask(ref.current, optionsOf(mask));
    masked.current = made;
    made.on('accept', () => tell(made.value));
    tell(made.value); // typed before the mask came
  };
  const begin = useEffectEvent(() => void attach());
  useEffect(() => {
    if (document.activeElement === ref.current) begin(); // focused before this ran
    return () => masked.current?.destroy();
  }, []);
  const value = kept?.value;
  useEffect(() => {
    if (value === undefined || !ref.current || ref.current.value === value) return;
    ref.current.value = value;
    masked.current?.updateValue();
  }, [value]);
  return { ref, onFocus: () => void attach() };
}

const optionsOf = (mask: string) => ({
  // A mask's own placeholders (0, a, *) lose their meaning, only 9 keeps one.
  mask: mask.replace(/[0a*]/g, '\\$&'),
  definitions: { 9: /\d/ },
  ...(mask.replace(/\D/g, '').length === phoneLength && { prepare: nationally }),
});
