import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { MailQueue } from '#platform/mail/mail-queue.server.ts';
import type { StoppedClock } from '#platform/process/clock.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { demoRequest } from '../demo-records.server.ts';
import type { Colleague, Customer, HistoryContent, TradeAccountContent, TradePerson } from './content.server.ts';
import type { Random } from './random.server.ts';
import type { Shelf } from './shelf.server.ts';
import type { Timeline } from './timeline.server.ts';

/** Drops every job: nobody is mailed about what is made up. */
export const noJobs: Jobs = {
  work: () => {},
  daily: () => {},
  hourly: () => {},
  recurring: () => {},
  enqueue: async () => {},
  enqueueLater: async () => {},
  install: async () => {},
  start: async () => {},
  pause: async () => {},
  resume: async () => {},
  finishAll: async () => {},
  stop: async () => {},
};

export const noMails: MailQueue = {
  work: () => {},
  start: () => {},
  pause: () => {},
  ended: async () => {},
  wake: () => {},
  finish: async () => 0,
};

/** A customer; `id` once they have an account. */
export interface Buyer extends Customer {
  id?: string;
}

/** One of the people of a trade account. */
export interface TradeMember extends TradePerson {
  memberId: string;
  buyer: Buyer & { id: string };
  siteIds: string[];
}

/** An open trade account. */
export interface TradeCustomer extends TradeAccountContent {
  id: string;
  number: number;
  isOpen: boolean;
  /** The open account with the lowest number orders next, so that each orders evenly over the time. */
  turn: number;
  members: TradeMember[];
  /** Orders whose invoices are not paid yet, with their places on the timeline. */
  unpaid: { orderId: string; place: number }[];
  /** Quotes that become the account's next orders. */
  quotesToAccept: string[];
  /** The numbers of blanket POs, by site. */
  poNumbers: ReadonlyMap<string, string>;
}

/** Everything that takes part in the history. */
export interface World {
  deps: OrderDeps & { clock: StoppedClock };
  content: HistoryContent;
  random: Random;
  timeline: Timeline;
  /** How many orders there are; also the length of the timeline. */
  orders: number;
  shelf: Shelf;
  staff: Map<string, Actor>;
  buyers: Buyer[];
  trade: TradeCustomer[];
}

/** The context of a change that is recorded under the name of a member of staff. */
export function by({ staff }: World, key: string): ActionContext {
  const actor = staff.get(key);
  if (!actor) throw new Error(`Nobody of the staff has the key '${key}'.`);
  return { actor, requestId: demoRequest };
}

export const actorOf = (
  id: string,
  person: Pick<Colleague, 'firstName' | 'lastName' | 'email'>,
  userType: number,
  claims: Actor['claims'] = [],
): Actor => ({
  id,
  sessionId: '',
  userType,
  claims,
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
});
