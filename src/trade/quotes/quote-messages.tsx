import { useState } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { TextArea } from '#ui/form/field.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import panel from '#ui/layout/back-office-panel.module.css';
import type { readOwnQuote } from './own-contract.ts';
import styles from './quotes.module.css';

type Message = ReplyOf<typeof readOwnQuote>['messages'][number];

interface MessagesProps {
  messages: readonly Message[];
  /** Whether the reader is one of the company's staff. */
  isStaff: boolean;
  /** Sends a message; undefined while nobody can write, as in a draft. */
  send?: ((text: string) => Promise<unknown>) | undefined;
}

const acts: Record<Message['kind'], string> = {
  message: '',
  requested: 'asked for this quote',
  sent: 'sent the quote',
  revised: 'began to change the quote',
  declined: 'declined the quote',
  ordered: 'accepted the quote',
};

/** What was written and done about a quote, the oldest first, and the field for a new message. */
export function QuoteMessages({ messages, isStaff, send }: MessagesProps) {
  const { isBusy, change } = useChange();
  const [isMissing, setMissing] = useState(false);
  const [isWritten, setWritten] = useState(false);
  // Read from the form, so that what was typed before hydration counts.
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const text = String(new FormData(form).get('text') ?? '');
    if (!send) return;
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    if (await change(() => send(text), 'Unable to send the message.')) {
      form.reset();
      setWritten(false);
    }
  };
  return (
    <section className={panel.card} aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      {messages.length > 0 && (
        <ol className={styles.messages}>
          {messages.map((message) => (
            <li key={message.id} data-own={message.isStaff === isStaff || undefined}>
              <p>
                <b>{message.by}</b> {acts[message.kind]}
                {message.revision > 1 && message.kind !== 'message' && `, revision ${message.revision}`}
                <time dateTime={message.at}>{formatInstant(new Date(message.at))}</time>
              </p>
              {message.text !== '' && <div>{message.text}</div>}
            </li>
          ))}
        </ol>
      )}
      {send && (
        <form
          method="dialog"
          className={cx(styles.write, layout.noPrint)}
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          <TextArea
            label={isStaff ? 'Message to the customer' : 'Message to us'}
            name="text"
            rows={2}
            error={isMissing ? 'Write a message first.' : undefined}
            onInput={({ currentTarget }) => {
              setMissing(false);
              setWritten(currentTarget.value.trim() !== '');
            }}
          />
          <LeaveGuard isDirty={isWritten} about="Your message has not been sent and will be lost." />
          <Button type="submit" look="quiet" size="small" isBusy={isBusy}>
            Send message
          </Button>
        </form>
      )}
    </section>
  );
}
