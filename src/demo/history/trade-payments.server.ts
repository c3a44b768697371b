import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { cents, type Cents, sum } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { accountReference } from '#trade/credit/payment-reference.ts';
import { recordPayment } from '#trade/ledger/post-entries.server.ts';
import { by, type TradeCustomer, type World } from './world.server.ts';

/** Accounts pay about once a month. */
const paysEvery = 0.07;

/** Plans when an account pays: the invoices that are old enough once a month, and perhaps a half of one. */
export function planPayments(world: World, customer: TradeCustomer): void {
  const { timeline, orders } = world;
  for (let share = customer.since + paysEvery; share < customer.paysUntil; share += paysEvery)
    timeline.at(share * orders, () => {
      const until = timeline.now() - customer.paysAfter * orders;
      const due = customer.unpaid.filter(({ place }) => place <= until);
      customer.unpaid = customer.unpaid.filter(({ place }) => place > until);
      return pay(world, customer, { orders: due, part: 1 });
    });
  if (customer.partPaidAt !== undefined)
    timeline.at(customer.partPaidAt * orders, () =>
      pay(world, customer, { orders: customer.unpaid.slice(0, 1), part: 0.5 }),
    );
}

/** Records a transfer for a part of what is open of some orders' invoices. */
async function pay(
  world: World,
  { id: accountId, number }: TradeCustomer,
  { orders, part }: { orders: TradeCustomer['unpaid']; part: number },
): Promise<void> {
  const { deps } = world;
  const { rows } = await sql<{ entryId: string; open: Cents }>`
    select o.entry_id as "entryId", o.open_cents as open from open_entries o join account_entries e on e.id = o.entry_id
    where e.order_id = any(${orders.map(({ orderId }) => orderId)}::uuid[]) and e.kind = 'invoice' order by e.id`.execute(
    deps.db,
  );
  if (rows.length === 0) return; // all refunded
  const now = deps.clock.now();
  const allocations = rows.map(({ entryId, open }) => ({ entryId, amount: cents(Math.ceil(open * part)) }));
  const amount = sum(allocations.map((one) => one.amount));
  const payment = { accountId, id: newId(now.getTime()), amount, onDay: dayOf(now), allocations };
  await recordPayment(
    deps,
    { ...payment, reference: accountReference(number), note: part < 1 ? 'The rest next month' : '' },
    by(world, 'orders'),
  );
}
