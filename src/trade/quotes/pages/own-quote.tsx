import { useState } from 'react';
import { api, loadOrPageError, requireSignedIn } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import { formatDollars } from '#lib/money.ts';
import { AnchorButton, Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import panel from '#ui/layout/back-office-panel.module.css';
import { Link } from '#ui/link.tsx';
import { type acceptQuote, type declineQuote, type messageStaff, readOwnQuote } from '../own-contract.ts';
import { QuoteLines } from '../quote-lines.tsx';
import { QuoteMessages } from '../quote-messages.tsx';
import styles from '../quotes.module.css';
import { quoteName, sentences } from '../shapes.ts';
import { StateBadge } from '../state-badge.tsx';
import { WordsDialog } from '../words-dialog.tsx';
import type { Route } from './+types/own-quote';

type OwnQuote = ReplyOf<typeof readOwnQuote>;

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const quote = await loadOrPageError(sentences.load, api(context)(readOwnQuote, { params: { id } }));
  return { quote, accountId: quote.accountId };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: args.loaderData ? `Quote ${quoteName(args.loaderData.quote)}` : 'Quote',
    description: 'A quote for your company.',
    path: `/trade/quotes/${args.params.id}`,
    isPrivate: true,
  });

export default function OwnQuotePage({ loaderData: { quote } }: Route.ComponentProps) {
  const { id, sentDate } = quote;
  const params = { id };
  return (
    <>
      <header className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{quoteName(quote)}</h1>
            <StateBadge state={quote.state} />
          </div>
          <p className={layout.muted}>
            {quote.siteName}, for {quote.contact}
          </p>
        </div>
        {sentDate !== null && (
          <AnchorButton look="quiet" size="small" href={`/v1/trade/quotes/${id}/file`} download>
            <DownloadIcon />
            PDF
          </AnchorButton>
        )}
      </header>
      <State quote={quote} />
      <section className={cx(panel.panel, styles.clipped)} aria-label="Items and prices">
        <QuoteLines quote={quote} />
      </section>
      <Answer key={id} quote={quote} />
      <QuoteMessages
        key={`${id} messages`}
        messages={quote.messages}
        isStaff={false}
        send={(text) => call<typeof messageStaff>('POST /v1/trade/quotes/{id}/messages', { params, body: { text } })}
      />
    </>
  );
}

/** What has become of the quote, if there is nothing to answer. */
function State({ quote }: { quote: OwnQuote }) {
  const { state, orderId, orderNumber, revisions } = quote;
  const newest = revisions.at(-1);
  if (quote.blockedBy && (state === 'sent' || state === 'requested'))
    return <Note tone="warning">{sentences[quote.blockedBy]}</Note>;
  if (state === 'requested') return <Note>We are pricing this and will write to {quote.contact}.</Note>;
  if (state === 'expired') return <Note tone="warning">This quote has expired. Write to us below for a new one.</Note>;
  if (state === 'ordered')
    return (
      <Note tone="success">
        Accepted{quote.poNumber && ` with PO number ${quote.poNumber}`}. It is order{' '}
        <Link to={`/shopping/order/${orderId ?? ''}`}>{orderNumber}</Link>.
      </Note>
    );
  if (state !== 'replaced') return null;
  return (
    <Note tone="warning">
      {newest && newest.id !== quote.id ? (
        <>
          There is a newer one: <Link to={`/trade/quotes/${newest.id}`}>revision {newest.revision}</Link>.
        </>
      ) : (
        'We are changing this quote and will send you a new revision.'
      )}
    </Note>
  );
}

/** Accepting and declining, as far as the reader may. */
function Answer({ quote }: { quote: OwnQuote }) {
  const [task, setTask] = useState<'accept' | 'decline'>();
  const { change } = useChange();
  const { id, state, mayAccept, mayDecline, total } = quote;
  const params = { id };
  const close = (): void => setTask(undefined);
  const accept = async ({ poNumber }: { poNumber: string }): Promise<void> => {
    const { orderNumber } = await call<typeof acceptQuote>('POST /v1/trade/quotes/{id}/accept', {
      params,
      body: { poNumber },
    });
    notify({ text: `The quote is accepted. It is order ${orderNumber ?? ''}.` });
    await change(() => Promise.resolve(), '');
  };
  const decline = async ({ text: reason }: { text: string }): Promise<void> => {
    await call<typeof declineQuote>('POST /v1/trade/quotes/{id}/decline', { params, body: { reason } });
    await change(() => Promise.resolve(), '');
  };
  if (!mayAccept && !mayDecline)
    return state === 'sent' && !quote.blockedBy ? (
      <Note>Your role lets you read this quote. Others of your company accept it.</Note>
    ) : null;
  return (
    <>
      <div className={cx(styles.actions, layout.noPrint)}>
        {mayAccept && <Button onClick={() => setTask('accept')}>Accept for {formatDollars(total ?? 0)}</Button>}
        <Button look="quiet" onClick={() => setTask('decline')}>
          {state === 'requested' ? 'Withdraw request' : 'Decline'}
        </Button>
      </div>
      {task === 'accept' && (
        <WordsDialog
          title="Accept the quote"
          about={`${quoteName(quote)}, ${formatDollars(total ?? 0)}`}
          consequence={`The order is placed on account and delivered to ${quote.siteName}.`}
          poNumber={quote.poRule === 'none' ? 'optional' : 'required'}
          action="Place order"
          send={accept}
          close={close}
        />
      )}
      {task === 'decline' && (
        <WordsDialog
          title={state === 'requested' ? 'Withdraw the request' : 'Decline the quote'}
          about={quoteName(quote)}
          consequence="We read your reason, and may offer you something else."
          label="Reason"
          action={state === 'requested' ? 'Withdraw request' : 'Decline quote'}
          look="danger"
          send={decline}
          close={close}
        />
      )}
    </>
  );
}
