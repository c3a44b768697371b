import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { api, callList, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { StatusBadge } from '../../accounts/status-badge.tsx';
import { AgeingStrip, overdueOf } from '../ageing-strip.tsx';
import { ArrivalDialog } from '../arrival-dialog.tsx';
import {
  type allocateCredit,
  type allocateOldest,
  ledgerSentences as sentences,
  listLedger,
  readAccountCredit,
  type remindAccount,
  type takeBackAllocation,
} from '../contract.ts';
import styles from '../ledger.module.css';
import { LedgerEntries } from '../ledger-entries.tsx';
import { OpenInvoices } from '../open-invoices.tsx';
import type { LedgerRowOnPage, OpenInvoiceOnPage } from '../shapes.ts';
import { StatementCard } from '../statement-card.tsx';
import { WriteOffDialog } from '../write-off-dialog.tsx';
import type { Route } from './+types/account-ledger';
import { creditNote } from '../../credit/credit-sentences.ts';

type Credit = ReplyOf<typeof readAccountCredit>;

export const handle = {
  crumb: (loaded?: { credit: Credit }) => (loaded ? `Ledger of ${loaded.credit.name}` : 'Ledger'),
  above: [{ label: 'Debtors', to: '/admin/debtors/' }],
};

export const meta = backOfficeMeta('Ledger');

const pageSize = 25;

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const page = pageNumber(url);
  const params = { id };
  const [credit, ledger] = await loadOrPageError(
    sentences.loadLedger,
    Promise.all([
      api(context)(readAccountCredit, { params }),
      callList(context, listLedger, { params, query: { page, pageSize } }),
    ]),
  );
  return { credit, ledger, page, today: dayOf(new Date()) };
}

type Task =
  | { kind: 'payment' | 'payBack'; bounced?: LedgerRowOnPage }
  | { kind: 'writeOff'; invoice: OpenInvoiceOnPage };

/** What an account owes, every entry, and what staff do about it. */
export default function AccountLedger({ loaderData: { credit, ledger, page, today } }: Route.ComponentProps) {
  const [task, setTask] = useState<Task>();
  const { revalidate } = useRevalidator();
  const { id, invoices } = credit;
  useHeadingFocus(JSON.stringify([ledger.rows, invoices])); // the pressed button may be gone
  const dialog = { accountId: id, close: () => setTask(undefined), done: revalidate };
  return (
    <>
      <PageHead
        title={credit.name}
        badge={<StatusBadge status={credit.status} />}
        actions={<Actions credit={credit} begin={setTask} />}
      >
        Account {credit.number}, {credit.terms.toLowerCase()}. Reference {credit.reference}
      </PageHead>
      <CreditFigures credit={credit} />
      <AgeingStrip ageing={credit.ageing} />
      <section className={panel.card} aria-labelledby="open">
        <h2 id="open">Open invoices</h2>
        <OpenInvoices
          invoices={invoices}
          orderPath={(orderId) => `/admin/view-order-details/${orderId}/`}
          action={(invoice) => (
            <span className={styles.actions}>
              {credit.credits.length > 0 && <UseCredit credit={credit} invoice={invoice} />}
              <Button
                look="plain"
                size="small"
                aria-label={`Write off ${invoice.document}`}
                onClick={() => setTask({ kind: 'writeOff', invoice })}
              >
                Write off
              </Button>
            </span>
          )}
        />
      </section>
      <Entries id={id} rows={ledger.rows} bounce={(bounced) => setTask({ kind: 'payBack', bounced })} />
      <Pagination
        page={page}
        pageSize={pageSize}
        total={ledger.total}
        toPage={(number) => `/admin/accounts/${id}/ledger/?page=${number}`}
      />
      <StatementCard path={`/v1/trade-accounts/${id}/statement/file`} today={today} openedOn={credit.openedOn} />
      {task && task.kind !== 'writeOff' && <ArrivalDialog {...dialog} {...{ today, invoices }} {...task} />}
      {task?.kind === 'writeOff' && <WriteOffDialog {...dialog} invoice={task.invoice} />}
    </>
  );
}

const inCents = (dollars: number): number => Math.round(dollars * 100);

/** Lets the open credit pay this invoice, the oldest credit first. */
function UseCredit({ credit, invoice }: { credit: Credit; invoice: OpenInvoiceOnPage }) {
  const { change, isBusy } = useChange();
  const pay = () => {
    let left = inCents(invoice.open);
    const allocations = credit.credits.flatMap(({ entryId: creditId, open }) => {
      const part = Math.min(inCents(open), left);
      left -= part;
      return part > 0 ? [{ creditId, debitId: invoice.entryId, amount: part / 100 }] : [];
    });
    return change(async () => {
      const input = { params: { id: credit.id }, body: { allocations } };
      await call<typeof allocateCredit>('POST /v1/trade-accounts/{id}/allocations', input);
      notify({ text: `The credit has been allocated to ${invoice.document}.` });
    }, sentences.save);
  };
  return (
    <Button
      look="plain"
      size="small"
      isBusy={isBusy}
      aria-label={`Use credit for ${invoice.document}`}
      onClick={() => void pay()}
    >
      Use credit
    </Button>
  );
}

