import { passwordRules } from '#lib/password-rules.ts';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import styles from './password-checklist.module.css';

interface Passwords {
  password: string;
  confirmation: string;
}

const [longEnough, hasNumber] = passwordRules;

/** The requirements, in the specification's order (section 5). */
const requirements: { label: string; isMet: (typed: Passwords) => boolean }[] = [
  { label: 'A password', isMet: ({ password }) => password !== '' },
  { label: 'At least 8 characters', isMet: ({ password }) => longEnough.isMet(password) },
  { label: 'Contains a number', isMet: ({ password }) => hasNumber.isMet(password) },
  {
    label: 'The passwords match',
    isMet: ({ password, confirmation }) => password !== '' && password === confirmation,
  },
];

export function PasswordChecklist(typed: Passwords) {
  return (
    <ul className={styles.list} aria-label="Password requirements">
      {requirements.map(({ label, isMet }) => {
        const isDone = isMet(typed);
        return (
          <li key={label} className={cx(isDone && styles.done)}>
            <span className={styles.mark}>
              <CheckIcon />
            </span>
            {label}
            <Hidden>{isDone ? ', met' : ', not met yet'}</Hidden>
          </li>
        );
      })}
    </ul>
  );
}
