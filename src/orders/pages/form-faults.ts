import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import type { FieldFault } from '#ui/error-summary.tsx';
import type { RecipientValues } from './form-values.ts';
import type { RecipientForm } from './recipient-fields.tsx';

/** Field names as a reader knows them, for the summary. */
const labels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  unitNumber: 'Unit number',
  streetNumber: 'Street number',
  streetName: 'Street name',
  city: 'City',
  state: 'State',
  postcode: 'Post code',
  password: 'Password',
  confirmPassword: 'Confirm password',
  shippingMethod: 'Delivery method',
  cardNumber: 'Card number',
  expiryDate: 'Expiry date',
  cvc: 'CVC',
};

/** A form's errors in the order of its fields; ids are `billing-email` and so on. */
export function faultsOf<V extends FieldValues>(
  errors: FieldErrors<V>,
  part: string,
  fields: readonly string[],
): FieldFault[] {
  return fields.flatMap((field) => {
    const message = (errors as Record<string, { message?: unknown } | undefined>)[field]?.message; // flat forms
    return typeof message === 'string'
      ? [{ id: `${part}-${field}`, message: `${labels[field] ?? field}: ${message}` }]
      : [];
  });
}

/** The part of a form that the recipient's fields work on: both forms have these fields, and more. */
export function recipientForm<V extends RecipientValues>(form: UseFormReturn<V>): RecipientForm {
  const shared = form as unknown as UseFormReturn<RecipientValues>; // V has every field of it, as a string
  return {
    register: shared.register,
    control: shared.control,
    errors: shared.formState.errors,
    getValues: shared.getValues,
    setValue: (field, value) => shared.setValue(field, value, { shouldDirty: true, shouldValidate: true }),
  };
}
