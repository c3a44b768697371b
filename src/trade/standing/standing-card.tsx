import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { countText, unitCount } from '#lib/text/count-text.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { attempt } from '#ui/feedback/attempt.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { ChevronDownIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { endStandingOrder, listStandingOrders, pauseStandingOrder, skipStandingOrder } from './contract.ts';
import { RunHistory } from './run-history.tsx';
import { standingSentences as sentences } from './sentences.ts';
import { dayInWords, frequencyLabels } from './standing-days.ts';
import styles from './standing.module.css';

/** A standing order as the browser gets it, with amounts in dollars. */
export type StandingOnPage = ReplyOf<typeof listStandingOrders>[number];

const path = '/v1/trade/sites/{siteId}/standing-orders/{id}';

interface StandingCardProps {
  siteId: string;
  order: StandingOnPage;
  put: (order: StandingOnPage) => void;
  remove: (id: string) => void;
  reload: () => void;
  edit: () => void;
}

/** A standing order: when it comes, what it orders, and what became of the last ones. */
export function StandingCard({ siteId, order, put, remove, reload, edit }: StandingCardProps) {
  const { id, listName, every, needsConfirm, isPaused, pauseReason, orderer, poNumber, items, days, runs } = order;
  const params = { siteId, id };
  const [isEnding, setEnding] = useState(false);
  const open = runs.find(({ state }) => state === 'open');
  const change = (work: () => Promise<StandingOnPage>) =>
    attempt(async () => put(await work()), sentences.save).then((isDone) => isDone || reload());
  const pause = (next: boolean) =>
    change(() => call<typeof pauseStandingOrder>(`POST ${path}/pause`, { params, body: { isPaused: next } }));
  const skip = (on: string, isSkipped: boolean) =>
    change(() => call<typeof skipStandingOrder>(`POST ${path}/skip`, { params, body: { on, isSkipped } }));
  const end = () =>
    attempt(async () => {
      setEnding(false);
      await call<typeof endStandingOrder>(`DELETE ${path}`, { params });
      remove(id);
      notify({ text: `The standing order of ${listName} has ended.` });
    }, sentences.save);
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className={panel.card} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{listName}</h2>
          <p>
            {frequencyLabels[every]}, {needsConfirm ? 'after you confirm it' : 'by itself'}. In the name of {orderer}
            {poNumber && `, PO ${poNumber}`}.
          </p>
        </div>
        {isPaused && <Badge tone="warning">Paused</Badge>}
      </header>
      {pauseReason && <Note tone="warning">{pauseReason}</Note>}
      {open && (
        <div className={styles.due}>
          <p>
            <strong>Due on {dayInWords(open.dueOn)}</strong>
            {open.reason ? <span>{open.reason}</span> : !needsConfirm && <span>It will be ordered by itself.</span>}
          </p>
          <LinkButton size="small" to={`/trade/sites/${siteId}/standing-orders/${id}/${open.id}`}>
            {needsConfirm ? 'Look and confirm' : 'Look at it'}
          </LinkButton>
          <Button look="quiet" size="small" onClick={() => void skip(open.dueOn, true)}>
            Skip<Hidden> {dayInWords(open.dueOn)}</Hidden>
          </Button>
        </div>
      )}
      {!isPaused && (
        <ol className={styles.days} aria-label="Next days">
          {days.map(({ on, isSkipped }) => (
            <li key={on} data-skipped={isSkipped || undefined}>
              <span>{dayInWords(on)}</span>
              {isSkipped && <Badge>Skipped</Badge>}
              <Button look="plain" size="small" onClick={() => void skip(on, !isSkipped)}>
                {isSkipped ? 'Order after all' : 'Skip'}
                <Hidden> on {dayInWords(on)}</Hidden>
              </Button>
            </li>
          ))}
        </ol>
      )}
      <details className={styles.items}>
        <summary>
          {countText(items.length, 'item')}, {unitCount(units)}
          <ChevronDownIcon />
        </summary>
        <ul>
          {items.map(({ itemId, name, code, quantity, isSold, isOutOfStock }) => (
            <li key={itemId}>
              <span>
                {name} <small>{code}</small>{' '}
                {!isSold ? <Badge>No longer sold</Badge> : isOutOfStock && <Badge tone="warning">Out of stock</Badge>}
              </span>
              <b>{quantity}</b>
            </li>
          ))}
        </ul>
      </details>
      <RunHistory
        runs={runs.filter(({ state }) => state !== 'open')}
        orderPath={(orderId) => `/shopping/order/${orderId}`}
        approvalPath={(approvalId) => `/trade/approvals/${approvalId}`}
        amountOf={formatDollars}
      />
      <div className={styles.actions}>
        <Button look="quiet" size="small" onClick={edit}>
          {pauseReason ? 'Change or take over' : 'Change'}
        </Button>
        {pauseReason === '' && (
          <Button look="quiet" size="small" onClick={() => void pause(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button look="plain" size="small" onClick={() => setEnding(true)}>
          End
        </Button>
      </div>
      <Confirm
        isOpen={isEnding}
        title={`End the standing order of ${listName}?`}
        confirm="End it"
        cancel="Keep it"
        isDangerous
        onConfirm={() => void end()}
        onCancel={() => setEnding(false)}
      >
        <p>Nothing is ordered by it any more. Orders that were placed stay as they are.</p>
      </Confirm>
    </section>
  );
}
