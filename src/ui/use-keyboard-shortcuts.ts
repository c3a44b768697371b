import { useLayoutEffect, useRef } from 'react';

type Keys = Record<string, (event: KeyboardEvent) => void>;

const setting = 'shop.single-keys';

/** Whether single-letter shortcuts are active outside fields; users of speech input turn them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(setting) !== 'off';
  } catch {
    return true;
  }
};

export const setSingleKeys = (isOn: boolean): void => {
  try {
    localStorage.setItem(setting, isOn ? 'on' : 'off');
  } catch {
    // Without storage the setting does not change.
  }
};

const typing =
  'input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true],[role=textbox],[role=grid]';

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(typing) !== null;

/** Whether Enter already activates the focused element. */
const isActivating = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('button,a,summary,input,[role=menuitem]') !== null;

/** `mod+k`, `shift+x`, `?`, `arrowdown`; mod is Control, or Command on a Mac. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key);
  const parts = [(ctrlKey || metaKey) && 'mod', altKey && 'alt', shiftKey && (isLetter || key.length > 1) && 'shift'];
  return [...parts, key.toLowerCase()].filter(Boolean).join('+');
}

/** Undo and redo, which the fields in dialogs handle themselves. */
const undoes = new Set(['mod+z', 'mod+shift+z']);

/** A page's keyboard shortcuts, active from its first paint, but not behind an open dialog. Single keys work only outside fields. */
export function useKeyboardShortcuts(keys: Keys, isOn = true): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = nameOf(event);
      const act = latest.current[name];
      if (!act) return;
      const isSingle = !name.startsWith('mod+');
      if (isSingle && (isTyping(event) || document.querySelector('dialog[open], [popover]:popover-open'))) return;
      if (document.querySelector('dialog[open]')) {
        if (!undoes.has(name)) event.preventDefault(); // otherwise the browser would save the page or open its search
        return;
      }
      if (event.key === 'Enter' && isActivating(event)) return;
      if (isSingle && event.key.length === 1 && !areSingleKeysOn()) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
