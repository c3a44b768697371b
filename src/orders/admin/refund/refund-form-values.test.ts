import { expect, test } from 'vitest';
import { bodyOf, emptyRefund, type Refundable } from './refund-form-values.ts';

const line = (orderItemId: string, refundable: number) => ({ orderItemId, refundable, quantity: 3, returned: 0 });
const left = {
  amount: 45.5,
  shippingFee: 12.5,
  lines: [line('one', 2), line('gone', 0)],
} as unknown as Refundable; // the fields that the body uses

test('a refund of everything returns goods to stock only if requested', () => {
  const values = { ...emptyRefund(left), reason: 'Damaged' };
  expect(bodyOf(left, values)).toEqual({ reason: 'Damaged' });
  expect(bodyOf(left, { ...values, restock: false })).toEqual({
    reason: 'Damaged',
    amount: 45.5,
    refundShipping: true,
    lines: [{ orderItemId: 'one', quantity: 2, restock: false }],
  });
  const free = { ...left, amount: 0, shippingFee: 0 };
  expect(bodyOf(free, { ...values, restock: false })).toEqual({
    reason: 'Damaged',
    lines: [{ orderItemId: 'one', quantity: 2, restock: false }],
  });
});
