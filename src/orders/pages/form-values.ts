import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** The fields of somebody at an address, as both forms hold them while they are typed. */
export const recipientFields = [
  'firstName',
  'lastName',
  'email',
  'mobile',
  'unitNumber',
  'streetNumber',
  'streetName',
  'city',
  'state',
  'postcode',
] as const;
export type RecipientField = (typeof recipientFields)[number];
export type RecipientValues = Record<RecipientField, string>;

export type BillingValues = RecipientValues & {
  registerAccount: boolean;
  password: string;
  confirmPassword: string;
};

export type ShippingValues = RecipientValues & { shippingMethod: string; sameAsCheckoutDetails: boolean };

export const billingFields = [...recipientFields, 'password', 'confirmPassword'] as const;
export const shippingFields = ['shippingMethod', ...recipientFields] as const;
export const cardFields = ['cardNumber', 'expiryDate', 'cvc'] as const;
export type CardValues = Record<(typeof cardFields)[number], string>;

const nobody: RecipientValues = {
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

export const emptyBilling: BillingValues = { ...nobody, registerAccount: false, password: '', confirmPassword: '' };
/** Standard Delivery to the buyer's own address (contract, section 5). */
export const emptyShipping: ShippingValues = { ...nobody, shippingMethod: '2', sameAsCheckoutDetails: true };
export const emptyCard: CardValues = { cardNumber: '', expiryDate: '', cvc: '' };

export const recipientOf = (values: RecipientValues): RecipientValues => {
  const picked = { ...nobody };
  for (const field of recipientFields) picked[field] = values[field];
  return picked;
};

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
  ...(values.sameAsCheckoutDetails ? recipientOf(billing) : recipientOf(values)),
  shippingMethod: Number(values.shippingMethod) as 1 | 2, // the radio buttons' values
  sameAsCheckoutDetails: values.sameAsCheckoutDetails,
});

/** `14 Illawarra Road` or `4/27 Wharf Lane` in one field, as browsers fill it: unit, number and name. */
export function splitStreet(
  text: string,
): { unitNumber?: string; streetNumber: string; streetName: string } | undefined {
  const found = /^(?:(?:unit\s+)?(\w+)\s*[/,]\s*)?(\d+\w?(?:-\d+\w?)?)\s+(\D.*)$/i.exec(text.trim());
  if (!found?.[2] || !found[3]) return undefined;
  const rest = { streetNumber: found[2], streetName: found[3] };
  return found[1] === undefined ? rest : { unitNumber: found[1], ...rest };
}
