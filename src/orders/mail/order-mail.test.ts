import { describe, expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { type OrderMail, orderMail } from './order-mail.ts';

const order: OrderMail = {
  open: null,
  company: {
    name: 'Spruce',
    url: 'https://spruce.example.com.au',
    email: 'hello@example.com.au',
    phone: '0255501234',
    address: '12 Sample Street, Marrickville NSW 2204',
    hours: 'Monday to Friday, 7 am to 6 pm',
  },
  firstName: 'Kim',
  orderNumber: 'SO-100042',
  placedAt: new Date('2026-11-20T22:05:00Z'),
  orderUrl: 'https://spruce.example.com.au/shopping/order/1?key=a&b=c',
  lines: [
    {
      name: 'Glass & mirror <cleaner>',
      label: '5 L',
      code: 'GMC-5',
      quantity: 2,
      price: cents(2390),
    },
    { name: 'Flat mop', label: '', code: 'MOP-1', quantity: 1, price: cents(1245) },
  ],
  subTotal: cents(6025),
  discount: cents(478),
  promoCode: 'SPRING10',
  shippingFee: cents(1250),
  total: cents(6797),
  totalIncludedGst: cents(618),
  payment: { brand: 'Visa', lastFour: '4242' },
  delivery: { isPickup: false, name: 'Kim Lee', address: '3/9 Test Road, Newtown NSW 2042', mobile: '0499999999' },
  deliveryText: 'Two to five days.',
  invoice: { number: 'INV-100040', title: 'Tax Invoice' },
};

describe('the mail of an order', () => {
  const mail = orderMail(order);

  test('has the order number in its subject', () => {
    expect(mail.subject).toBe('Your Spruce order SO-100042');
    expect(mail.replyTo).toBe('hello@example.com.au');
  });

  test.each(['html', 'text'] as const)('lists in %s items, prices and delivery', (kind) => {
    for (const fact of [
      'Thank you, Kim.',
      'SO-100042',
      '21/11/2026, 9:05 am',
      '5 L · GMC-5 · 2 × $23.90',
      '$47.80',
      'Discount (SPRING10)',
      '-$4.78',
      'Standard Delivery',
      '$12.50',
      '$67.97',
      'Includes GST of $6.18',
      '$67.97 paid with Visa ending in 4242',
      '3/9 Test Road, Newtown NSW 2042',
      '0499 999 999',
      'call (02) 5550 1234',
      'Tax Invoice INV-100040 is attached',
    ]) {
      expect(mail[kind]).toContain(fact);
    }
  });

  test('escapes user input in HTML only', () => {
    expect(mail.html).toContain('Glass &amp; mirror &lt;cleaner&gt;');
    expect(mail.html).toContain('order/1?key=a&amp;b=c');
    expect(mail.text).toContain('Glass & mirror <cleaner>');
    expect(mail.text).toContain('View your order: https://spruce.example.com.au/shopping/order/1?key=a&b=c');
  });

  test('loads no external resources', () => {
    expect(mail.html).not.toMatch(/src="(?!cid:)|url\(|@import|<link/);
  });
});

/** The text as it was before buyers could give a company, an ABN or a reference. */
const plainText = [
  'Thank you, Kim.',
  '',
  'We received your order SO-100042 on 21/11/2026, 9:05 am. We will write to you when it is on its way.',
  '',
  'Flat mop',
  '  MOP-1 · 1 × $12.45',
  '  $12.45',
  '',
  'Subtotal: $12.45',
  'Standard Delivery: $12.50',
  'Total: $24.95',
  'Includes GST of $2.27',
  '$24.95 paid with Visa ending in 4242',
  '',
  'View your order: https://spruce.example.com.au/shopping/order/1?key=a',
  '',
  'Deliver to:',
  'Kim Lee',
  '3/9 Test Road, Newtown NSW 2042',
  '0499 999 999',
  'Two to five days.',
  '',
  "Tax Invoice INV-100040 is attached as a PDF. You can also find it on your order's page.",
  '',
  'Something not right? Reply to this e-mail or call (02) 5550 1234, and have your order number ready.',
  '',
  '-- ',
  'Spruce',
  '12 Sample Street, Marrickville NSW 2204',
  '(02) 5550 1234  hello@example.com.au',
  'https://spruce.example.com.au',
  '',
  'You are receiving this e-mail because you placed order SO-100042 at Spruce.',
  '',
];

test('company, ABN and reference have no line if they are empty', () => {
  const { text } = orderMail({
    ...order,
    lines: [{ name: 'Flat mop', label: '', code: 'MOP-1', quantity: 1, price: cents(1245) }],
    orderUrl: 'https://spruce.example.com.au/shopping/order/1?key=a',
    subTotal: cents(1245),
    discount: cents(0),
    promoCode: null,
    total: cents(2495),
    totalIncludedGst: cents(227),
  });
  expect(text.split('\n')).toEqual(plainText);
});

test('the mail of a pick-up order of $0 says that there is nothing to pay and where to pick it up', () => {
  const { text } = orderMail({
    ...order,
    discount: order.subTotal,
    shippingFee: cents(0),
    total: cents(0),
    totalIncludedGst: cents(0),
    payment: null,
    invoice: null,
    delivery: { ...order.delivery, isPickup: true, address: '12 Sample Street, Marrickville NSW 2204' },
  });
  expect(text).toContain('In Store Pickup: Free');
  expect(text).toContain('Nothing to pay');
  expect(text).toContain('Pick up from:\nSpruce\n12 Sample Street');
  expect(text).not.toContain('attached');
});
