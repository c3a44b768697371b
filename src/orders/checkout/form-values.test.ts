import { expect, test } from 'vitest';
import { billingForm, shippingForm } from '../checkout-form.ts';
import {
  type BillingValues,
  billingBody,
  emptyBilling,
  emptyShipping,
  resolverOf,
  shippingBody,
} from './form-values.ts';

const mei: BillingValues = {
  ...emptyBilling,
  firstName: 'Mei',
  lastName: 'Tanaka',
  email: 'mei.tanaka@example.com.au',
  mobile: '0491 570 156',
  streetNumber: '14',
  streetName: 'Illawarra Road',
  city: 'Marrickville',
  state: 'NSW',
  postcode: '2204',
};

const options = { fields: {}, shouldUseNativeValidation: false };
const checkBilling = async (values: BillingValues) => {
  const { errors } = await resolverOf<BillingValues>(
    async () => billingForm,
    (form) => form,
  )(values, {}, options);
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('an empty form has an error for each required field', async () => {
  expect(await checkBilling(emptyBilling)).toEqual({
    firstName: 'This field is required.',
    lastName: 'This field is required.',
    email: 'This field is required.',
    mobile: 'This field is required.',
    streetNumber: 'Street number is required.',
    streetName: 'Street name is required.',
    city: 'City is required.',
    state: 'State is required.',
    postcode: 'Post code is required.',
  });
});

test('complete values are valid; registering requires the password twice', async () => {
  expect(await checkBilling(mei)).toEqual({});
  expect(await checkBilling({ ...mei, registerAccount: true, password: 'spruce-2026' })).toEqual({
    confirmPassword: 'Passwords must match',
  });
});

test('only a delivery to another recipient requires an address', () => {
  const parse = (values: typeof emptyShipping) => shippingForm.safeParse(shippingBody(values, mei)).success;
  expect(parse(emptyShipping)).toBe(true);
  expect(parse({ ...emptyShipping, sameAsCheckoutDetails: false })).toBe(false);
  expect(parse({ ...emptyShipping, sameAsCheckoutDetails: false, shippingMethod: '1' })).toBe(true);
});

test('the sent body has the address on one line and the business details as typed', () => {
  const typed = { ...mei, companyName: 'Harbour Kitchens', abn: '53 004 085 616', purchaseOrder: 'PO-4711' };
  expect(billingBody(typed)).toMatchObject({
    fullAddress: '14 Illawarra Road, Marrickville NSW 2204',
    companyName: 'Harbour Kitchens',
    abn: '53 004 085 616',
    purchaseOrder: 'PO-4711',
  });
  expect(shippingBody(emptyShipping, mei)).toMatchObject({ fullAddress: '14 Illawarra Road, Marrickville NSW 2204' });
});
