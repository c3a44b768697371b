import type { FieldErrors, FieldValues } from 'react-hook-form';
import { addressLabels } from '#addresses/field/address-values.ts';
import { type FieldFault, withoutRepeatedLabel } from '#ui/form/field-fault.ts';

export const labels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  ...addressLabels,
  companyName: 'Company name',
  abn: 'ABN',
  purchaseOrder: 'PO number',
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
    const message = (errors as Record<string, { message?: unknown } | undefined>)[field]?.message; // no field is nested
    return typeof message === 'string'
      ? [withoutRepeatedLabel(labels[field] ?? field, { id: `${part}-${field}`, message })]
      : [];
  });
}
