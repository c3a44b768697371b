import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { addressNames } from '#addresses/field/address-values.ts';
import { fullAddress } from '#addresses/full-address.ts';

/** The fields of somebody at an address, as both forms hold them while they are typed. */
export const recipientFields = ['firstName', 'lastName', 'email', 'mobile', ...addressNames] as const;
export type RecipientField = (typeof recipientFields)[number];
export type RecipientValues = Record<RecipientField, string>;

/** What a buyer may add for a business. */
export const businessFields = ['companyName', 'abn', 'purchaseOrder'] as const;
export type BusinessValues = Record<(typeof businessFields)[number], string>;

export type BillingValues = RecipientValues &
  BusinessValues & {
    registerAccount: boolean;
    password: string;
    confirmPassword: string;
  };

export type ShippingValues = RecipientValues & { shippingMethod: string; sameAsCheckoutDetails: boolean };

export const billingFields = [...recipientFields, ...businessFields, 'password', 'confirmPassword'] as const;
export const shippingFields = ['shippingMethod', ...recipientFields] as const;
export const cardFields = ['cardNumber', 'expiryDate', 'cvc'] as const;
export type CardValues = Record<(typeof cardFields)[number], string>;

const emptyRecipient: RecipientValues = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  unitNumber: '',
  streetNumber: '',
  streetName: '',
  city: '',
  state: '',
  postcode: '',
};

export const emptyBilling: BillingValues = {
  ...emptyRecipient,
  companyName: '',
  abn: '',
  purchaseOrder: '',
  registerAccount: false,
  password: '',
  confirmPassword: '',
};
/** Standard Delivery to the buyer's own address (contract, section 5). */
export const emptyShipping: ShippingValues = { ...emptyRecipient, shippingMethod: '2', sameAsCheckoutDetails: true };
export const emptyCard: CardValues = { cardNumber: '', expiryDate: '', cvc: '' };

export const recipientOf = (values: RecipientValues): RecipientValues => {
  const picked = { ...emptyRecipient };
  for (const field of recipientFields) picked[field] = values[field];
  return picked;
};

/** Somebody at an address as they are sent, with the address in one line. */
const withAddress = (values: RecipientValues) => ({ ...recipientOf(values), fullAddress: fullAddress(values) });

/** What the billing form says to the contract, without its passwords. */
export const billingBody = (values: BillingValues) => ({
  ...withAddress(values),
  companyName: values.companyName,
  abn: values.abn,
  purchaseOrder: values.purchaseOrder,
  registerAccount: values.registerAccount,
});

/** A form's checks are the contract's shape; what a form holds is what is sent (`toShape` turns texts into its types). */
export function resolverOf<V extends FieldValues>(shape: z.ZodType, toShape: (values: V) => unknown): Resolver<V> {
  return (values) => {
    const read = shape.safeParse(toShape(values));
    if (read.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of read.error.issues) errors[String(path[0])] ??= { type: 'invalid', message };
    return { values: {}, errors: errors as FieldErrors<V> }; // flat forms: a path is a field's name
  };
}

/** What the delivery form says to the contract: the method is a number there, and the buyer's address may stand for it. */
export const shippingBody = (values: ShippingValues, billing: RecipientValues) => ({
  ...withAddress(values.sameAsCheckoutDetails ? billing : values),
  shippingMethod: Number(values.shippingMethod) as 1 | 2, // the radio buttons' values
  sameAsCheckoutDetails: values.sameAsCheckoutDetails,
});
