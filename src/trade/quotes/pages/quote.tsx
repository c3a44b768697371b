import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { type Day, day, dayOf, format, formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { AnchorButton, Button } from '#ui/button/button.tsx';
import { attempt, useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { Note } from '#ui/feedback/note.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import { cx } from '#ui/classes.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { Link } from '#ui/link.tsx';
import facts from '../../accounts/account-cards.module.css';
import {
  type declineRequest,
  type discardQuote,
  type messageCustomer,
  type orderForCustomer,
  readQuote,
  type reviseQuote,
} from '../contract.ts';
import type { QuoteOnPage } from '../quote-form.ts';
import { QuoteGrid } from '../quote-grid.tsx';
import { QuoteLines } from '../quote-lines.tsx';
import { QuoteMessages } from '../quote-messages.tsx';
import { quoteName, sentences } from '../shapes.ts';
import styles from '../quotes.module.css';
import { StateBadge } from '../state-badge.tsx';
import { useQuoteForm } from '../use-quote-form.ts';
import { WordsDialog } from '../words-dialog.tsx';
import type { Route } from './+types/quote';

export const handle = {
  crumb: (loaded?: { quote: QuoteOnPage }) => (loaded ? quoteName(loaded.quote) : 'Quote'),
  above: [{ label: 'Quotes', to: '/admin/quotes' }],
};

export const meta = backOfficeMeta('Quote');

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const quote = await loadOrPageError(sentences.load, api(context)(readQuote, { params: { id } }));
  return { quote, today: dayOf(new Date()) };
}

export default function QuotePage({ loaderData: { quote, today } }: Route.ComponentProps) {
  const { id, version, state } = quote;
  const isOpen = state === 'draft' || state === 'requested';
  useHeadingFocus(`${id} ${state}`);
  const send = (text: string) =>
    call<typeof messageCustomer>('POST /v1/quotes/{id}/messages', { params: { id }, body: { text } });
  return (
    <>
      {quote.blockedBy && state !== 'ordered' && <Note tone="warning">{sentences[quote.blockedBy]}</Note>}
      {isOpen ? <OpenQuote key={`${id} ${version}`} quote={quote} today={today} /> : <AnsweredQuote quote={quote} />}
      <Facts quote={quote} />
      <QuoteMessages key={id} messages={quote.messages} isStaff send={state === 'draft' ? undefined : send} />
      <HistoryPanel key={`${id} ${version} history`} entity="quote" id={id} />
    </>
  );
}

const Head = ({ quote, children }: { quote: QuoteOnPage; children: ReactNode }) => (
  <PageHead title={quoteName(quote)} badge={<StateBadge state={quote.state} />} actions={children}>
    {quote.accountName}, {quote.siteName}
  </PageHead>
);

const Pdf = ({ id }: { id: string }) => (
  <AnchorButton look="quiet" size="small" href={`/v1/quotes/${id}/file`} download>
    <DownloadIcon />
    PDF
  </AnchorButton>
);

/** A draft or a request, which is priced and sent. */
function OpenQuote({ quote, today }: { quote: QuoteOnPage; today: Day }) {
  const form = useQuoteForm(quote, today);
  const [isDeclining, setDeclining] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <>
      <Head quote={quote}>
        {quote.state === 'requested' && (
          <Button look="quiet" size="small" onClick={() => setDeclining(true)}>
            Decline
          </Button>
        )}
        {quote.state === 'draft' && (
          <Button look="quiet" size="small" onClick={() => setDiscarding(true)}>
            Discard draft
          </Button>
        )}
        {quote.lines.length > 0 && <Pdf id={quote.id} />}
        <Button size="small" isBusy={form.isBusy} onClick={() => void form.send()}>
          Send to {quote.contact}
        </Button>
      </Head>
      <QuoteGrid quoteId={quote.id} form={form} />
      <LeaveGuard isDirty={form.isDirty} />
      <SaveBar
        isDirty={form.isDirty}
        isSaving={form.isBusy}
        onSave={() => void form.save()}
        onDiscard={form.discard}
        label="Save quote"
      >
        The customer does not see it before it is sent.
      </SaveBar>
      {isDeclining && <DeclineDialog quote={quote} close={() => setDeclining(false)} />}
      <DiscardQuestion quote={quote} isOpen={isDiscarding} close={() => setDiscarding(false)} />
    </>
  );
}

interface DiscardQuestionProps {
  quote: QuoteOnPage;
  isOpen: boolean;
  close: () => void;
}

