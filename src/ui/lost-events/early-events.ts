import type { SyntheticEvent } from 'react';

/** The state of a control right after an event: its value, and whether it was ticked. */
export type Entered = readonly [value: string | undefined, isTicked: boolean | undefined];

/** Clicks and inputs that React has not handled, because their part of the page was not hydrated, oldest first. */
export type EarlyEvents = Map<Event, Entered>;

declare global {
  interface Window {
    earlyEvents?: EarlyEvents;
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
  if (!early?.delete(handled)) return;
  for (const [event, [text = '']] of early) {
    if (event.type !== handled.type || !haveSameControl(event, handled)) continue;
    const added = textAfterReset(handled);
    if (added === undefined) early.delete(event);
    else early.set(event, [text + added, undefined]);
  }
}

const controlOf = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('button, input, textarea, select') : null;

function haveSameControl(one: Event, other: Event): boolean {
  const [first, second] = [controlOf(one), controlOf(other)];
  const isRadio = (control: Element | null) => control instanceof HTMLInputElement && control.type === 'radio';
  if (!isRadio(first) || !isRadio(second)) return first !== null && first === second;
  return first?.getAttribute('name') === second?.getAttribute('name');
}

/** What an event has added to a field that had only its initial value; undefined if it had another one. */
function textAfterReset(event: Event): string | undefined {
  const field = event.target;
  if (!(event instanceof InputEvent) || event.data === null) return undefined;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  return field.value === field.defaultValue + event.data ? event.data : undefined;
}

/** Props of the body. React calls these handlers only for events in hydrated parts of the page. */
export const forgetHandledEvents = {
  onClickCapture: forget,
  onInputCapture: forget,
  onAnimationIterationCapture: forget, // for the probe of replayEarlyEvents
};
