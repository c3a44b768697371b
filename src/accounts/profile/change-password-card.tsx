import { useState } from 'react';
import { Form, useNavigation, useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import type { FormMessage } from '#ui/form/use-plain-form.ts';
import { AccountForm } from './account-page.tsx';
import { sentences } from '../sentences.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { changePassword } from '../sign-in/security-contract.ts';
import { useAccountForm } from './use-account-form.ts';
import styles from './security.module.css';

interface ChangePasswordProps {
  email: string;
  /** The server's answer when the form was posted without script. */
  serverMessage: FormMessage | undefined;
}

/** Changes the password of a user who knows the current one, or mails a link to a user who has forgotten it. */
export function ChangePassword({ email, serverMessage }: ChangePasswordProps) {
  const [changes, setChanges] = useState(0);
  const isBusy = useNavigation().formData?.get('intent') === 'password';
  return (
    <section className={styles.card} aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p>Changing your password signs out all your other devices.</p>
      <Fields
        key={changes}
        serverMessage={serverMessage?.faults.length ? serverMessage : undefined}
        onChanged={() => setChanges(changes + 1)}
      />
      <Form method="post" className={styles.link}>
        <p>
          Forgotten your password? We can send a reset link to <strong>{email}</strong>.
        </p>
        <Button type="submit" name="intent" value="password" look="quiet" size="small" isBusy={isBusy}>
          Send me the link
        </Button>
      </Form>
    </section>
  );
}

/** The fields. After a change, a new `key` makes React create them again, blank. */
function Fields({ serverMessage, onChanged }: { serverMessage: FormMessage | undefined; onChanged: () => void }) {
  const { revalidate } = useRevalidator();
  const { field, ...account } = useAccountForm({
    loadShape: () => import('../sign-in/security-contract.ts').then(({ passwordChange }) => passwordChange),
    fields: ['currentPassword', 'password', 'confirmPassword'],
    values: {},
    serverMessage,
    fallback: sentences.passwordNotChanged,
    send: async (body) => {
      const { message } = await call<typeof changePassword>('POST /v1/users/password', { body });
      notify({ text: message });
      onChanged();
      await revalidate(); // updates the list of sessions, because all other sessions have ended
    },
  });
  return (
    <div className={styles.change}>
      <AccountForm account={account} submit="Change password" isInline>
        <input type="hidden" name="intent" value="change" />
        <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
        <NewPasswordFields field={field} label="New password" />
      </AccountForm>
    </div>
  );
}