/** Asks before a draft is deleted, then shows the former revision, or all quotes. */
function DiscardQuestion({ quote, isOpen, close }: DiscardQuestionProps) {
  const navigate = useNavigate();
  const former = quote.revisions.find(({ revision }) => revision === quote.revision - 1);
  const discard = () =>
    attempt(async () => {
      await call<typeof discardQuote>('DELETE /v1/quotes/{id}', { params: { id: quote.id } });
      close();
      await navigate(former ? `/admin/quotes/${former.id}` : '/admin/quotes');
      notify({ text: `${quoteName(quote)} has been discarded.` });
    }, 'Unable to discard the draft.');
  return (
    <Confirm
      isOpen={isOpen}
      title="Discard this draft?"
      confirm="Discard draft"
      cancel="Keep it"
      isDangerous
      onConfirm={() => void discard()}
      onCancel={close}
    >
      <p>
        {former
          ? `${quoteName({ ...quote, ...former })} becomes the current quote again.`
          : 'It has not been sent, so the customer has not seen it.'}
      </p>
    </Confirm>
  );
}

function DeclineDialog({ quote, close }: { quote: QuoteOnPage; close: () => void }) {
  const { change } = useChange();
  const params = { id: quote.id };
  return (
    <WordsDialog
      title={quote.state === 'sent' ? 'Withdraw the quote' : 'Decline the request'}
      about={quoteName(quote)}
      consequence={`${quote.contact} gets a mail with this reason.`}
      label="Reason"
      action={quote.state === 'sent' ? 'Withdraw quote' : 'Decline request'}
      look="danger"
      send={async ({ text: reason }) => {
        await call<typeof declineRequest>('POST /v1/quotes/{id}/decline', { params, body: { reason } });
        await change(() => Promise.resolve(), '');
      }}
      close={close}
    />
  );
}

/** A quote that was sent, and what can follow. */
function AnsweredQuote({ quote }: { quote: QuoteOnPage }) {
  const [task, setTask] = useState<'order' | 'decline'>();
  const { isBusy, change } = useChange();
  const navigate = useNavigate();
  const { id, state, contact } = quote;
  const params = { id };
  const revise = () =>
    change(async () => {
      const revision = await call<typeof reviseQuote>('POST /v1/quotes/{id}/revise', { params });
      await navigate(`/admin/quotes/${revision.id}`);
    }, 'Unable to revise the quote.');
  const order = async ({ text: reason, poNumber }: { text: string; poNumber: string }): Promise<void> => {
    await call<typeof orderForCustomer>('POST /v1/quotes/{id}/order', { params, body: { reason, poNumber } });
    await change(() => Promise.resolve(), '');
  };
  return (
    <>
      <Head quote={quote}>
        {state === 'sent' && (
          <Button look="quiet" size="small" onClick={() => setTask('decline')}>
            Withdraw
          </Button>
        )}
        <Pdf id={id} />
        {(state === 'sent' || state === 'expired' || state === 'declined') && (
          <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void revise()}>
            Revise
          </Button>
        )}
        {state === 'sent' && (
          <Button size="small" onClick={() => setTask('order')}>
            Order for the customer
          </Button>
        )}
      </Head>
      <section className={cx(panel.panel, styles.clipped)} aria-label="Items and prices">
        <QuoteLines quote={quote} />
      </section>
      {task === 'decline' && <DeclineDialog quote={quote} close={() => setTask(undefined)} />}
      {task === 'order' && (
        <WordsDialog
          title="Order for the customer"
          about={`${quoteName(quote)}, ${formatDollars(quote.total)}`}
          consequence={`The order is placed on account, in the name of ${contact}, who gets a mail. It is recorded that you placed it.`}
          poNumber={quote.poRule === 'none' ? 'optional' : 'required'}
          label="How the customer has accepted it"
          action="Place order"
          send={order}
          close={() => setTask(undefined)}
        />
      )}
    </>
  );
}

function Facts({ quote }: { quote: QuoteOnPage }) {
  const { sentDate, validUntil, orderId, orderNumber, revisions, begunBy } = quote;
  const shown: { label: string; value: ReactNode }[] = [
    {
      label: 'Company',
      value: <Link to={`/admin/accounts/${quote.accountId}/`}>{`${quote.accountNumber} ${quote.accountName}`}</Link>,
    },
    { label: 'Site', value: quote.siteName },
    { label: begunBy ? 'Goes to' : 'Asked for by', value: `${quote.contact}, ${quote.contactEmail}` },
    { label: 'Started by', value: begunBy },
    { label: 'Created', value: formatInstant(new Date(quote.createdDate)) },
    { label: 'Sent', value: sentDate && formatInstant(new Date(sentDate)) },
    { label: 'Valid until', value: validUntil && format(day(validUntil)) },
    { label: 'PO number', value: quote.poNumber },
    { label: 'Order', value: orderId && <Link to={`/admin/view-order-details/${orderId}/`}>{orderNumber}</Link> },
  ];
  return (
    <section className={panel.card} aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl className={facts.facts}>
        {shown.map(
          ({ label, value }) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {revisions.length > 1 && (
          <div>
            <dt>Revisions</dt>
            <dd>
              {revisions.map(({ id, revision, state }) => (
                <span key={id}>
                  {id === quote.id ? <b>{revision}</b> : <Link to={`/admin/quotes/${id}`}>{revision}</Link>}{' '}
                  <StateBadge state={state} />{' '}
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
