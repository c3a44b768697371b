import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** A whole number that is filled in or pasted with the country's code, as it is dialled in Australia. */
const nationally = (typed: string): string => typed.replace(/^\s*\+?61(?=[\s\d]{9,})\s*0?/, '0');

/**
 * A telephone mask for a field that is not controlled: `9` is a digit, everything else stands as written. The mask's code comes with
 * the first focus, so that pages stay light: `<TextField {...useMask('99 9999 9999')} />`.
 */
export function useMask(mask: string): { ref: RefObject<HTMLInputElement | null>; onFocus: () => void } {
  const ref = useRef<HTMLInputElement>(null);
  const masked = useRef<{ destroy: () => void }>(undefined);
  const attach = async (): Promise<void> => {
    if (masked.current) return;
    const { IMask } = await import('react-imask');
    if (masked.current || !ref.current) return;
    // A mask's own placeholders (0, a, *) lose their meaning, only 9 keeps one.
    const pattern = { mask: mask.replace(/[0a*]/g, '\\$&'), definitions: { 9: /\d/ } };
    masked.current = IMask(ref.current, { ...pattern, prepare: nationally });
  };
  const begin = useEffectEvent(() => void attach());
  useEffect(() => {
    if (document.activeElement === ref.current) begin(); // focused before this ran
    return () => masked.current?.destroy();
  }, []);
  return { ref, onFocus: () => void attach() };
}
