import { useState } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { TextArea } from '#ui/form/field.tsx';
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
  const [text, setText] = useState('');
  const { isBusy, change } = useChange();
  const submit = async (): Promise<void> => {
    if (!send || text.trim() === '') return;
    if (await change(() => send(text), 'Unable to send the message.')) setText('');
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
          className={styles.write}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextArea
            label={isStaff ? 'Message to the customer' : 'Message to us'}
            rows={2}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" look="quiet" size="small" isBusy={isBusy}>
            Send message
          </Button>
        </form>
      )}
    </section>
  );
}
