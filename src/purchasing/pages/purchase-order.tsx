import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { unitCount } from '#lib/text/count-text.ts';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { day, format, formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { NameDialog } from '#catalogue/categories/name-dialog.tsx';
import { listUnsentMails } from '#unsent-mails/contract.ts';
import { UnsentMailsCard } from '#unsent-mails/unsent-mails-card.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { AnchorButton, Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type cancelPurchaseOrder, type PurchaseOrderOnPage, readPurchaseOrder, sentences } from '../contract.ts';
import { type closePurchaseOrder, closeReason } from '../delivery-contract.ts';
import { EditDialog } from '../edit-dialog.tsx';
import styles from '../purchasing.module.css';
import { ReceiveDialog } from '../receive-dialog.tsx';
import { StateBadge } from '../state-badge.tsx';
import { SupplierCard } from '../supplier-card.tsx';
import type { Route } from './+types/purchase-order';

export const handle = {
  crumb: (loaded?: { order: PurchaseOrderOnPage }) => loaded?.order.number ?? 'Purchase order',
  above: [{ label: 'Purchase orders', to: '/admin/purchase-orders/' }],
};

export const meta = backOfficeMeta('Purchase order');

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartStock');
  const ask = api(context);
  const [order, unsent] = await loadOrPageError(
    sentences.load,
    Promise.all([ask(readPurchaseOrder, { params: { id } }), ask(listUnsentMails, { query: { subjectId: id } })]),
  );
  return { order, unsent };
}

export default function PurchaseOrderPage({ loaderData: { order, unsent } }: Route.ComponentProps) {
  const [task, setTask] = useState<'receive' | 'edit' | 'close' | 'cancel'>();
  const { revalidate } = useRevalidator();
  const { change } = useChange();
  const { id, number, supplier, state, version, received } = order;
  const close = async (reason: string): Promise<void> => {
    const body = { version, reason };
    await call<typeof closePurchaseOrder>('PATCH /v1/purchase-orders/{id}/close', { params: { id }, body });
    setTask(undefined);
    notify({ text: sentences.closed });
    await revalidate();
  };
  const cancel = () => {
    setTask(undefined);
    return change(async () => {
      const input = { params: { id }, body: { version } };
      await call<typeof cancelPurchaseOrder>('PATCH /v1/purchase-orders/{id}/cancel', input);
      notify({ text: sentences.cancelled });
    }, sentences.cancel);
  };
  return (
    <>
      <PageHead
        title={number}
        badge={<StateBadge state={state} />}
        actions={
          <>
            {state === 'open' && received > 0 && (
              <Button look="quiet" size="small" onClick={() => setTask('close')}>
                Close short
              </Button>
            )}
            {state === 'open' && received === 0 && (
              <Button look="quiet" size="small" onClick={() => setTask('cancel')}>
                Cancel order
              </Button>
            )}
            {state === 'open' && (
              <Button look="quiet" size="small" onClick={() => setTask('edit')}>
                Edit order
              </Button>
            )}
            <AnchorButton look="quiet" size="small" href={`/v1/purchase-orders/${id}/pdf`} download>
              <DownloadIcon />
              Download PDF
            </AnchorButton>
            {state === 'open' && (
              <Button size="small" onClick={() => setTask('receive')}>
                Receive goods
              </Button>
            )}
          </>
        }
      >
        {supplier}
      </PageHead>
      <UnsentMailsCard mails={unsent} isOfRecord />
      <SupplierCard order={order} />
      <Lines order={order} />
      <Receipts receipts={order.receipts} />
      <HistoryPanel key={version} entity="purchase-order" id={id} />
      {task === 'receive' && <ReceiveDialog order={order} close={() => setTask(undefined)} done={revalidate} />}
      {task === 'edit' && <EditDialog order={order} close={() => setTask(undefined)} done={revalidate} />}
      {task === 'close' && (
        <NameDialog
          title={`Close ${number} short`}
          about="Outstanding goods are no longer expected. Received goods stay in stock. This cannot be undone."
          label="Reason"
          shape={closeReason}
          name=""
          actionLabel="Close order"
          fallback={sentences.close}
          send={close}
          onRefused={() => void revalidate()}
          close={() => setTask(undefined)}
        />
      )}
      <Confirm
        isOpen={task === 'cancel'}
        title={`Cancel ${number}`}
        confirm="Cancel order"
        cancel="Keep order"
        isDangerous
        onConfirm={() => void cancel()}
        onCancel={() => setTask(undefined)}
      >
        <p>Outstanding goods are no longer expected. Received goods stay in stock. This cannot be undone.</p>
      </Confirm>
    </>
  );
}

function Lines({ order }: { order: PurchaseOrderOnPage }) {
  const { lines, units, received, total, createdDate, expectedDate, closedReason, note } = order;
  return (
    <section className={panel.panel} aria-label="Ordered items">
      <dl className={styles.facts}>
        {[
          ['Created', formatInstant(new Date(createdDate))],
          ['Received', `${received.toLocaleString('en-AU')} of ${unitCount(units)}`],
          ...(expectedDate ? [['Expected', format(day(expectedDate))]] : []),
          ['Total without GST', formatDollars(total)],
          ...(closedReason ? [['Reason for closing', closedReason]] : []),
          ...(note ? [['Note', note]] : []),
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SimpleTable
        label="Lines"
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'Item',
            cell: ({ name }) => name,
            about: ({ variation, code }) => [variation, code].filter(Boolean).join(' · '),
          },
          { label: 'Ordered', cell: ({ quantity }) => quantity.toLocaleString('en-AU') },
          { label: 'Received', cell: (line) => line.received.toLocaleString('en-AU') },
          { label: 'Unit price', cell: ({ purchasePrice }) => formatDollars(purchasePrice) },
          { label: 'Amount', cell: ({ quantity, purchasePrice }) => formatDollars(quantity * purchasePrice) },
        ]}
      />
    </section>
  );
}

function Receipts({ receipts }: Pick<PurchaseOrderOnPage, 'receipts'>) {
  if (receipts.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="receipts">
      <div className={panel.head}>
        <h2 id="receipts">Deliveries</h2>
      </div>
      <ul className={styles.list}>
        {receipts.map(({ id, at, by, units, overReason }) => (
          <li key={id}>
            {unitCount(units)} on {formatInstant(new Date(at))}
            {by && `, received by ${by}`}
            {overReason && `. More than was ordered: ${overReason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
