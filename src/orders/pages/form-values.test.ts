import { expect, test } from 'vitest';
import { billingForm, shippingForm } from '../checkout-form.ts';
import {
  emptyBilling,
  emptyShipping,
  resolverOf,
  shippingBody,
  splitStreet,
  type BillingValues,
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
  const { errors } = await resolverOf<BillingValues>(billingForm, (form) => form)(values, {}, options);
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('an empty form says what is required, field by field', async () => {
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

test('what a person types passes; an account wants its password twice', async () => {
  expect(await checkBilling(mei)).toEqual({});
  expect(await checkBilling({ ...mei, registerAccount: true, password: 'spruce-2026' })).toEqual({
    confirmPassword: 'Passwords must match',
  });
});

test('a delivery elsewhere wants an address, one to the buyer and a pick-up do not', () => {
  const parse = (values: typeof emptyShipping) => shippingForm.safeParse(shippingBody(values, mei)).success;
  expect(parse(emptyShipping)).toBe(true);
  expect(parse({ ...emptyShipping, sameAsCheckoutDetails: false })).toBe(false);
  expect(parse({ ...emptyShipping, sameAsCheckoutDetails: false, shippingMethod: '1' })).toBe(true);
});

test.each([
  ['14 Illawarra Road', { streetNumber: '14', streetName: 'Illawarra Road' }],
  ['4/27 Carriage Works Lane', { unitNumber: '4', streetNumber: '27', streetName: 'Carriage Works Lane' }],
  ['Unit 4, 27-29 Wharf Lane', { unitNumber: '4', streetNumber: '27-29', streetName: 'Wharf Lane' }],
  ['Illawarra Road', undefined],
  ['14', undefined],
])('%s', (text, parts) => {
  expect(splitStreet(text)).toEqual(parts);
});
