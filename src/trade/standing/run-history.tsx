import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { Link } from '#ui/link.tsx';
import type { listStandingOrders } from './contract.ts';
import { RunBadge } from './run-badge.tsx';
import { dayInWords } from './standing-days.ts';
import styles from './standing.module.css';

interface RunHistoryProps {
  runs: ReplyOf<typeof listStandingOrders>[number]['runs'];
  orderPath: (orderId: string) => string;
  /** Undefined where requests for approval have no page. */
  approvalPath?: (approvalId: string) => string;
}

/** What became of the days of a standing order, newest first. */
export function RunHistory({ runs, orderPath, approvalPath }: RunHistoryProps) {
  if (runs.length === 0) return null;
  return (
    <ol className={styles.history} aria-label="History">
      {runs.map(({ id, dueOn, state, reason, orderId, orderNumber, approvalId, total, by }) => {
        const order = orderId && orderNumber && <Link to={orderPath(orderId)}>{orderNumber}</Link>;
        const request = approvalId && approvalPath && <Link to={approvalPath(approvalId)}>Request for approval</Link>;
        const about = [total !== null && formatDollars(total), by && `by ${by}`].filter(Boolean).join(', ');
        return (
          <li key={id}>
            <span>{dayInWords(dueOn)}</span>
            <RunBadge state={state} />
            <span>
              {order || request}
              {(order || request) && about && ', '}
              {about}
            </span>
            {reason && <p>{reason}</p>}
          </li>
        );
      })}
    </ol>
  );
}
