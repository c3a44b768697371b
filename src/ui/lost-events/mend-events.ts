import { clickDespiteLayoutShift } from './click-despite-layout-shift.ts';
import { replayEarlyEvents } from './replay-early-events.ts';

/** Delivers clicks and inputs that would otherwise be lost before hydration or because of a layout shift. Call it once per page. */
export function mendEvents(): void {
  clickDespiteLayoutShift(document);
  replayEarlyEvents(window.earlyEvents);
}
