import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useOwnSites } from '#trade/accounts/own-sites.tsx';
import { useChosenSiteId } from '#trade/use-chosen-site.ts';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { Link } from '#ui/link.tsx';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, TextField } from '#ui/form/field.tsx';
import { UserIcon } from '#ui/icons/icons.tsx';
import styles from './checkout.module.css';
import { faultsOf, labels } from './form-faults.ts';
import { billingFields, businessFields } from './form-values.ts';
import { InvoicedTo, Passwords, SiteBlanketPos } from './later-tabs.ts';
import { RecipientFields } from './recipient-fields.tsx';
import type { Checkout } from './use-checkout.ts';

/** Tab 1: contact and billing details. Guest checkout is the default; registering and signing in are optional. */
export function BillingTab({ checkout, isGuest }: { checkout: Checkout; isGuest: boolean }) {
  const { billing, billingValues, isRestored, site } = checkout;
  const { errors, submitCount } = billing.formState;
  const { accounts, choice } = useOwnSites();
  const isSiteLoading = useChosenSiteId() !== '' && accounts === undefined;
  const submit = billing.handleSubmit(({ purchaseOrder }) => {
    const fault = site.poFault(purchaseOrder);
    if (fault === undefined) {
      site.confirm();
      return checkout.goTo('2');
    }
    billing.setError('purchaseOrder', { type: 'rule', message: fault }, { shouldFocus: true });
  });
  /** Whether somebody wants to continue before the account, whose address is invoiced, is known. */
  const [isWaiting, setWaiting] = useState(false);
  const goOn = useEffectEvent(() => {
    setWaiting(false);
    void submit();
  });
  useEffect(() => {
    if (!isWaiting || isSiteLoading) return;
    const timer = setTimeout(goOn); // once the address is in the form
    return () => clearTimeout(timer);
  }, [isWaiting, isSiteLoading]);
  return (
    <form
      method="dialog"
      className={styles.tab}
      noValidate
      onSubmit={(event) => {
        if (!isSiteLoading) return void submit(event);
        event.preventDefault();
        setWaiting(true);
      }}
      aria-label="Checkout"
    >
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
        <RecipientFields
          form={billing}
          values={billingValues}
          isRestored={isRestored}
          part="billing"
          address={
            isSiteLoading
              ? addressSkeleton
              : choice && (
                  <Suspense fallback={addressSkeleton}>
                    <InvoicedTo {...choice} />
                  </Suspense>
                )
          }
        />
        {choice ? (
          <>
            <TextField
              label="PO number"
              id="billing-purchaseOrder"
              isOptional={choice.account.poRule === 'none'}
              {...businessInputs.purchaseOrder}
              error={errors.purchaseOrder?.message}
              {...billing.register('purchaseOrder')}
            />
            <Suspense>
              <SiteBlanketPos
                accountId={choice.account.id}
                siteId={choice.siteId}
                poNumber={billingValues.purchaseOrder}
                choose={(number) => billing.setValue('purchaseOrder', number, { shouldValidate: submitCount > 0 })}
              />
            </Suspense>
          </>
        ) : (
          !isSiteLoading && <BusinessFields checkout={checkout} />
        )}
      </section>
      {isGuest && <Registration checkout={checkout} />}
      <div className={styles.go}>
        <Button type="submit" size="large" isBusy={isWaiting}>
          Continue to Delivery
        </Button>
      </div>
    </form>
  );
}

const addressSkeleton = <Skeleton height="6.5rem" />;

const businessInputs = {
  companyName: { autoComplete: 'billing organization' },
  abn: { inputMode: 'numeric', autoComplete: 'off', placeholder: '11 digits', isNumeric: true },
  purchaseOrder: { autoComplete: 'off', placeholder: 'For example PO-4711' },
} as const;

/** Optional business details, shown on the order's documents. */
function BusinessFields({ checkout }: { checkout: Checkout }) {
  const { register, formState } = checkout.billing;
  return (
    <fieldset className={styles.business}>
      <legend>
        Business details <small>optional, shown on your tax invoice</small>
      </legend>
      <div className={styles.businessFields}>
        {businessFields.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            id={`billing-${name}`}
            {...businessInputs[name]}
            error={formState.errors[name]?.message}
            {...register(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Registration({ checkout }: { checkout: Checkout }) {
  const { register } = checkout.billing;
  return (
    <section className={styles.block}>
      <Checkbox {...register('registerAccount')} id="billing-registerAccount">
        <strong>Register an account with this order</strong>
        <small>
          Next time, we will fill in your details, and you will find all your orders and invoices in one place.
        </small>
      </Checkbox>
      {checkout.billingValues.registerAccount && (
        <Suspense>
          <Passwords checkout={checkout} />
        </Suspense>
      )}
    </section>
  );
}
