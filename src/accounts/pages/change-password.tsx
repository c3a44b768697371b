import { useState } from 'react';
import { Form, useNavigation, useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import type { FormMessage } from '../account-form.ts';
import { AccountForm } from '../profile/account-frame.tsx';
import { sentences } from '../contract.ts';
import { NewPasswordFields } from '../profile/new-password-fields.tsx';
import { type changePassword, passwordChange } from '../sign-in/security-contract.ts';
import { useAccountForm } from '../profile/use-account-form.ts';
import styles from './security.module.css';

const nothing = { currentPassword: '', password: '', confirmPassword: '' };

interface ChangePasswordProps {
  email: string;
  /** What the server said of the form sent without script. */
  told: FormMessage | undefined;
}

/** A new password by the present one, or by a mailed link for who has forgotten it. */
export function ChangePassword({ email, told }: ChangePasswordProps) {
  const [changes, setChanges] = useState(0);
  const isBusy = useNavigation().formData?.get('intent') === 'password';
  return (
    <section className={styles.card} aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p>All other devices are signed out when you change it.</p>
      <Fields key={changes} told={told?.faults.length ? told : undefined} onChanged={() => setChanges(changes + 1)} />
      <Form method="post" className={styles.link}>
        <p>
          Forgotten? We send a link to <strong>{email}</strong>.
        </p>
        <Button type="submit" name="intent" value="password" look="quiet" size="small" isBusy={isBusy}>
          Send me the link
        </Button>
      </Form>
    </section>
  );
}

/** Its key brings empty fields after a change. */
function Fields({ told, onChanged }: { told: FormMessage | undefined; onChanged: () => void }) {
  const { revalidate } = useRevalidator();
  const { field, ...account } = useAccountForm({
    shape: passwordChange,
    fields: ['currentPassword', 'password', 'confirmPassword'],
    values: nothing,
    told,
    fallback: sentences.passwordNotChanged,
    send: async (body) => {
      const { message } = await call<typeof changePassword>('POST /v1/users/password', { body });
      notify({ text: message });
      onChanged();
      await revalidate(); // the other sessions are gone
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
