import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import styles from './pending-email-card.module.css';

/** A new e-mail that is not confirmed yet. The forms post to the page, so that they work without script. */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { formData } = useNavigation();
  const busy = formData?.get('intent');
  return (
    <section className={styles.pending} aria-labelledby="pending">
      <MailIcon />
      <div>
        <h2 id="pending">Confirm your new email</h2>
        <p>
          We have sent a link to <strong>{pending}</strong>. Until you open it, you sign in with{' '}
          <strong>{email}</strong>.
        </p>
        <Form method="post" className={styles.actions} preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="send-again"
            look="quiet"
            size="small"
            isBusy={busy === 'send-again'}
          >
            Send again
          </Button>
          <Button type="submit" name="intent" value="call-off" look="plain" size="small" isBusy={busy === 'call-off'}>
            Cancel the change
          </Button>
        </Form>
      </div>
    </section>
  );
}
