import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { Day } from '#lib/day.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { listStandingOrders } from './contract.ts';
import { dayInWords } from './standing-days.ts';
import styles from './standing.module.css';

/** A standing order as the browser gets it, with amounts in dollars. */
export type StandingOnPage = ReplyOf<typeof listStandingOrders>[number];

interface StandingDaysProps {
  siteId: string;
  order: StandingOnPage;
  today: Day;
  isBusy: boolean;
  skip: (on: string, isSkipped: boolean) => Promise<void>;
}

/** What is due, and the days after it, each of which can be skipped. */
export function StandingDays({ siteId, order, today, isBusy, skip }: StandingDaysProps) {
  const { id, needsConfirm, isPaused, days, runs } = order;
  const open = runs.find(({ state }) => state === 'open');
  useHeadingFocus(runs.map((run) => `${run.id} ${run.state}`).join()); // the pressed button may be gone
  return (
    <>
      {open && (
        <div className={styles.due}>
          <p>
            <strong>Due on {dayInWords(open.dueOn)}</strong>
            {open.reason ? <span>{open.reason}</span> : !needsConfirm && <span>It will be ordered by itself.</span>}
          </p>
          <LinkButton size="small" to={`/trade/sites/${siteId}/standing-orders/${id}/${open.id}`}>
            {needsConfirm ? 'Review and confirm' : 'Review'}
          </LinkButton>
          <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void skip(open.dueOn, true)}>
            Skip<Hidden> {dayInWords(open.dueOn)}</Hidden>
          </Button>
        </div>
      )}
      {!isPaused &&
        runs
          .filter(({ state, dueOn }) => state === 'skipped' && dueOn >= today)
          .map(({ id: runId, dueOn }) => (
            <div key={runId} className={styles.due}>
              <p>{dayInWords(dueOn)} is skipped.</p>
              <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void skip(dueOn, false)}>
                Order after all<Hidden> on {dayInWords(dueOn)}</Hidden>
              </Button>
            </div>
          ))}
      {!isPaused && (
        <ol className={styles.days} aria-label="Next days">
          {days.map(({ on, isSkipped }) => (
            <li key={on} data-skipped={isSkipped || undefined}>
              <span>{dayInWords(on)}</span>
              {isSkipped && <Badge>Skipped</Badge>}
              <Button look="plain" size="small" isBusy={isBusy} onClick={() => void skip(on, !isSkipped)}>
                {isSkipped ? 'Order after all' : 'Skip'}
                <Hidden> on {dayInWords(on)}</Hidden>
              </Button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
