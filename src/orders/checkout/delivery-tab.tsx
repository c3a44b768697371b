import type { UseFormRegisterReturn } from 'react-hook-form';
import { fullAddress } from '#addresses/full-address.ts';
import { missingToFree, type Priced } from '#storefront/cart/priced-cart.ts';
import { asSentence } from '#lib/text/as-sentence.ts';
import { formatDollars } from '#lib/money.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { type SiteChoice, useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, FieldError, Radio } from '#ui/form/field.tsx';
import { ShopIcon, TruckIcon } from '#ui/icons/icons.tsx';
import styles from './checkout.module.css';
import { faultsOf } from './form-faults.ts';
import { shippingFields } from './form-values.ts';
import { RecipientFields, SameRecipient } from './recipient-fields.tsx';
import type { Checkout } from './use-checkout.ts';

/** Tab 2: delivery method and recipient. */
export function DeliveryTab({ checkout, priced }: { checkout: Checkout; priced: Priced | undefined }) {
  const { shipping, shippingValues, billingValues, isRestored } = checkout;
  const { register, handleSubmit, formState, clearErrors } = shipping;
  const { errors, submitCount } = formState;
  const site = useSiteChoice()?.site;
  /** Both choices show or hide the address fields, so their errors no longer apply. */
  const choice = { onChange: () => clearErrors() };
  const submit = handleSubmit(() => checkout.goTo('3'));
  return (
    <form method="dialog" className={styles.tab} noValidate onSubmit={submit} aria-label="Delivery">
      <ErrorSummary
        title="Check these fields before you continue"
        faults={submitCount > 0 ? faultsOf(errors, 'shipping', shippingFields) : []}
        attempt={submitCount}
      />
      <Methods field={register('shippingMethod', choice)} error={errors.shippingMethod?.message} priced={priced} />
      {shippingValues.shippingMethod === '2' && (
        <section className={styles.block}>
          <header>
            <h2>Delivery address</h2>
          </header>
          {site ? (
            <SiteAddress site={site} />
          ) : (
            <>
              <Checkbox
                {...register('sameAsCheckoutDetails', choice)}
                id="shipping-sameAsCheckoutDetails"
                className={styles.sameAs}
              >
                Same as checkout details
              </Checkbox>
              {shippingValues.sameAsCheckoutDetails ? (
                <SameRecipient values={billingValues} />
              ) : (
                <RecipientFields form={shipping} values={shippingValues} isRestored={isRestored} part="shipping" />
              )}
            </>
          )}
        </section>
      )}
      <div className={styles.go}>
        <Button look="quiet" size="large" onClick={() => checkout.goTo('1')}>
          Back
        </Button>
        <Button type="submit" size="large">
          Review
        </Button>
      </div>
    </form>
  );
}

/** Orders of a trade account go to the site that is chosen in the header. */
export function SiteAddress({ site }: { site: SiteChoice['site'] }) {
  const { name, contactName, contactPhone, instructions, hours } = site;
  const contact = [contactName, contactPhone && formatPhone(contactPhone)].filter(Boolean).join(', ');
  const lines = [fullAddress(site.address), contact, instructions, hours && `Delivery hours: ${hours}`];
  return (
    <address>
      <strong className={styles.siteName}>{name}</strong>
      {lines.filter(Boolean).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}

/** The account of a site, which its orders are invoiced to. */
export const InvoicedTo = ({ account, site }: Pick<SiteChoice, 'account' | 'site'>) => (
  <section className={styles.invoicedTo}>
    <h3>Invoiced to</h3>
    <address>
      <strong className={styles.siteName}>{account.name}</strong>
      {`ABN ${formatAbn(account.abn)}`}
      <br />
      {fullAddress(account.postalAddress ?? site.address)}
    </address>
  </section>
);

interface MethodsProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  priced: Priced | undefined;
}

/** In Store Pickup (1) or Standard Delivery (2). */
function Methods({ field, error, priced }: MethodsProps) {
  const settings = usePublicSettings();
  const delivery = settings?.delivery;
  const address = settings?.company.address;
  const free = delivery?.freeFrom == null ? '' : ` Free from ${formatDollars(delivery.freeFrom)}.`;
  const isFree = priced !== undefined && missingToFree(priced, delivery?.freeFrom) === 0;
  return (
    <section className={styles.block}>
      <fieldset className={styles.methods} aria-describedby={error ? 'shipping-method-error' : undefined}>
        <legend>Delivery method</legend>
        <Radio {...field} value="2" id="shipping-shippingMethod" className={styles.method}>
          <TruckIcon />
          <span>
            <strong>Standard Delivery</strong>
            <small>{`${asSentence(delivery?.times)}${free}`.trim()}</small>
          </span>
          <b>{delivery && (isFree ? 'Free' : formatDollars(delivery.fee))}</b>
        </Radio>
        <Radio {...field} value="1" id="shipping-pickup" className={styles.method}>
          <ShopIcon />
          <span>
            <strong>In Store Pickup</strong>
            <small>
              {address && (
                <>
                  {fullAddress(address)}
                  <br />
                </>
              )}
              {`${settings?.brand.hours}. ${delivery?.pickUp || 'We will email you when it is ready.'}`}
            </small>
          </span>
          <b>Free</b>
        </Radio>
        <FieldError id="shipping-method-error">{error}</FieldError>
      </fieldset>
    </section>
  );
}
