import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { Day } from '#lib/day.ts';
import { countText, unitCount } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { ChevronDownIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { endStandingOrder, pauseStandingOrder, skipStandingOrder } from './contract.ts';
import { RunHistory } from './run-history.tsx';
import { standingSentences as sentences } from './sentences.ts';
import { StandingDays, type StandingOnPage } from './standing-order-days.tsx';
import { dayInWords, frequencyLabels } from './standing-days.ts';
import styles from './standing.module.css';

const path = '/v1/trade/sites/{siteId}/standing-orders/{id}';

interface StandingCardProps {
  siteId: string;
  order: StandingOnPage;
  put: (order: StandingOnPage) => void;
  remove: (id: string) => void;
  reload: () => void;
  today: Day;
  /** Undefined if its list is archived. */
  edit: (() => void) | undefined;
}

/** A standing order: when it comes, what it orders, and what became of the last ones. */
export function StandingCard({ siteId, order, put, remove, reload, today, edit }: StandingCardProps) {
  const { id, listName, every, needsConfirm, isPaused, pauseReason, orderer, isOwn, poNumber, items, runs } = order;
  const params = { siteId, id };
  const [isEnding, setEnding] = useState(false);
  const open = runs.find(({ state }) => state === 'open');
  const { isBusy, attempt } = useAttempt();
  const change = async (work: () => Promise<StandingOnPage>, text?: string): Promise<void> => {
    if (isBusy) return; // the replies of two changes may come in the other sequence
    const isDone = await attempt(async () => put(await work()), sentences.save);
    if (!isDone) reload();
    else if (text !== undefined) notify({ text });
  };
  const skipped = open ? `Paused. The order of ${dayInWords(open.dueOn)} is skipped.` : 'Paused.';
  const pause = (next: boolean) =>
    change(
      () => call<typeof pauseStandingOrder>(`POST ${path}/pause`, { params, body: { isPaused: next } }),
      next ? skipped : 'The standing order has been resumed.',
    );
  const skip = (on: string, isSkipped: boolean) =>
    change(() => call<typeof skipStandingOrder>(`POST ${path}/skip`, { params, body: { on, isSkipped } }));
  const end = () =>
    attempt(async () => {
      setEnding(false);
      await call<typeof endStandingOrder>(`DELETE ${path}`, { params });
      remove(id);
      notify({ text: `The standing order of ${listName} has ended.` });
    }, sentences.save);
  return (
    <section className={panel.card} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{listName}</h2>
          <p>
            {frequencyLabels[every]},{' '}
            {needsConfirm ? `after ${isOwn ? 'you confirm' : `${orderer} confirms`} it` : 'by itself'}. In the name of{' '}
            {orderer}
            {poNumber && `, PO ${poNumber}`}.
          </p>
        </div>
        {isPaused && <Badge tone="warning">Paused</Badge>}
      </header>
      {pauseReason && <Note tone="warning">{pauseReason}</Note>}
      {!edit && !pauseReason && <Note tone="warning">{sentences.listArchived}</Note>}
      <StandingDays {...{ siteId, order, today, isBusy, skip }} />
      <Items items={items} />
      <RunHistory
        runs={runs.filter(({ state }) => state !== 'open')}
        orderPath={(orderId) => `/shopping/order/${orderId}`}
        approvalPath={(approvalId) => `/trade/approvals/${approvalId}`}
      />
      <div className={styles.actions}>
        {edit && (
          <Button look="quiet" size="small" onClick={edit}>
            {pauseReason ? 'Change or take over' : 'Change'}
          </Button>
        )}
        {pauseReason === '' && (
          <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void pause(!isPaused)}>
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
        <p>It will place no more orders. Orders that were placed stay as they are.</p>
      </Confirm>
    </section>
  );
}

const Items = ({ items }: Pick<StandingOnPage, 'items'>) => (
  <details className={styles.items}>
    <summary>
      {countText(items.length, 'item')}, {unitCount(items.reduce((sum, { quantity }) => sum + quantity, 0))}
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
);
