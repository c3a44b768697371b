import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Checkbox } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/surfaces.tsx';
import styles from './dialogs.module.css';
import type { MailPreview, previewMail } from './mail-contract.ts';

/** Undefined while loading, the mail, null where the buyer gets none, or the failure. */
export type Previewed = { mail: MailPreview | null } | { failure: string } | undefined;

/** Loads the mail that a status change would send. */
export function useMailPreview(orderId: string, status: number): Previewed {
  const [previewed, setPreviewed] = useState<Previewed>();
  useEffect(() => {
    const asking = new AbortController();
    setPreviewed(undefined);
    const input = { params: { orderId }, query: { status } };
    call<typeof previewMail>('GET /v1/manage-orders/{orderId}/mail', input, { signal: asking.signal })
      .then(setPreviewed)
      .catch((error: unknown) => {
        if (!asking.signal.aborted) setPreviewed({ failure: errorMessageOf(error, 'The e-mail cannot be shown.') });
      });
    return () => asking.abort();
  }, [orderId, status]);
  return previewed;
}

interface MailChoiceProps {
  previewed: Previewed;
  isSent: boolean;
  onChange: (isSent: boolean) => void;
}

/** Previews the mail, with the choice not to send it. */
export function MailChoice({ previewed, isSent, onChange }: MailChoiceProps) {
  if (!previewed) return <Skeleton height="22rem" />;
  if ('failure' in previewed) return <Note tone="warning">{previewed.failure}</Note>;
  const { mail } = previewed;
  if (!mail) return <p className={styles.quiet}>The buyer gets no e-mail about this.</p>;
  return (
    <section className={isSent ? styles.mail : `${styles.mail} ${styles.unsent}`} aria-label="E-mail to the buyer">
      <Checkbox checked={isSent} onChange={({ target }) => onChange(target.checked)}>
        Send this e-mail
      </Checkbox>
      <dl>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>Subject</dt>
        <dd>{mail.subject}</dd>
      </dl>
      {/* Sandboxed: no scripts and no navigation. */}
      <div className={styles.frame}>
        <iframe title="The e-mail" sandbox="" srcDoc={previewHtml(mail.html)} />
      </div>
    </section>
  );
}

/** Removes what our content security policy forbids in a preview: style elements and the attached logo. */
const previewHtml = (html: string): string =>
  html.replace(/<style>[\s\S]*?<\/style>/, '').replaceAll(/src="cid:[^"]*"/g, 'src="/icon-192.png"');
