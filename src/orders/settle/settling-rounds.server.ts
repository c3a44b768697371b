import { type Rounds, startRounds } from '#platform/jobs/periodic-rounds.server.ts';
import { settleRefunds } from '../refund/pay-refund.server.ts';
import { type OrderDeps, settleWaiting } from '../place/settling.server.ts';

const roundEveryMs = 3_000;

/** Settles waiting payments and refunds at once and then every few seconds. */
export function startSettling(deps: OrderDeps): Rounds {
  const failed = (error: unknown) => deps.log.error({ err: error }, 'could not settle payments');
  const round = async (): Promise<void> => {
    await settleWaiting(deps).catch(failed);
    await settleRefunds(deps).catch(failed);
  };
  return startRounds(round, { everyMs: roundEveryMs, failed });
}
