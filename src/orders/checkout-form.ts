import { z } from 'zod';
import { businessFields } from '#accounts/business-fields.ts';
import { addressFields } from '#addresses/parts.ts';
import { sentences as cartSentences, shippingMethods } from '#storefront/cart/contract.ts';
import { isCardNumber } from '#lib/text/card-number.ts';
import { email, newPassword, passwordsMustMatch, personName, phone, text } from '#lib/api/wire.ts';

/*
 * The checkout's three forms, shared by the page's resolvers and the endpoint's body (specification of the shop,
 * section 5, "Checkout"). No shape transforms its input, so the values of a form are sent as they are.
 */

export const sentences = {
  required: 'This field is required.',
  cardRequired: 'Card details are required.',
  cardNumber: 'Invalid card number.',
  expiryDate: 'Invalid expiry date.',
  cvc: 'Invalid CVC.',
  cardExpired: 'This card has expired.',
} as const;

const nameOf = () => text({ required: sentences.required, max: 100, long: 'Name is too long.' });

const personFields = {
  firstName: nameOf(),
  lastName: nameOf(),
  email: email(sentences.required),
  mobile: phone(sentences.required),
};

/** A person at an address. `fullAddress` is for display only and is always rebuilt from the parts. */
const recipient = z.object({ ...personFields, ...addressFields });
export type Recipient = z.output<typeof recipient>;

const looseText = z.string({ error: 'Must be text.' }).nullish();
const yesOrNo = z.boolean({ error: 'Must be yes or no.' }).nullish();

/** Runs a cross-field check even if single fields are invalid, so that all faults are reported at once. */
const always = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** Adds the faults that a stricter shape finds in fields without a fault so far. */
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

/** The buyer, perhaps for a business. The password and its repetition are required only with `registerAccount`. */
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
    { when: always },
  );
export type BillingForm = z.output<typeof billingForm>;

const deliveryMethod = z
  .literal([shippingMethods.pickup, shippingMethods.delivery], {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? sentences.required : cartSentences.deliveryMethod,
  })
  .meta({ description: '1 In Store Pickup, 2 Standard Delivery' });

/** Whether the delivery tab needs a recipient: not for a pick-up, nor if the goods go to the buyer. */
export const needsRecipient = (form: { shippingMethod?: unknown; sameAsCheckoutDetails?: unknown }): boolean =>
  form.shippingMethod !== shippingMethods.pickup && form.sameAsCheckoutDetails !== true;

/** The delivery tab; its names and address are read only where `needsRecipient`. */
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
    { when: always },
  );
export type ShippingForm = z.output<typeof shippingForm>;

/** The recipient of the goods, from validated forms; null for a pick-up. */
export function recipientOf(billing: BillingForm, shipping: ShippingForm): Recipient | null {
  if (shipping.shippingMethod === shippingMethods.pickup) return null;
  return recipient.parse(needsRecipient(shipping) ? shipping : billing);
}

/** The digits of a card number as typed, with blanks or hyphens between groups. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, '');

const cardText = (fault: (value: string) => string | undefined) =>
  z.string({ error: sentences.cardRequired }).check((payload) => {
    const value = payload.value.trim();
    const message = value === '' ? sentences.cardRequired : fault(value);
    if (message)
      payload.issues.push({
        code: 'custom',
        input: undefined,
        message,
        continue: true,
      });
  });

/** A card as typed; `expiryDate` is `MM/YY`. Expiry is checked elsewhere, since it needs the clock. */
export const cardForm = z.object({
  cardNumber: cardText((value) => (isCardNumber(cardDigits(value)) ? undefined : sentences.cardNumber)),
  expiryDate: cardText((value) => (/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/.test(value) ? undefined : sentences.expiryDate)),
  cvc: cardText((value) => (/^\d{3,4}$/.test(value) ? undefined : sentences.cvc)),
});
export type CardForm = z.output<typeof cardForm>;
