import { expect, test } from 'vitest';
import {
  changedPaths,
  differencesOf,
  type SettingsOnPage,
  settingPaths,
  valueAt,
  valuesOf,
} from './settings-form-values.ts';

const stored: SettingsOnPage = {
  company: {
    name: 'Spruce',
    abn: '51824753556',
    email: 'office@example.com.au',
    officePhone: '0255501234',
    mobile: '0491570006',
    address: {
      unitNumber: '',
      streetNumber: '27',
      streetName: 'Carriage Works Lane',
      city: 'Marrickville',
      state: 'NSW',
      postcode: '2204',
    },
  },
  delivery: { fee: 12.5, freeFrom: null, times: '', dispatch: '', pickUp: '' },
  bank: { accountName: '', bsb: '', accountNumber: '', payId: '' },
  lowStockFrom: 5,
  notifications: { orders: ['a@example.com'], enquiries: [], submissions: [] },
  systemMessage: '',
  navigation: {
    faqs: false,
    login: false,
    admin: false,
    register: false,
    shopping: false,
    cart: false,
    logout: false,
  },
  webhookUrl: '',
  version: 3,
};
const values = valuesOf(stored);

test('every field has a label, and numbers are formatted', () => {
  expect(settingPaths.filter((path) => valueAt(values, path) === undefined)).toEqual([]);
  expect(values.company).toMatchObject({
    abn: '51 824 753 556',
    officePhone: '(02) 5550 1234',
    mobile: '0491 570 006',
  });
  expect(values).not.toHaveProperty('version');
});

test('differences are listed by label, with both values', () => {
  const theirs = { ...values, systemMessage: 'Closed on Monday.' };
  const mine = {
    ...theirs,
    delivery: { ...values.delivery, fee: 15, freeFrom: 200 },
    notifications: { ...values.notifications, orders: ['a@example.com', 'b@example.com'] },
  };
  expect(changedPaths(values, mine)).toEqual([
    'delivery.fee',
    'delivery.freeFrom',
    'notifications.orders',
    'systemMessage',
  ]);
  expect(differencesOf(theirs, mine)).toEqual([
    { label: 'Delivery fee', theirs: '$12.50', mine: '$15.00' },
    { label: 'Free delivery from', theirs: '–', mine: '$200.00' },
    { label: 'Order notifications', theirs: 'a@example.com', mine: 'a@example.com, b@example.com' },
  ]);
});
