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

const forget = ({ nativeEvent }: SyntheticEvent): void => {
  window.earlyEvents?.delete(nativeEvent);
};

/** Props of the body. React calls these handlers only for events in hydrated parts of the page. */
export const forgetHandledEvents = {
  onClickCapture: forget,
  onInputCapture: forget,
  onAnimationIterationCapture: forget, // for the probe of replayEarlyEvents
};
