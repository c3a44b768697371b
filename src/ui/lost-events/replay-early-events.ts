import type { EarlyEvents, Entered } from './early-events.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Milliseconds between two attempts to replay an event. */
const retryMs = 50;
/** Older events are dropped, because a late replay would surprise the user. */
const mostAgeMs = 15_000;

/**
 * Clicks and inputs before hydration reach no handler, and hydration resets controlled fields. This repeats those events in their order, as
 * soon as React handles events of their elements. `recordEarlyEvents` has filled `early`. Call it once per page.
 */
export function replayEarlyEvents(early: EarlyEvents): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ready: Event | undefined; // its element was hydrated at the last attempt, so the effects have run by now
  const late = new WeakSet<Event>();
  const start = (): void => {
    timer ??= setTimeout(replay, retryMs);
  };
  const replay = (): void => {
    timer = undefined;
    for (const [event, entered] of early) {
      const subject = subjectOf(event);
      // A button that was pressed twice is pressed once, and a field gets its last input.
      const isLatest = [...early.keys()].findLast((other) => subjectOf(other) === subject) === event;
      const isDue =
        subject?.isConnected && isLatest && !late.has(event) && performance.now() - event.timeStamp < mostAgeMs;
      if (isDue && ready !== event) {
        ready = isHydrated(subject, early) ? event : undefined;
        return start();
      }
      early.delete(event);
      if (!isDue) continue;
      withoutRecording(early, () => (subject instanceof HTMLButtonElement ? subject.click() : enter(subject, entered)));
      return early.size > 0 ? start() : undefined; // the next one once this one has been rendered
    }
  };
  // React handles what comes after hydration, unless another listener has stopped it on purpose.
  const receive = (event: Event): void => {
    if (event.target instanceof Element && isHydrated(event.target, early)) late.add(event);
    start();
  };
  for (const type of ['click', 'input']) window.addEventListener(type, receive, true);
  start();
}

/** Whether React handles an element's events. The probe is an event that nothing else listens to; React's handler removes it from `early`. */
function isHydrated(element: Element, early: EarlyEvents): boolean {
  const probe = new Event('animationiteration', { bubbles: true });
  early.set(probe, []);
  element.dispatchEvent(probe);
  return !early.delete(probe);
}

function withoutRecording(early: EarlyEvents, act: () => void): void {
  const before = [...early];
  act();
  early.clear();
  for (const [event, entered] of before) early.set(event, entered);
}

/** The field that was changed, or the button that was pressed. */
function subjectOf({ type, target }: Event): Control | HTMLButtonElement | undefined {
  if (!(target instanceof Element)) return undefined;
  if (type === 'input') return target.closest<Control>('input, textarea, select') ?? undefined;
  const button = target.closest('button');
  return button && needsScript(button) ? button : undefined;
}

/** Whether a click on the button does nothing without a script: it neither sends a form nor opens a popover. */
const needsScript = (button: HTMLButtonElement): boolean =>
  (button.type === 'button' || button.form?.method === 'dialog') && !button.matches('[popovertarget], [commandfor]');

/**
 * Enters a value again, unless the field has another value than its initial one: then hydration has kept what was typed, perhaps formatted.
 * React ignores a value equal to the last one that it saw, so the value is first changed, then changed back.
 */
function enter(control: Control, [value = '', isTicked = false]: Entered): void {
  if (control.matches(':disabled')) return;
  const { type } = control;
  if (type === 'checkbox' || type === 'radio') {
    (control as HTMLInputElement).checked = !isTicked; // as its type says
    control.click();
    return;
  }
  const isReset = control instanceof HTMLSelectElement || control.value === control.defaultValue;
  if (type !== 'file') setValue(control, isReset ? value : control.value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Sets a value, as if React had not seen it before. The caret stays if the value does. */
function setValue(control: Control, value: string): void {
  const { selectionStart, selectionEnd } = control as HTMLInputElement; // undefined in a select
  const hasCaret = control.value === value && control === document.activeElement;
  control.value = value === '' ? ' ' : '';
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control); // past the setter that React put on the element
  if (hasCaret && selectionStart != null) (control as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
}