function Actions({ credit, begin }: { credit: Credit; begin: (task: Task) => void }) {
  const { change, isBusy } = useChange();
  const { id, email, ageing } = credit;
  const remind = () =>
    change(async () => {
      const { message } = await call<typeof remindAccount>('POST /v1/trade-accounts/{id}/reminders', {
        params: { id },
      });
      notify({ text: message });
    }, 'Unable to send a reminder.');
  const allocate = () =>
    change(async () => {
      await call<typeof allocateOldest>('POST /v1/trade-accounts/{id}/allocations/oldest-first', { params: { id } });
      notify({ text: 'The credit has been allocated, to the oldest due invoices first.' });
    }, sentences.save);
  return (
    <>
      {overdueOf(ageing) > -ageing.credit && email !== '' && (
        <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void remind()}>
          Send reminder
        </Button>
      )}
      {ageing.credit < 0 && credit.invoices.length > 0 && (
        <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void allocate()}>
          Allocate credit
        </Button>
      )}
      {ageing.credit < 0 && (
        <Button size="small" look="quiet" onClick={() => begin({ kind: 'payBack' })}>
          Pay credit back
        </Button>
      )}
      <Button size="small" onClick={() => begin({ kind: 'payment' })}>
        Record payment
      </Button>
    </>
  );
}

function CreditFigures({ credit }: { credit: Credit }) {
  const { ageing, exposure, limit, lastReminder } = credit;
  const left = Math.max(limit - exposure, 0);
  return (
    <Figures>
      <Figure label="Balance" value={formatDollars(ageing.balance)}>
        {ageing.credit < 0 ? `${formatDollars(-ageing.credit)} not allocated` : 'All payments are allocated'}
      </Figure>
      <Figure label="Overdue" value={formatDollars(overdueOf(ageing))}>
        {lastReminder ? `Reminded on ${format(dayOf(new Date(lastReminder)))}` : 'No reminder sent yet'}
      </Figure>
      <Figure label="Exposure" value={formatDollars(exposure)}>
        of {formatDollars(limit)} credit limit
      </Figure>
      <Figure label="Credit left" value={formatDollars(left)}>
        {creditNote(credit)}
      </Figure>
    </Figures>
  );
}

interface EntriesProps {
  id: string;
  rows: readonly LedgerRowOnPage[];
  bounce: (payment: LedgerRowOnPage) => void;
}

/** Whether a payment has bounced, or a part of it was paid back. */
const hasBounced = ({ allocations }: LedgerRowOnPage): boolean =>
  allocations.some(({ kind }) => kind === 'refund' || kind === 'bounce');

function Entries({ id, rows, bounce }: EntriesProps) {
  const { change } = useChange();
  const takeBack = (row: LedgerRowOnPage, other: LedgerRowOnPage['allocations'][number]) => {
    const [creditId, debitId] = row.amount < 0 ? [row.id, other.entryId] : [other.entryId, row.id];
    return change(async () => {
      const input = { params: { id }, body: { creditId, debitId } };
      await call<typeof takeBackAllocation>('POST /v1/trade-accounts/{id}/allocations/take-back', input);
      notify({ text: 'The allocation has been taken back.' });
    }, sentences.save);
  };
  return (
    <section className={panel.card} aria-labelledby="entries">
      <h2 id="entries">Ledger</h2>
      <LedgerEntries
        rows={rows}
        action={(row) =>
          row.kind === 'payment' &&
          !hasBounced(row) && (
            <Button
              look="plain"
              size="small"
              aria-label={`${row.document || formatDollars(-row.amount)} has bounced`}
              onClick={() => bounce(row)}
            >
              Bounced
            </Button>
          )
        }
        allocationAction={(row, other) =>
          // A write-off that was taken back stays settled by its opposite entry.
          (row.amount > 0 ? row : other).kind !== 'writeOff' && (
            <Button
              look="plain"
              size="small"
              aria-label={`Take back ${formatDollars(other.amount)} ${row.amount > 0 ? 'by' : 'to'} ${other.document}`}
              onClick={() => void takeBack(row, other)}
            >
              Take back
            </Button>
          )
        }
      />
    </section>
  );
}
