import { Link } from '#ui/link.tsx';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import {
  type dismissUnsentMails,
  type MailArea,
  maxCounted,
  type sendUnsentMails,
  sentences,
  type UnsentMail,
} from './contract.ts';
import styles from './unsent-mails.module.css';

const pages: Record<MailArea, (id: string) => string> = {
  orders: (id) => `/admin/view-order-details/${id}/`,
  submissions: (id) => `/admin/submissions/${id}`,
  enquiries: (id) => `/admin/enquiries/${id}`,
  accounts: (id) => `/admin/update-user/${id}/`,
  purchasing: (id) => `/admin/purchase-orders/${id}/`,
};

interface CardProps {
  mails: readonly UnsentMail[];
  /** The number of all unsent mails, if `mails` has only the newest. */
  total?: number;
  /** For a record's page: all mails are about this record, so they do not name it. */
  isOfRecord?: boolean;
}

/** The e-mails that could not be sent, with buttons to send them again. Renders nothing if there are none. */
export function UnsentMailsCard({ mails, total = mails.length, isOfRecord = false }: CardProps) {
  const { isBusy, change } = useChange();
  if (mails.length === 0) return null;
  const act = (what: 'send' | 'dismiss', chosen: readonly UnsentMail[]) =>
    change(async () => {
      const route = `POST /v1/unsent-mails/${what}` as const;
      const body = { ids: chosen.map(({ id }) => id) };
      notify({ text: (await call<typeof sendUnsentMails | typeof dismissUnsentMails>(route, { body })).message });
    }, sentences[`${what}Failed`]);
  const actButton = (words: string, what: 'send' | 'dismiss', chosen: readonly UnsentMail[]) => (
    <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void act(what, chosen)}>
      {words}
    </Button>
  );
  return (
    <section className={panel.card} aria-labelledby="unsent-mails">
      <header className={panel.cardHead}>
        <h2 id="unsent-mails">E-mails that could not be sent</h2>
        {mails.length > 1 && actButton('Send all again', 'send', mails)}
      </header>
      <ul className={styles.mails}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <MailText mail={mail} isOfRecord={isOfRecord} />
            <span className={styles.acts}>
              {actButton('Send again', 'send', [mail])}
              {mail.isFailed && actButton('Dismiss', 'dismiss', [mail])}
            </span>
          </li>
        ))}
      </ul>
      {total > mails.length && (
        <p className={styles.more}>
          {`Showing the newest ${mails.length} of ${total > maxCounted ? 'more than 1,000' : total}.`}
        </p>
      )}
    </section>
  );
}

function MailText({ mail, isOfRecord }: { mail: UnsentMail; isOfRecord: boolean }) {
  const { name, to, area, subjectId, about, reason, isFailed, createdDate, failedDate } = mail;
  const title = isOfRecord || about === null ? name : `${name} ${about}`;
  return (
    <span className={styles.words}>
      <strong>{isOfRecord || subjectId === null ? title : <Link to={pages[area](subjectId)}>{title}</Link>}</strong>{' '}
      <Badge tone={isFailed ? 'danger' : 'warning'}>{isFailed ? 'Failed' : 'Trying again'}</Badge>
      <small>
        {`To ${to}, ${formatInstant(new Date(createdDate))}. ${reason}`}
        {failedDate !== null ? ` Gave up on ${formatInstant(new Date(failedDate))}.` : ''}
      </small>
    </span>
  );
}
