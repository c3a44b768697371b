import { TextField } from '#ui/form/field.tsx';
import styles from './account-page.module.css';
import type { FieldAttributes } from './use-account-form.ts';

export const personNames = ['firstName', 'lastName', 'email', 'mobile'] as const;
type PersonName = (typeof personNames)[number];

interface PersonFieldsProps {
  field: (name: PersonName) => FieldAttributes;
  emailHint?: string;
}

export function PersonFields({ field, emailHint }: PersonFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label="Email"
        hint={emailHint}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('mobile')} label="Mobile" type="tel" inputMode="tel" autoComplete="tel" isNumeric />
    </>
  );
}
