import { clickDespiteLayoutShift } from './click-despite-layout-shift.ts';
import { replayEarlyEvents } from './replay-early-events.ts';

/** Sends the clicks and inputs that would be lost during hydration or a layout shift. Call it once per page. */
export function mendEvents(): void {
  clickDespiteLayoutShift(document);
  if (window.earlyEvents) replayEarlyEvents(window.earlyEvents);
}
