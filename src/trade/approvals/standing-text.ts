import { toTypedDay } from '#lib/text/day-text.ts';
import type { Approval } from './contract.ts';

/** Which standing order asks for approval, and when its order is due. */
export const standingText = ({ listName, dueOn }: NonNullable<Approval['standingOrder']>): string =>
  `From the standing order “${listName}”, due on ${toTypedDay(dueOn)}.`;
