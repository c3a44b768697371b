import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { PurchaseOrderOnPage } from './contract.ts';
import { type mailPurchaseOrder, mailSentences } from './mail-contract.ts';
import styles from './purchasing.module.css';

export function SupplierCard({ order }: { order: PurchaseOrderOnPage }) {
  const { supplier, supplierContact: contact, mails, state } = order;
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, send } = useSendMail(order, () => setConfirming(false));
  const viewer = useViewer();
  const canMail = state === 'open' && contact !== null && contact.email !== '';
  return (
    <section className={panel.card} aria-labelledby="supplier">
      <header className={panel.cardHead}>
        <h2 id="supplier">{supplier}</h2>
        {canMail && (
          <Button
            size="small"
            look={mails.length > 0 ? 'quiet' : 'primary'}
            isBusy={isBusy}
            onClick={() => setConfirming(true)}
          >
            <MailIcon />
            {mails.length > 0 ? 'E-mail again' : 'E-mail to supplier'}
          </Button>
        )}
      </header>
      <Contact contact={contact} />
      {contact?.email === '' && (
        <p className={styles.quiet}>
          No e-mail address yet, so the order cannot be e-mailed.{' '}
          {hasAccess(viewer, 'ManageCartProducts') && (
            <Link to={`/admin/manage-suppliers/?search=${encodeURIComponent(supplier)}`}>Add one to the supplier</Link>
          )}
        </p>
      )}
      <Mails mails={mails} />
      <Confirm
        isOpen={isConfirming}
        title={mails.length > 0 ? `E-mail ${order.number} again` : `E-mail ${order.number}`}
        about={{
          icon: <MailIcon />,
          name: contact?.email ?? '',
          note: [contact?.contactName, supplier].filter(Boolean).join(', '),
        }}
        confirm="Send e-mail"
        cancel="Cancel"
        onConfirm={() => void send()}
        onCancel={() => setConfirming(false)}
      >
        <ConfirmationText mails={mails} />
      </Confirm>
    </section>
  );
}

function ConfirmationText({ mails }: Pick<PurchaseOrderOnPage, 'mails'>) {
  const replyTo = usePublicSettings()?.company.email;
  const last = mails.at(-1);
  return (
    <p>
      {last && `It was already e-mailed to ${last.email} on ${formatInstant(new Date(last.sentAt ?? last.askedAt))}. `}
      The order is attached as a PDF.{replyTo && ` Replies go to ${replyTo}.`}
    </p>
  );
}

function useSendMail({ id, supplierContact, mails }: PurchaseOrderOnPage, close: () => void) {
  const { isBusy, change } = useChange();
  const send = () => {
    close();
    return change(async () => {
      const input = { params: { id }, body: { email: supplierContact?.email ?? '', known: mails.length } };
      notify({ text: (await call<typeof mailPurchaseOrder>('POST /v1/purchase-orders/{id}/mail', input)).message });
    }, mailSentences.failed);
  };
  return { isBusy, send };
}

function Contact({ contact }: { contact: PurchaseOrderOnPage['supplierContact'] }) {
  if (!contact) return null;
  const { contactName, email, phone, paymentTerms } = contact;
  const facts = [
    { label: 'Contact', value: contactName },
    { label: 'Email', value: email && <a href={`mailto:${email}`}>{email}</a> },
    { label: 'Phone', value: phone && <PhoneLink phone={phone} /> },
    { label: 'Payment terms', value: paymentTerms },
  ].filter(({ value }) => value !== '');
  if (facts.length === 0) return null;
  return (
    <dl className={styles.contact}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Mails({ mails }: Pick<PurchaseOrderOnPage, 'mails'>) {
  if (mails.length === 0) return null;
  return (
    <ul className={styles.mails} aria-label="E-mails to the supplier">
      {mails.map(({ id, email, askedAt, askedBy, sentAt }) => (
        <li key={id}>
          {sentAt
            ? `E-mailed to ${email} on ${formatInstant(new Date(sentAt))} by ${askedBy}.`
            : `On its way to ${email}, requested by ${askedBy} on ${formatInstant(new Date(askedAt))}.`}
        </li>
      ))}
    </ul>
  );
}
