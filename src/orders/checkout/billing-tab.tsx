import { useEffect } from 'react';
import { addressNames } from '#addresses/field/address-values.ts';
import { type SiteChoice, useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { poNumberFault } from '#trade/accounts/po-number.ts';
import { Link } from '#ui/link.tsx';
import { PasswordChecklist } from '#accounts/profile/password-checklist.tsx';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, TextField } from '#ui/form/field.tsx';
import { UserIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { PasswordField } from '#ui/form/password-field.tsx';
import styles from './checkout.module.css';
import { faultsOf, labels } from './form-faults.ts';
import { billingFields } from './form-values.ts';
import { RecipientFields } from './recipient-fields.tsx';
import type { Checkout } from './use-checkout.ts';

/** Tab 1: contact and billing details. Guest checkout is the default; registering and signing in are optional. */
export function BillingTab({ checkout, isGuest }: { checkout: Checkout; isGuest: boolean }) {
  const { billing, billingValues, isRestored } = checkout;
  const { errors, submitCount } = billing.formState;
  const choice = useSiteChoice();
  useSiteAddress(checkout, choice);
  const submit = billing.handleSubmit(({ purchaseOrder }) => {
    const fault = choice && poNumberFault(choice.account, purchaseOrder.trim());
    if (fault === undefined) return checkout.goTo('2');
    billing.setError('purchaseOrder', { type: 'rule', message: fault }, { shouldFocus: true });
  });
  return (
    <form method="dialog" className={styles.tab} noValidate onSubmit={submit} aria-label="Checkout">
      <ErrorSummary
        title="Check these fields before you continue"
        faults={submitCount > 0 ? faultsOf(errors, 'billing', billingFields) : []}
        attempt={submitCount}
      />
      {isGuest && (
        <p className={styles.signIn}>
          <UserIcon />
          <span>
            Have an account? <Link to="/login?return-url=/shopping/checkout">Sign in</Link> and we will fill this in.
            You can also order as a guest.
          </span>
        </p>
      )}
      <section className={styles.block}>
        <header>
          <h2>Contact and billing</h2>
        </header>
        <RecipientFields form={billing} values={billingValues} isRestored={isRestored} part="billing" />
        <BusinessFields checkout={checkout} account={choice?.account} />
      </section>
      {isGuest && <Registration checkout={checkout} />}
      <div className={styles.go}>
        <Button type="submit" size="large">
          Continue to Delivery
        </Button>
      </div>
    </form>
  );
}

const businessInputs = [
  { name: 'companyName', autoComplete: 'billing organization' },
  { name: 'abn', inputMode: 'numeric', autoComplete: 'off', placeholder: '11 digits', isNumeric: true },
  { name: 'purchaseOrder', autoComplete: 'off', placeholder: 'For example PO-4711' },
] as const;

/** Fills in the site's address, unless the buyer has one already. */
function useSiteAddress({ billing, isRestored }: Checkout, choice: SiteChoice | undefined): void {
  const address = choice?.site.address;
  useEffect(() => {
    if (!isRestored || !address || billing.getValues('streetName') !== '') return;
    const shouldValidate = billing.formState.isSubmitted; // pressed before the site was known
    for (const name of addressNames) billing.setValue(name, address[name] ?? '', { shouldValidate });
  }, [billing, isRestored, address]);
}

/** Optional business details, shown on the order's documents. An account's own name and ABN are on those of its orders. */
function BusinessFields({ checkout, account }: { checkout: Checkout; account: SiteChoice['account'] | undefined }) {
  const { register, formState } = checkout.billing;
  const { errors } = formState;
  return (
    <fieldset className={styles.business}>
      <legend>
        Business details{' '}
        <small>{account ? `invoiced to ${account.name}` : 'optional, shown on your tax invoice'}</small>
      </legend>
      <div className={styles.businessFields}>
        {businessInputs
          .filter(({ name }) => !account || name === 'purchaseOrder')
          .map(({ name, ...input }) => (
            <TextField
              key={name}
              label={account ? 'PO number' : labels[name]}
              id={`billing-${name}`}
              {...input}
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
      </div>
    </fieldset>
  );
}

function Registration({ checkout }: { checkout: Checkout }) {
  const { register, formState } = checkout.billing;
  const { registerAccount, password, confirmPassword } = checkout.billingValues;
  const { errors } = formState;
  return (
    <section className={styles.block}>
      <Checkbox {...register('registerAccount')} id="billing-registerAccount">
        <strong>Register an account with this order</strong>
        <small>
          Next time, we will fill in your details, and you will find all your orders and invoices in one place.
        </small>
      </Checkbox>
      {registerAccount && (
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
          <PasswordChecklist password={password} confirmation={confirmPassword} />
        </div>
      )}
    </section>
  );
}
