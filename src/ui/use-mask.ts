import { type RefObject, useEffect, useRef } from 'react';

/**
 * A mask for a field that is not controlled: `9` is a digit, everything else stands as written. The mask's code comes with
 * the first focus, so that pages stay light: `<TextField {...useMask('99 9999 9999')} />`.
 */
export function useMask(mask: string): { ref: RefObject<HTMLInputElement | null>; onFocus: () => void } {
  const ref = useRef<HTMLInputElement>(null);
  const masked = useRef<{ destroy: () => void }>(undefined);
  useEffect(() => () => masked.current?.destroy(), []);
  const onFocus = async (): Promise<void> => {
    if (masked.current) return;
    const { IMask } = await import('react-imask');
    if (masked.current || !ref.current) return;
    // A mask's own placeholders (0, a, *) lose their meaning, only 9 keeps one.
    masked.current = IMask(ref.current, { mask: mask.replace(/[0a*]/g, '\\$&'), definitions: { 9: /\d/ } });
  };
  return { ref, onFocus: () => void onFocus() };
}
