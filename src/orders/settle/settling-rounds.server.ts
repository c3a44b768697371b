import { type Rounds, startRounds } from '#platform/process/periodic-rounds.server.ts';
import { settleRefunds } from '../refund/pay-refund.server.ts';
import { type OrderDeps, settleWaitingOrders } from '../place/settle-waiting-orders.server.ts';

const roundEveryMs = 3_000;

/** Settles waiting payments and refunds, and what `more` settles, immediately, and again every three seconds. */
export function startSettling(deps: OrderDeps, more?: (deps: OrderDeps) => Promise<unknown>): Rounds {
  const failed = (error: unknown) => deps.log.error({ err: error }, 'could not settle payments');
  const round = async (): Promise<void> => {
    await settleWaitingOrders(deps).catch(failed);
    await settleRefunds(deps).catch(failed);
    await more?.(deps).catch(failed);
  };
  return startRounds(round, { everyMs: roundEveryMs, failed });
}
