import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { listOfAccount } from './contract.ts';
import { RunHistory } from './run-history.tsx';
import { dayInWords, frequencyLabels } from './standing-days.ts';
import styles from './standing.module.css';

/** The standing orders of an account, for staff: when they come, and what became of the last ones. Nothing for an account without any. */
export function StandingOrdersCard({ orders }: { orders: ReplyOf<typeof listOfAccount> }) {
  if (orders.length === 0) return null;
  return (
    <section className={panel.card} aria-labelledby="standing-orders">
      <h2 id="standing-orders">Standing orders</h2>
      <ul className={styles.ofAccount}>
        {orders.map(({ id, siteName, listName, every, needsConfirm, nextOn, isPaused, pauseReason, orderer, runs }) => (
          <li key={id}>
            <p>
              <strong>
                {listName} for {siteName}
              </strong>{' '}
              {isPaused && <Badge tone="warning">Paused</Badge>}
              <span>
                {frequencyLabels[every]}, {needsConfirm ? `after ${orderer} confirms it` : `by itself, for ${orderer}`}.
                {isPaused
                  ? ` ${pauseReason}`
                  : ` Next on ${dayInWords(runs.find(({ state }) => state === 'open')?.dueOn ?? nextOn)}.`}
              </span>
            </p>
            <RunHistory runs={runs.slice(0, 4)} orderPath={(orderId) => `/admin/view-order-details/${orderId}/`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
