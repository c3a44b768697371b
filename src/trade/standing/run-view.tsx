import { useRef } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Link } from '#ui/link.tsx';
import approval from '../approvals/approval-view.module.css';
import { OrderCard } from '../approvals/order-card.tsx';
import { useDecision } from '../approvals/use-decision.ts';
import { limitSentences } from '../limits/limit-sentences.ts';
import type { readRun } from './contract.ts';
import { RunBadge } from './run-badge.tsx';
import { standingSentences as sentences } from './sentences.ts';
import styles from './standing.module.css';
import { dayInWords, frequencyLabels } from './standing-days.ts';

/** A day of a standing order as the browser gets it, with amounts in dollars. */
export type RunOnPage = ReplyOf<typeof readRun>;

/** The calls about a run: with a session, or by the token of a mail. Each returns the run as it is then. */
export interface RunCalls {
  confirm: (total: number) => Promise<RunOnPage>;
  skip: () => Promise<RunOnPage>;
  pause: () => Promise<RunOnPage>;
  read: () => Promise<RunOnPage>;
}

interface RunViewProps {
  run: RunOnPage;
  calls: RunCalls;
  /** With it, links that need a session are shown. */
  siteId?: string;
}

/** What is due of a standing order, with one button that orders it. */
export function RunView({ run: loaded, calls, siteId }: RunViewProps) {
  const { shown: run, failure, busy, act } = useDecision<RunOnPage, keyof RunCalls>(loaded, calls.read, sentences.save);
  const heading = useRef<HTMLHeadingElement>(null);
  const { siteName, listName, dueOn, every, orderer, state, reason, leftOut, approvalReasons, isPaused } = run;
  const total = run.total ?? 0;
  /** The pressed button may be gone afterwards. */
  const press = (kind: keyof RunCalls, work: () => Promise<RunOnPage>) =>
    void act(kind, work).finally(() => heading.current?.focus());
  const isOpen = state === 'open';
  return (
    <div className={approval.view}>
      <header className={approval.head}>
        <h1 ref={heading} tabIndex={-1}>
          {listName} for {siteName}
        </h1>
        <p>
          <RunBadge state={state} /> Due on {dayInWords(dueOn)}. {frequencyLabels[every]}, in the name of {orderer}.
        </p>
      </header>
      <div role="alert">{failure && <Note tone="warning">{failure}</Note>}</div>
      {!failure && reason && <Note tone={isOpen ? 'warning' : undefined}>{reason}</Note>}
      <div aria-live="polite">
        <Outcome run={run} isSignedIn={siteId !== undefined} />
      </div>
      {isPaused && <Note>The standing order is paused. Nothing is ordered by itself until somebody resumes it.</Note>}
      {isOpen && <Reasons reasons={leftOut} />}
      {isOpen && approvalReasons.length > 0 && (
        <Reasons reasons={[...approvalReasons, limitSentences.approvers(run.approvers)]} />
      )}
      {isOpen && run.lines.length > 0 && <OrderCard order={{ ...run, total }} />}
      {isOpen && (
        <section className={approval.decision} aria-label="Decision">
          <Button
            size="large"
            isBusy={busy === 'confirm'}
            disabled={run.lines.length === 0 || (busy !== undefined && busy !== 'confirm')}
            onClick={() => press('confirm', () => calls.confirm(total))}
          >
            {approvalReasons.length > 0 ? 'Ask for approval of' : 'Order for'} {formatDollars(total)}
          </Button>
          <div className={styles.others}>
            <Button
              look="quiet"
              size="large"
              isBusy={busy === 'skip'}
              disabled={busy !== undefined && busy !== 'skip'}
              onClick={() => press('skip', calls.skip)}
            >
              Skip this one
            </Button>
            <Button
              look="plain"
              isBusy={busy === 'pause'}
              disabled={busy !== undefined && busy !== 'pause'}
              onClick={() => press('pause', calls.pause)}
            >
              Pause the standing order
            </Button>
          </div>
        </section>
      )}
      {siteId !== undefined && (
        <Link to={`/trade/standing-orders?site=${siteId}`}>All standing orders of this site</Link>
      )}
    </div>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Note tone="warning">
      {reasons.map((why) => (
        <p key={why}>{why}</p>
      ))}
    </Note>
  );
}

/** What became of it. */
function Outcome({ run, isSignedIn }: { run: RunOnPage; isSignedIn: boolean }) {
  const { state, reason, orderId, orderNumber, approvalId, needsApprovalByItself, needsConfirm, placedOn, isPaused } =
    run;
  if (state === 'open')
    return needsConfirm || isPaused || reason !== '' ? null : (
      <Note>
        {needsApprovalByItself
          ? `It goes to your approvers by itself on ${dayInWords(placedOn)}, unless you skip it. You can send it now, too.`
          : `It is ordered by itself on ${dayInWords(placedOn)}, unless you skip it. You can order it now, too.`}
      </Note>
    );
  if (state === 'ordered')
    return (
      <Note tone="success">
        The order is placed as{' '}
        {isSignedIn && orderId ? <Link to={`/shopping/order/${orderId}`}>{orderNumber}</Link> : orderNumber}.
      </Note>
    );
  if (state === 'approval')
    return (
      <Note>
        The order waits for approval.{' '}
        {isSignedIn && approvalId && <Link to={`/trade/approvals/${approvalId}`}>See the request</Link>}
      </Note>
    );
  if (state === 'skipped')
    return <Note>{isPaused ? sentences.skipped : 'This order is skipped. The next one comes as planned.'}</Note>;
  return <Note>{sentences[state]}</Note>;
}
