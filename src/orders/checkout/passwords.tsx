import { PasswordChecklist } from '#accounts/profile/password-checklist.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import layout from '#ui/layout.module.css';
import styles from './checkout.module.css';
import type { Checkout } from './use-checkout.ts';

/** The password of an account that is registered with the order. */
export function Passwords({ checkout: { billing, billingValues } }: { checkout: Checkout }) {
  const { register, formState } = billing;
  const { errors } = formState;
  return (
    <div className={styles.passwords}>
      <div className={layout.fields}>
        <PasswordField
          label="Password"
          id="billing-password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', { deps: ['confirmPassword'] })}
        />
        <PasswordField
          label="Confirm password"
          id="billing-confirmPassword"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      </div>
      <PasswordChecklist password={billingValues.password} confirmation={billingValues.confirmPassword} />
    </div>
  );
}
