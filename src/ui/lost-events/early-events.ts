import type { SyntheticEvent } from 'react';

/** The state of a control right after an event: its value, and whether it was ticked. */
export type Entered = readonly [value?: string, isTicked?: boolean];

/** Clicks and inputs that React has not handled, because their part of the page was not hydrated, oldest first. */
export type EarlyEvents = Map<Event, Entered>;

declare global {
  interface Window {
    earlyEvents: EarlyEvents; // from the script in the head
  }
}

/** A script in the head that records each click and input in `window.earlyEvents`, so that `replayEarlyEvents` can repeat them. */
export const recordEarlyEvents = `window.earlyEvents=new Map;for(const t of['click','input'])addEventListener(t,e=>earlyEvents.set(e,[e.target.value,e.target.checked]),true);`;

/**
 * Strikes out an event that React handles, and earlier ones of the same control, which it replaces: somebody has pressed again, or typed on.
 * If hydration had reset the field meanwhile, the earlier text is kept, followed by what is typed now.
 */
function forget({ nativeEvent: handled }: SyntheticEvent): void {
  const early = window.earlyEvents;
  if (!early.delete(handled)) return;
  const control = controlOf(handled);
  for (const [event, [text = '']] of early) {
    if (event.type !== handled.type || controlOf(event) !== control) continue;
    const added = textAfterReset(handled);
    if (added === undefined) early.delete(event);
    else early.set(event, [text + added]);
  }
}

/** The control of an event; for a radio button the name of its group; null for anything else. */
function controlOf({ target }: Event): Element | string | null {
  const control = target instanceof Element ? target.closest('button, input, textarea, select') : null;
  return control?.matches('[type=radio]') ? control.getAttribute('name') : control;
}

/** What an event has added to a field that had only its initial value; undefined if it had another one. */
function textAfterReset(event: Event): string | undefined {
  if (!(event instanceof InputEvent) || event.data === null) return undefined;
  const { value, defaultValue } = event.target as HTMLInputElement; // an element without these fails the comparison below
  return value === defaultValue + event.data ? event.data : undefined;
}

/** Props of the body. React calls these handlers only for events in hydrated parts of the page. */
export const forgetHandledEvents = {
  onClickCapture: forget,
  onInputCapture: forget,
  onAnimationIterationCapture: forget, // for the probe of replayEarlyEvents
};
