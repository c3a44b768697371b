import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, minus, shareOut, sum, times, zero } from '#lib/money.ts';
import { Problem } from '#lib/api/problem.ts';
import { planRefund, type Refundable, type RefundableLine, type RefundPlan } from './refund-plan.ts';

const lineOf = (id: string, total: number, quantity: number): RefundableLine => ({
  id,
  name: id,
  total: cents(total),
  refunded: zero,
  quantity,
  refundable: quantity,
});

const leftOf = (lines: RefundableLine[], shippingFee = 0): Refundable => {
  const paid = cents(sum(lines.map(({ total }) => total)) + shippingFee);
  return { amountPaid: paid, amount: paid, reserved: zero, shippingFee: cents(shippingFee), lines };
};

/** What can still be refunded after a plan was reserved. */
const after = (left: Refundable, plan: RefundPlan): Refundable => ({
  ...left,
  amount: minus(left.amount, plan.amount),
  shippingFee: minus(left.shippingFee, plan.shipping),
  lines: left.lines.map((line) => {
    const held = plan.lines.find(({ id }) => id === line.id);
    if (!held) return line;
    return { ...line, refundable: line.refundable - held.quantity, refunded: cents(line.refunded + held.amount) };
  }),
});

const faultsOf = (left: Refundable, asked: Parameters<typeof planRefund>[1]) => {
  try {
    planRefund(left, asked);
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, faults: error.faults, message: error.message };
  }
  throw new Error('Nothing was refused.');
};

const one = (orderItemId: string, quantity = 1) => ({ orderItemId, quantity, restock: true });

describe('by line', () => {
  test('units are refunded at the price paid for them, net of discount', () => {
    const left = leftOf([lineOf('a', 1000, 3), lineOf('b', 500, 1)], 1250);
    const plan = planRefund(left, { lines: [one('a')] });
    expect(plan).toMatchObject({ amount: 333, shipping: 0, lines: [{ id: 'a', quantity: 1, amount: 333 }] });
    expect(planRefund(after(left, plan), { lines: [one('a')] }).amount).toBe(334);
    expect(planRefund(left, { lines: [one('b')], refundShipping: true })).toMatchObject({
      amount: 1750,
      shipping: 1250,
    });
  });

  const order = fc.record({
    lines: fc.array(fc.record({ price: fc.integer({ min: 0, max: 5000 }), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    percent: fc.integer({ min: 0, max: 100 }),
    shippingFee: fc.constantFrom(0, 1250),
    picks: fc.array(fc.nat(), { maxLength: 60 }),
    withdrawn: fc.array(fc.boolean(), { maxLength: 60 }),
  });

  test('refunds of all lines and the delivery fee, in any parts and with some withdrawn, add up to the amount paid', () => {
    fc.assert(
      fc.property(order, ({ lines, percent, shippingFee, picks, withdrawn }) => {
        const totals = lines.map(({ price, quantity }) => times(cents(price), quantity));
        const off = shareOut(cents(Math.floor((sum(totals) * percent) / 100)), totals);
        const whole = leftOf(
          lines.map(({ quantity }, n) => lineOf(`${n}`, minus(totals[n] as Cents, off[n] as Cents), quantity)),
          shippingFee,
        );
        fc.pre(whole.amountPaid > 0);
        let plans: RefundPlan[] = [];
        const left = () => plans.reduce(after, whole);
        for (const [turn, pick] of picks.entries()) {
          const open = left().lines.filter(({ refundable }) => refundable > 0);
          const line = open[pick % open.length];
          if (!line || left().amount === 0) break;
          plans.push(planRefund(left(), { lines: [one(line.id, 1 + (pick % line.refundable))] }));
          if (withdrawn[turn]) plans = plans.filter((_, n) => n !== pick % plans.length);
        }
        const rest = left().lines.filter(({ refundable }) => refundable > 0);
        if (left().amount > 0 && (rest.length > 0 || shippingFee > 0)) {
          const asked = {
            ...(rest.length > 0 && { lines: rest.map(({ id, refundable }) => one(id, refundable)) }),
            ...(shippingFee > 0 && { refundShipping: true }),
          };
          plans.push(planRefund(left(), asked));
        }
        expect(sum(plans.map(({ amount }) => amount))).toBe(whole.amountPaid);
      }),
      { numRuns: 300 },
    );
  });
});

describe('as a whole', () => {
  test('everything that is left is refunded and restocked', () => {
    const left = leftOf([lineOf('a', 1000, 3), lineOf('b', 500, 1)], 1250);
    const first = planRefund(left, { amount: cents(100), lines: [one('b')] });
    expect(first).toMatchObject({ amount: 100, lines: [{ id: 'b', amount: 500 }] });
    expect(planRefund(after(left, first), {})).toEqual({
      amount: 2650,
      shipping: 1250,
      lines: [{ id: 'a', quantity: 3, isRestocked: true, amount: 1000 }],
    });
  });

  test('a refund by amount alone restocks nothing', () => {
    const left = leftOf([lineOf('a', 1000, 3)]);
    expect(planRefund(left, { amount: cents(1000) })).toEqual({ amount: 1000, shipping: 0, lines: [] });
  });
});

describe('a refund of more than is left', () => {
  const left = leftOf([lineOf('a', 1000, 3), lineOf('b', 500, 1)]);

  test('is refused with all faults at once', () => {
    expect(faultsOf(left, { amount: cents(1501), lines: [one('a', 4), one('b')], refundShipping: true })).toMatchObject(
      {
        status: 409,
        faults: [
          { path: 'amount', message: 'At most $15.00 of this order can still be refunded.' },
          { path: 'lines.0.quantity', message: 'Only 3 of a can still be refunded.' },
          { path: 'refundShipping', message: 'There is no delivery fee left to refund.' },
        ],
      },
    );
    expect(faultsOf(left, { lines: [one('other')] })).toMatchObject({
      status: 400,
      message: 'This item is not part of the order.',
    });
    const gone = after(left, planRefund(left, { lines: [one('b')] }));
    expect(faultsOf(gone, { lines: [one('b')] }).message).toBe('b has already been refunded.');
  });

  test('is refused once everything is refunded or reserved', () => {
    const done = after(left, planRefund(left, {}));
    expect(faultsOf(done, {}).message).toBe('Everything that was paid for this order has been refunded.');
    expect(faultsOf({ ...done, reserved: cents(1) }, {}).message).toMatch(
      /^The rest of this order is reserved .* Retry or cancel that refund first/,
    );
  });

  test('for an order of $0 depends on its units', () => {
    const free = leftOf([lineOf('a', 0, 2)]);
    const plan = planRefund(free, {});
    expect(plan).toMatchObject({ amount: 0, lines: [{ quantity: 2, amount: 0 }] });
    expect(faultsOf(after(free, plan), {}).status).toBe(409);
    expect(faultsOf(free, { amount: cents(1) }).message).toBe('At most $0.00 of this order can still be refunded.');
  });
});
