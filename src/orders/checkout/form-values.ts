import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { addressNames } from '#addresses/field/address-values.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { FormShape } from './use-form-shapes.ts';

/** The fields of a person and their address, which both forms have. */
export const recipientFields = ['firstName', 'lastName', 'email', 'mobile', ...addressNames] as const;
export type RecipientField = (typeof recipientFields)[number];
export type RecipientValues = Record<RecipientField, string>;

export const businessFields = ['companyName', 'abn', 'purchaseOrder'] as const;
export type BusinessValues = Record<(typeof businessFields)[number], string>;

export const billingFields = [...recipientFields, ...businessFields, 'password', 'confirmPassword'] as const;
export type BillingValues = Record<(typeof billingFields)[number], string> & { registerAccount: boolean };

export const shippingFields = ['shippingMethod', ...recipientFields] as const;
export type ShippingValues = Record<(typeof shippingFields)[number], string> & { sameAsCheckoutDetails: boolean };

export const cardFields = ['cardNumber', 'expiryDate', 'cvc'] as const;
export type CardValues = Record<(typeof cardFields)[number], string>;

const emptyOf = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>;
const emptyRecipient: RecipientValues = emptyOf(recipientFields);

export const emptyBilling: BillingValues = { ...emptyOf(billingFields), registerAccount: false };
/** Standard Delivery to the buyer's own address. */
export const emptyShipping: ShippingValues = { ...emptyRecipient, shippingMethod: '2', sameAsCheckoutDetails: true };
export const emptyCard: CardValues = emptyOf(cardFields);

/** Whether all fields are filled that every buyer has to fill: before that, the form need not be validated to know that it is incomplete. */
export const isFilled = (values: BillingValues): boolean =>
  recipientFields.every((field) => field === 'unitNumber' || values[field] !== '');

/** A recipient as sent to the server, with the address on one line. */
const recipientBody = (values: RecipientValues) => ({
  ...(Object.fromEntries(recipientFields.map((field) => [field, values[field]])) as RecipientValues),
  fullAddress: fullAddress(values),
});

/** The billing form as sent to the server, without passwords. */
export const billingBody = (values: BillingValues) => ({
  ...recipientBody(values),
  companyName: values.companyName,
  abn: values.abn,
  purchaseOrder: values.purchaseOrder,
  registerAccount: values.registerAccount,
});

/** Validates a form against a shape from the contract; `toShape` converts the form's strings to the shape's types. */
export function resolverOf<V extends FieldValues>(
  loadShape: () => Promise<FormShape>,
  toShape: (values: V) => unknown,
): Resolver<V> {
  return async (values) => {
    const read = (await loadShape()).safeParse(toShape(values));
    if (read.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of read.error?.issues ?? []) errors[String(path[0])] ??= { type: 'invalid', message };
    return { values: {}, errors: errors as FieldErrors<V> }; // no field is nested: a path is a field's name
  };
}

/** The delivery form as sent to the server: the method as a number, and the buyer's address if it is the same. */
export const shippingBody = (values: ShippingValues, billing: RecipientValues) => ({
  ...recipientBody(values.sameAsCheckoutDetails ? billing : values),
  shippingMethod: Number(values.shippingMethod) as 1 | 2, // the radio buttons' values
  sameAsCheckoutDetails: values.sameAsCheckoutDetails,
});
