import { clickDespiteLayoutShift } from './click-despite-layout-shift.ts';
import { replayEarlyEvents } from './replay-early-events.ts';
import { waitForConnection } from './wait-for-connection.ts';

/** Saves what would otherwise be lost: clicks and inputs before hydration or at a layout shift, and a page without a connection. Call it once. */
export function mendEvents(): void {
  clickDespiteLayoutShift(document);
  replayEarlyEvents(window.earlyEvents);
  waitForConnection();
}
