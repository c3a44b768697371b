import { z } from 'zod';
import { businessFields } from '#accounts/business-fields.ts';
import { addressFields } from '#addresses/address-shape.ts';
import { sentences as cartSentences, shippingMethods } from '#storefront/cart/contract.ts';
import { isCardNumber } from '#lib/text/card-number.ts';
import { email, newPassword, passwordsMustMatch, personName, phone, text } from '#lib/api/wire.ts';
import { sentences } from './checkout-sentences.ts';

/*
 * The shapes of the checkout's three forms, used by the page and by the endpoint (specification of the shop, section 5,
 * "Checkout"). No shape transforms its input, so a form's values are sent as they are.
 */

const nameField = () => text({ required: sentences.required, max: 100, long: 'Name is too long.' });

const personFields = {
  firstName: nameField(),
  lastName: nameField(),
  email: email(sentences.required),
  mobile: phone(sentences.required),
};

/** A person at an address. `fullAddress` is for display only and is always rebuilt from the parts. */
const recipient = z.object({ ...personFields, ...addressFields });
export type Recipient = z.output<typeof recipient>;

/** A text of any length, which may be missing; it is checked elsewhere or not at all. */
export const looseText = z.string({ error: 'Must be text.' }).nullish();
const yesOrNo = z.boolean({ error: 'Must be yes or no.' }).nullish();

/** The condition for cross-field checks: they also run if individual fields are invalid, so that all faults are reported at once. */
const isObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** Adds the faults that a stricter shape finds, for fields that have no fault yet. */
function addFaults(context: z.RefinementCtx, shape: z.ZodType, value: unknown): void {
  const reported = new Set(context.issues.map(({ path }) => path?.join('.')));
  for (const { path, message } of shape.safeParse(value).error?.issues ?? []) {
    if (!reported.has(path.join('.'))) context.addIssue({ code: 'custom', path: [...path], message });
  }
}

const registration = z.object({
  firstName: personName(sentences.required),
  lastName: personName(sentences.required),
  password: newPassword(),
});

/** The buyer and optional business details. The passwords are required only with `registerAccount`. */
export const billingForm = z
  .object(
    {
      ...personFields,
      ...addressFields,
      ...businessFields,
      fullAddress: looseText,
      registerAccount: yesOrNo,
      password: looseText,
      confirmPassword: looseText,
    },
    { error: 'Billing details are required.' },
  )
  .superRefine(
    (form, context) => {
      if (form.registerAccount !== true) return;
      addFaults(context, registration, form);
      if ((form.password ?? '') !== (form.confirmPassword ?? '')) {
        context.addIssue({
          code: 'custom',
          path: ['confirmPassword'],
          message: passwordsMustMatch,
        });
      }
    },
    { when: isObject },
  );
export type BillingForm = z.output<typeof billingForm>;

const deliveryMethod = z
  .literal([shippingMethods.pickup, shippingMethods.delivery], {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? sentences.required : cartSentences.deliveryMethod,
  })
  .meta({ description: '1 In Store Pickup, 2 Standard Delivery' });

/** Whether the delivery tab needs a recipient. It needs none for a pick-up, or if the goods are delivered to the buyer. */
export const needsRecipient = (form: { shippingMethod?: unknown; sameAsCheckoutDetails?: unknown }): boolean =>
  form.shippingMethod !== shippingMethods.pickup && form.sameAsCheckoutDetails !== true;

/** The delivery tab. Its names and address are checked and used only if `needsRecipient`. */
export const shippingForm = z
  .object(
    {
      shippingMethod: deliveryMethod,
      sameAsCheckoutDetails: yesOrNo,
      firstName: looseText,
      lastName: looseText,
      email: looseText,
      mobile: looseText,
      unitNumber: looseText,
      streetNumber: looseText,
      streetName: looseText,
      city: looseText,
      state: looseText,
      postcode: looseText,
      fullAddress: looseText,
    },
    { error: 'Delivery details are required.' },
  )
  .superRefine(
    (form, context) => {
      if (needsRecipient(form)) addFaults(context, recipient, form);
    },
    { when: isObject },
  );
export type ShippingForm = z.output<typeof shippingForm>;

/** The recipient of the goods, from validated forms; null for a pick-up. */
export function recipientOf(billing: BillingForm, shipping: ShippingForm): Recipient | null {
  if (shipping.shippingMethod === shippingMethods.pickup) return null;
  return recipient.parse(needsRecipient(shipping) ? shipping : billing);
}

/** The digits of a typed card number, which may have spaces or hyphens between groups. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, '');

const cardField = (faultOf: (value: string) => string | undefined) =>
  z.string({ error: sentences.cardRequired }).check((payload) => {
    const value = payload.value.trim();
    const message = value === '' ? sentences.cardRequired : faultOf(value);
    if (message)
      payload.issues.push({
        code: 'custom',
        input: undefined,
        message,
        continue: true,
      });
  });

/** A card as typed; `expiryDate` is `MM/YY`. Whether it has expired is checked elsewhere, because that needs the clock. */
export const cardForm = z.object({
  cardNumber: cardField((value) => (isCardNumber(cardDigits(value)) ? undefined : sentences.cardNumber)),
  expiryDate: cardField((value) => (/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/.test(value) ? undefined : sentences.expiryDate)),
  cvc: cardField((value) => (/^\d{3,4}$/.test(value) ? undefined : sentences.cvc)),
});
export type CardForm = z.output<typeof cardForm>;
