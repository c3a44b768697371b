import { useState } from 'react';
import { type FieldProps, TextField } from './field.tsx';
import { EyeIcon } from '../icons/icons.tsx';

type PasswordFieldProps = FieldProps & Omit<Parameters<typeof TextField>[0], 'type' | 'action' | 'icon'>;

/** A password with a button that shows it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      aria-label={isShown ? 'Hide the password' : 'Show the password'}
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
    >
      <EyeIcon />
    </button>
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} action={toggle} />;
}
