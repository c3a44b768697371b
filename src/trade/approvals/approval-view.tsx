import { useId, useState } from 'react';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { TextArea } from '#ui/form/field.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Link } from '#ui/link.tsx';
import { limitSentences } from '../limits/limit-sentences.ts';
import type { readApproval } from './contract.ts';
import styles from './approval-view.module.css';
import { OrderCard } from './order-card.tsx';
import { standingText } from './standing-text.ts';
import { useDecision } from './use-decision.ts';

/** A request for approval as the browser gets it, with amounts in dollars. */
export type ApprovalOnPage = ReplyOf<typeof readApproval>;
type State = ApprovalOnPage['state'];

const stateLabels: Record<State, string> = {
  open: 'Waits for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const tones: Record<State, Tone> = { open: 'warning', approved: 'success', declined: 'danger', withdrawn: 'neutral' };

export const ApprovalBadge = ({ state }: { state: State }) => <Badge tone={tones[state]}>{stateLabels[state]}</Badge>;

/** Shown when budgets and limits have room again. */
const nothingAsks = 'No budget, limit or rule asks for approval of this order now.';

/** The calls that decide a request: with a session, or by the token of a mail. Each returns the request as it is then. */
export interface ApprovalCalls {
  approve: (hash: string) => Promise<ApprovalOnPage>;
  decline: (reason: string) => Promise<ApprovalOnPage>;
  /** Undefined for an approver by mail. */
  withdraw?: () => Promise<ApprovalOnPage>;
  /** Reads the request again, as after a change. */
  read: () => Promise<ApprovalOnPage>;
}

interface ApprovalViewProps {
  approval: ApprovalOnPage;
  calls: ApprovalCalls;
  /** In whose name a mailed link decides; without it, it is the signed-in person, for whom links that need a session are shown. */
  approver?: string;
}

/** An order that waits for approval, what an approver needs to decide it, and its history. */
export function ApprovalView({ approval: loaded, calls, approver }: ApprovalViewProps) {
  const fallback = 'This could not be saved. Please try again.';
  const {
    shown: approval,
    failure,
    busy,
    act: run,
  } = useDecision<ApprovalOnPage, Decided>(loaded, calls.read, fallback);
  const { id, siteName, requestedBy, state, total, reasons, createdDate, hash, orderId, orderNumber, standingOrder } =
    approval;
  return (
    <div className={styles.view} key={id}>
      <header className={styles.head}>
        <h1>
          {formatDollars(total)} for {siteName}
        </h1>
        <p>
          <ApprovalBadge state={state} /> Requested by {requestedBy}, {formatInstant(new Date(createdDate))}
        </p>
        {standingOrder && <p>{standingText(standingOrder)}</p>}
      </header>
      <div role="alert">{failure && <Note tone="warning">{failure}</Note>}</div>
      {state === 'open' && (
        <Note>
          {(reasons.length > 0 ? reasons : [nothingAsks]).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          {!approval.mayDecide && <p>{limitSentences.approvers(approval.approvers)}</p>}
        </Note>
      )}
      {orderId && (
        <Note tone="success">
          The order is placed as{' '}
          {approver === undefined ? <Link to={`/shopping/order/${orderId}`}>{orderNumber}</Link> : orderNumber}.
        </Note>
      )}
      <OrderCard order={approval} />
      {approval.mayDecide && (
        <Decision
          total={total}
          approver={approver}
          busy={busy}
          approve={() => run('approve', () => calls.approve(hash))}
          decline={(reason) => run('decline', () => calls.decline(reason))}
        />
      )}
      {approval.mayWithdraw && calls.withdraw && (
        <div>
          <Button
            look="quiet"
            isBusy={busy === 'withdraw'}
            onClick={() => void run('withdraw', () => calls.withdraw?.() ?? calls.read())}
          >
            Withdraw the request
          </Button>
        </div>
      )}
      <History approval={approval} />
    </div>
  );
}

type Decided = 'approve' | 'decline' | 'withdraw';

interface DecisionProps {
  total: number;
  approver: string | undefined;
  busy: Decided | undefined;
  approve: () => Promise<void>;
  decline: (reason: string) => Promise<void>;
}

/** One press approves; declining asks for the reason. */
function Decision({ total, approver, busy, approve, decline }: DecisionProps) {
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const [attempt, setAttempt] = useState(0);
  const id = useId();
  const error = attempt > 0 && reason.trim() === '' ? 'Please give a reason.' : undefined;
  const submit = (): void => {
    setAttempt(attempt + 1);
    if (reason.trim() !== '') void decline(reason);
  };
  return (
    <section className={styles.decision} aria-label="Decision">
      {approver && <p className={styles.approver}>You decide as {approver}.</p>}
      <Button size="large" isBusy={busy === 'approve'} disabled={busy === 'decline'} onClick={() => void approve()}>
        Approve {formatDollars(total)}
      </Button>
      {!isDeclining && (
        <Button look="quiet" size="large" onClick={() => setDeclining(true)}>
          Decline
        </Button>
      )}
      {isDeclining && (
        <form
          method="dialog"
          className={styles.decline}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextArea
            id={id}
            label="Why not?"
            hint="The buyer reads this."
            rows={2}
            autoFocus
            value={reason}
            error={error}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" look="danger" isBusy={busy === 'decline'}>
            Decline the order
          </Button>
        </form>
      )}
    </section>
  );
}

const eventLabels = {
  requested: 'asked for approval',
  changed: 'found that the order had changed',
  approved: 'approved the order',
  declined: 'declined the order',
  withdrawn: 'withdrew the request',
};

const History = ({ approval: { events } }: { approval: ApprovalOnPage }) => (
  <section className={panel.card} aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol className={styles.history}>
      {events.map(({ id, kind, by, at, note }) => (
        <li key={id}>
          <span>
            <b>{by}</b> {eventLabels[kind]}
          </span>
          <time dateTime={at}>{formatInstant(new Date(at))}</time>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ol>
  </section>
);
