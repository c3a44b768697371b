import { useState } from 'react';
import { HistoryPanel } from '#history/history-panel.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { formatInstant } from '#lib/day.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { readDeliveries } from '#orders/deliveries/contract.ts';
import { listRefunds, readRefundable } from '#orders/refund/refund-contract.ts';
import { listStatusEvents } from '#orders/status/status-contract.ts';
import { listUnsentMails } from '#unsent-mails/contract.ts';
import { UnsentMailsCard } from '#unsent-mails/unsent-mails-card.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { PreviousNextRecord } from '#ui/table/previous-next-record.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { useKeyboardShortcuts } from '#ui/use-keyboard-shortcuts.ts';
import { ChecklistIcon, DotsIcon, PrintIcon } from '#ui/icons/back-office-icons.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { ActionsBox } from '../actions-box.tsx';
import { type OrderOnPage, readManagedOrder, sentences } from '../contract.ts';
import { DeliveriesCard } from '../deliveries/deliveries-card.tsx';
import { MailsCard } from '../mails-card.tsx';
import type { addNote, updateNote } from '../notes-contract.ts';
import { NotesCard } from '#ui/notes/notes-card.tsx';
import { OrderItems } from '../order-items.tsx';
import styles from '../order.module.css';
import { eInvoicesOf } from '../papers/e-invoices.tsx';
import { openPaper, saveInvoice } from '../papers/open-and-download.ts';
import { RefundDialog } from '../refund/refund-dialog.tsx';
import { RefundsCard } from '../refund/refunds-card.tsx';
import { Addresses, OtherDetails } from '../addresses-and-details.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { OrderTimeline } from '../order-timeline.tsx';
import type { Route } from './+types/view-order-details';

export const handle = {
  crumb: (data?: { order: OrderOnPage }) => data?.order.orderNumber ?? 'Order',
  above: [{ label: 'Orders', to: '/admin/manage-orders/' }],
};

export const meta: Route.MetaFunction = (args) =>
  backOfficeMeta(`Order ${args.loaderData?.order.orderNumber ?? ''}`.trim())(args);

export async function loader({ context, url, params: { orderId } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartOrders');
  const ask = api(context);
  const params = { orderId };
  const [order, events, refunds, refundable, unsent, deliveries] = await loadOrPageError(
    sentences.detailsFailed,
    Promise.all([
      ask(readManagedOrder, { params }),
      ask(listStatusEvents, { params }),
      ask(listRefunds, { params }),
      ask(readRefundable, { params }),
      ask(listUnsentMails, { query: { subjectId: orderId } }),
      ask(readDeliveries, { params }),
    ]),
  );
  return { order, events, refunds, refundable, unsent, deliveries };
}

export default function ViewOrderDetails({ loaderData }: Route.ComponentProps) {
  const { order, events, refunds, refundable, unsent, deliveries } = loaderData;
  const [isRefunding, setRefunding] = useState(false);
  const maySeeHistory = useViewer()?.claims.includes('ManageCartOrders') ?? false;
  return (
    <>
      <Head order={order} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <OrderTimeline order={order} events={events} />
          <OrderItems order={order} />
          {order.shippingMethod !== 1 && <DeliveriesCard order={order} deliveries={deliveries} />}
          <div className={`${styles.stack} ${styles.unprinted}`}>
            <NotesCard notes={order.notes} {...noteCalls(order.id)} />
            <UnsentMailsCard mails={unsent} isOfRecord />
            <MailsCard order={order} deliveries={deliveries} />
            {maySeeHistory && <HistoryPanel entity="order" id={order.id} version={historyVersion(loaderData)} />}
          </div>
        </div>
        <div className={styles.stack}>
          <div className={styles.unprinted}>
            <ActionsBox key={order.id} order={order} onRefund={() => setRefunding(true)} />
          </div>
          <RefundsCard refunds={refunds} />
          <Addresses order={order} />
          <OtherDetails order={order} />
        </div>
      </div>
      {isRefunding && <RefundDialog order={order} refundable={refundable} close={() => setRefunding(false)} />}
    </>
  );
}

/** A number that increases with each change that adds a history entry: status, refunds, deliveries, notes and mails. */
const historyVersion = ({ order, refunds, deliveries }: Route.ComponentProps['loaderData']): number =>
  order.version +
  deliveries.deliveries.reduce((sum, { version }) => sum + version, 0) +
  refunds.length +
  order.mails.length +
  order.notes.reduce((sum, { version }) => sum + version, 0);

function Head({ order }: { order: OrderOnPage }) {
  const { id, taxInvoiceId, amountPaid, amountRefunded, trade } = order;
  const isOnAccount = trade?.dueDay != null;
  const money =
    amountRefunded === 0 ? (
      <Badge tone={isOnAccount ? 'info' : 'success'}>{isOnAccount ? 'On account' : 'Paid'}</Badge>
    ) : (
      amountRefunded < amountPaid && <Badge tone="warning">Partly refunded</Badge>
    );
  const maySeeAccounts = useViewer()?.claims.includes('ManageAccounts') ?? false;
  const invoice = (): void => void (taxInvoiceId && saveInvoice(taxInvoiceId));
  useKeyboardShortcuts({ i: invoice });
  const actions = (
    <>
      <PreviousNextRecord list="orders" id={id} thing="order" />
      <Button look="quiet" size="small" onClick={() => window.print()}>
        <PrintIcon />
        Print
      </Button>
      {taxInvoiceId && (
        <Button look="quiet" size="small" onClick={invoice}>
          <FileIcon />
          Download tax invoice
        </Button>
      )}
      <PopupMenu
        button={<DotsIcon />}
        buttonClassName={iconButton}
        label="More documents"
        entries={[
          { label: 'Packing slip', icon: <PrintIcon />, onSelect: () => openPaper('packing-slips', [id]) },
          { label: 'Picking list', icon: <ChecklistIcon />, onSelect: () => openPaper('picking-list', [id]) },
          ...(maySeeAccounts ? eInvoicesOf(order) : []),
        ]}
      />
    </>
  );
  return (
    <PageHead
      title={order.orderNumber}
      badge={
        <>
          <StatusBadge status={order.orderStatus} />
          {money}
        </>
      }
      actions={actions}
    >
      <bdi>{order.billingName}</bdi>, <time dateTime={order.orderDate}>{formatInstant(new Date(order.orderDate))}</time>
    </PageHead>
  );
}

const notes = '/v1/manage-orders/{orderId}/notes';

const noteCalls = (orderId: string) => ({
  add: (text: string) => call<typeof addNote>(`POST ${notes}`, { params: { orderId }, body: { text } }),
  update: (noteId: string, body: InputOf<typeof updateNote>['body']) =>
    call<typeof updateNote>(`PUT ${notes}/{noteId}`, { params: { orderId, noteId }, body }),
});
