import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { addressLabels, addressNames } from '#addresses/field/address-values.ts';
import { type FieldFault, withoutRepeatedLabel } from '#ui/form/error-fault.ts';
import type { RecipientValues } from './form-values.ts';
import type { RecipientForm } from './recipient-fields.tsx';

const labels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  ...addressLabels,
  companyName: 'Company name',
  abn: 'ABN',
  purchaseOrder: 'Order reference',
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
      ? [withoutRepeatedLabel(labels[field] ?? field, { id: `${part}-${field}`, message })]
      : [];
  });
}

/** Adapts a form to the recipient's fields, which both forms have. */
export function recipientForm<V extends RecipientValues>(
  form: UseFormReturn<V>,
  { values, restored }: { values: V; restored: boolean },
): RecipientForm {
  const shared = form as unknown as UseFormReturn<RecipientValues>; // V has every field of it, as a string
  const { errors, submitCount } = shared.formState;
  return {
    register: shared.register,
    control: shared.control,
    errors,
    values,
    attempt: submitCount,
    restored: String(restored),
    change: (parts) => {
      for (const name of addressNames) {
        const value = parts[name];
        if (value === undefined) continue;
        shared.setValue(name, value, {
          shouldDirty: true,
          shouldValidate: submitCount > 0 || errors[name] !== undefined,
        });
      }
    },
    check: (name) => void shared.trigger(name),
  };
}
