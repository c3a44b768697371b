import { useState } from 'react';
import { PasswordField } from '#ui/form/password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import type { FieldAttributes } from './use-account-form.ts';

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'confirmPassword') => FieldAttributes;
  label?: string;
}

/** A new password, entered twice, with a checklist that ticks off as the user types. */
export function NewPasswordFields({ field, label = 'Password' }: NewPasswordFieldsProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        autoComplete="new-password"
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
        onInput={(event) => setConfirmation(event.currentTarget.value)}
      />
      <PasswordChecklist password={password} confirmation={confirmation} />
    </>
  );
}
