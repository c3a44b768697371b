import { useEffect, useState } from 'react';
import { useIsLive } from '#ui/use-is-live.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A control, and what it was given while the scripts of its page were on their way. */
interface Early {
  control: Control;
  given: string | boolean;
}

/**
 * A field that a page fills by its state forgets, as that takes over, what was typed or chosen in it before: it is given again
 * then, and told like any other input.
 */
export function useEarlyInput(): void {
  const isLive = useIsLive(); // false while what the server drew is taken over
  const [early] = useState(() => (isLive || typeof document === 'undefined' || isReturned() ? [] : earlyInput()));
  useEffect(() => early.forEach(giveAgain), [early]);
}

/** Coming back or loading anew, a browser fills fields as they were left, over what is newer in the page. */
function isReturned(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return !(entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');
}

function earlyInput(): Early[] {
  const controls = [...document.querySelectorAll<Control>('main :is(input:not([type=file]), textarea, select)')];
  return controls.flatMap((control) => {
    const given = givenTo(control);
    return given === undefined ? [] : [{ control, given }];
  });
}

/** Undefined where a control is as it was drawn. */
function givenTo(control: Control): string | boolean | undefined {
  if (control instanceof HTMLSelectElement) {
    const drawn = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0];
    return control.value === drawn?.value ? undefined : control.value;
  }
  if (isTicked(control)) return control.checked === control.defaultChecked ? undefined : control.checked;
  return control.value === control.defaultValue ? undefined : control.value;
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** React hears of a value only where it is another than the one it has seen, hence away from it and back. */
function giveAgain({ control, given }: Early): void {
  if (!control.isConnected) return;
  if (isTicked(control)) {
    if (control.type === 'radio' && given === false) return; // the one that is ticked instead tells it
    control.checked = given !== true;
    control.click();
    return;
  }
  control.value = '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value') ?? {};
  set?.call(control, given); // past React's own setter
  control.dispatchEvent(new Event('input', { bubbles: true }));
  if (control instanceof HTMLSelectElement) set?.call(control, given); // a part that waited is taken over at the first event
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
