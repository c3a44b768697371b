import { useEffect, useState } from 'react';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A control and the value that the user gave it before hydration. */
interface EarlyInput {
  control: Control;
  value: string | boolean;
}

/** Hydration resets controlled fields. This restores what the user entered before it and triggers the fields' events. */
export function usePreHydrationInput(): void {
  const isLive = useIsHydrated(); // false during hydration
  const [early] = useState(() =>
    isLive || typeof document === 'undefined' || isHistoryOrReload() ? [] : earlyInput(),
  );
  useEffect(() => early.forEach(restore), [early]);
}

/** On back, forward or reload the browser fills in old values, which must not replace newer ones. */
function isHistoryOrReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return !(entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');
}

function earlyInput(): EarlyInput[] {
  const controls = [...document.querySelectorAll<Control>('main :is(input:not([type=file]), textarea, select)')];
  return controls.flatMap((control) => {
    const value = changedValue(control);
    return value === undefined ? [] : [{ control, value }];
  });
}

function changedValue(control: Control): string | boolean | undefined {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0];
    return control.value === initial?.value ? undefined : control.value;
  }
  if (isTickable(control)) return control.checked === control.defaultChecked ? undefined : control.checked;
  return control.value === control.defaultValue ? undefined : control.value;
}

const isTickable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** React notices only a value that differs from the last one it saw, so the value is changed and changed back. */
function restore({ control, value }: EarlyInput): void {
  if (!control.isConnected) return;
  if (isTickable(control)) {
    if (control.type === 'radio' && value === false) return; // the newly ticked radio button triggers the event
    control.checked = value !== true;
    control.click();
    return;
  }
  control.value = '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value') ?? {};
  set?.call(control, value); // bypasses the setter that React put on the element
  control.dispatchEvent(new Event('input', { bubbles: true }));
  if (control instanceof HTMLSelectElement) set?.call(control, value); // the first event may hydrate a suspended part, which resets the value
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
