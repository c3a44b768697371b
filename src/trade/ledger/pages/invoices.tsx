import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { api, callList, loadOrPageError, requireSignedIn } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { paymentConfig } from '#orders/contract.ts';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import panel from '#ui/layout/back-office-panel.module.css';
import { Pagination } from '#ui/layout/pagination.tsx';
import { AgeingStrip } from '../ageing-strip.tsx';
import styles from '../ledger.module.css';
import { LedgerEntries } from '../ledger-entries.tsx';
import { OpenInvoices, payableOf, totalOf } from '../open-invoices.tsx';
import { listOwnLedger, readOwnInvoices } from '../own-contract.ts';
import { ownSentences as sentences } from '../own-sentences.ts';
import { PayDialog } from '../pay-dialog.tsx';
import type { OpenInvoiceOnPage } from '../shapes.ts';
import { StatementCard } from '../statement-card.tsx';
import type { Route } from './+types/invoices';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { StatusNote } from '../../accounts/status-note.tsx';

type Invoices = ReplyOf<typeof readOwnInvoices>;

const pageSize = 20;

export async function loader({ context, url, params: { accountId } }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const page = pageNumber(url);
  const params = { accountId };
  const account = await loadOrPageError(sentences.load, api(context)(readOwnInvoices, { params }));
  const [payment, ledger] = await Promise.all([
    api(context)(paymentConfig),
    account.hasAllSites ? callList(context, listOwnLedger, { params, query: { page, pageSize } }) : null,
  ]);
  return { account, accountId, payment, ledger, page, today: dayOf(new Date()) };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Invoices',
    description: 'What your trade account owes, and how to pay it.',
    path: `/trade/${args.params.accountId}/invoices`,
    isPrivate: true,
  });

/** What an account owes: invoices to pay, statements, and every entry. */
export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  const { account, accountId, payment, ledger, page, today } = loaderData;
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isPaying, setPaying] = useState(false);
  // After a payment nothing is chosen, and the button that had the focus is disabled.
  useHeadingFocus(account.invoices.map(({ entryId, open }) => `${entryId} ${open}`).join());
  const payUntil = (lastDay: Day) => {
    const due = payableOf(account.invoices).filter(({ onDay }) => onDay <= lastDay);
    const pay = () => {
      setChosen(new Set(due.map(({ entryId }) => entryId)));
      setPaying(true);
    };
    return due.length > 0 && <Button onClick={pay}>Pay {formatDollars(totalOf(due))} by card</Button>;
  };
  const picked = account.invoices.filter(({ entryId }) => chosen.has(entryId));
  return (
    <>
      <header>
        <h1>Invoices</h1>
        <p className={layout.muted}>
          {account.name}, account {account.number}, {account.terms.toLowerCase()}
        </p>
      </header>
      <StatusNote status={account.status} />
      {account.ageing && <AgeingStrip ageing={account.ageing} />}
      <Open account={account} chosen={chosen} setChosen={setChosen} pay={() => setPaying(true)} />
      <HowToPay account={account} />
      {account.hasAllSites && (
        <StatementCard
          path={`/v1/trade/accounts/${accountId}/statement/file`}
          today={today}
          openedOn={account.openedOn}
          payUntil={account.mayPay ? payUntil : undefined}
        />
      )}
      {ledger && (
        <section className={panel.card} aria-labelledby="ledger">
          <h2 id="ledger">All entries</h2>
          <LedgerEntries rows={ledger.rows} />
          <Pagination
            page={page}
            pageSize={pageSize}
            total={ledger.total}
            toPage={(number) => `/trade/${accountId}/invoices?page=${number}`}
          />
        </section>
      )}
      {isPaying && picked.length > 0 && (
        <PayDialog
          {...{ accountId, payment }}
          invoices={picked}
          close={() => setPaying(false)}
          done={async () => {
            setChosen(new Set());
            await revalidate();
          }}
        />
      )}
    </>
  );
}

interface OpenProps {
  account: Invoices;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  pay: () => void;
}

function Open({ account: { invoices, mayPay }, chosen, setChosen, pay }: OpenProps) {
  const toggle = (entryId: string) => () => {
    const next = new Set(chosen);
    if (!next.delete(entryId)) next.add(entryId);
    setChosen(next);
  };
  const total = totalOf(invoices.filter(({ entryId }) => chosen.has(entryId)));
  const choose = ({ entryId, document }: OpenInvoiceOnPage) => (
    <Checkbox checked={chosen.has(entryId)} onChange={toggle(entryId)} aria-label={`Choose ${document}`}>
      {''}
    </Checkbox>
  );
  const payable = payableOf(invoices);
  const isAll = chosen.size === payable.length;
  return (
    <section className={panel.card} aria-labelledby="open">
      <header className={panel.cardHead}>
        <h2 id="open">To pay</h2>
        {mayPay && payable.length > 1 && (
          <Button
            look="plain"
            size="small"
            className={layout.noPrint}
            onClick={() => setChosen(new Set(isAll ? [] : payable.map(({ entryId }) => entryId)))}
          >
            {isAll ? 'Choose none' : 'Choose all'}
          </Button>
        )}
      </header>
      <OpenInvoices
        invoices={invoices}
        orderPath={(orderId) => `/shopping/order/${orderId}`}
        choose={mayPay ? choose : undefined}
      />
      {mayPay && payable.length > 0 && (
        <div className={cx(styles.foot, layout.noPrint)}>
          <p aria-live="polite">
            {chosen.size === 0
              ? 'Choose the invoices to pay by card.'
              : `${chosen.size} chosen, ${formatDollars(total)}`}
          </p>
          <Button disabled={chosen.size === 0} onClick={pay}>
            Pay by card
          </Button>
        </div>
      )}
    </section>
  );
}

/** Bank details with the reference to quote. */
function HowToPay({ account: { bank, reference } }: { account: Invoices }) {
  const facts = [
    ['Reference', reference],
    ['Account name', bank?.accountName],
    ['BSB', bank?.bsb],
    ['Account number', bank?.accountNumber],
    ['PayID', bank?.payId],
  ].filter(([, value]) => value);
  return (
    <section className={panel.card} aria-labelledby="transfer">
      <h2 id="transfer">Pay by bank transfer</h2>
      <dl className={styles.bank}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={layout.muted}>
        {bank
          ? 'Quote this reference, or that of an invoice, and we match your payment automatically. There is no surcharge on cards either.'
          : 'Please ask us for our bank account. Quote this reference, or that of an invoice.'}
      </p>
    </section>
  );
}
