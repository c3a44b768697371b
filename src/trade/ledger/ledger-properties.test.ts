import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays, type Day, dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut } from '../../../test/buyer.ts';
import { isLong } from '../../../test/long.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { placeOnly } from '../../../test/place-only.ts';
import { orderDeskOf } from '../../../test/sold.ts';
import { makeTradeBuyer, onAccountCheckout, signInAgain, type TradeBuyer } from '../../../test/trade-buyer.ts';
import { releaseOrder } from '#orders/place/confirm-or-release-order.server.ts';
import { settleWaitingOrders } from '#orders/place/settle-waiting-orders.server.ts';
import { readStatement } from './statement.server.ts';
import { rebuildExposure } from './rebuild-exposure.server.ts';

const runs = Number(process.env['SPRUCE_RUNS'] ?? (isLong ? 10_000 : 40));

const shop = await testApp();
const { db, clock } = shop.deps;
const prices = [0.05, 33.33, 250];
const goods = await Promise.all(prices.map((price) => makeProduct(db, { price, onHand: 2_000_000_000 / 1000 })));
const productOf = (place: number) => goods[place] as (typeof goods)[0]; // the index is within range
const clerk = await makeAdministrator(shop.deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });

const part = fc.integer({ min: 1, max: 130 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      product: fc.nat(2),
      qty: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('placeOnly' as const), product: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('confirm' as const, 'release' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pay' as const), part, isAllocated: fc.boolean(), ago: fc.nat(40) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('allocate' as const), of: fc.nat(5), to: fc.nat(5), part }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), of: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('oldestFirst' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), of: fc.nat(5), part }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('writeOff' as const), of: fc.nat(5), part }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('payBack' as const), part }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Run {
  buyer: TradeBuyer;
  limit: number;
  begun: Day;
  waiting: string[];
  /** Credit was paid back to the customer or a write-off taken back, by which a named clerk may pass the limit. */
  isOverridden: boolean;
  /** Statements of closed months, as they were when first read. */
  closed: Map<Day, string>;
}

interface StoredEntry {
  id: string;
  kind: string;
  onDay: Day;
  dueDay: Day;
  cents: number;
  orderId: string | null;
}
interface StoredAllocation {
  creditId: string;
  debitId: string;
  cents: number;
  onDay: Day;
}

const today = (): Day => dayOf(clock.now());
const portion = (amount: number, percent: number): number => Math.max(1, Math.round((amount * percent) / 100));

async function ledgerOf({ buyer }: Run) {
  const id = buyer.account.id;
  const entries =
    await sql<StoredEntry>`select id, kind, on_day as "onDay", coalesce(due_day, on_day) as "dueDay", cents,
    order_id as "orderId" from account_entries where account_id = ${id} order by on_day, id`.execute(db);
  const allocations =
    await sql<StoredAllocation>`select a.credit_id as "creditId", a.debit_id as "debitId", a.cents, a.on_day as "onDay"
    from allocations a join account_entries e on e.id = a.credit_id where e.account_id = ${id}`.execute(db);
  return { entries: entries.rows, allocations: allocations.rows };
}
type Ledger = Awaited<ReturnType<typeof ledgerOf>>;

/** What is open of an entry at the end of a day, from the entries and allocations alone. */
function openAt({ entries, allocations }: Ledger, at: Day): (StoredEntry & { open: number })[] {
  return entries
    .filter(({ onDay }) => onDay <= at)
    .map((entry) => {
      const own = allocations.filter(
        (one) => one.onDay <= at && (one.creditId === entry.id || one.debitId === entry.id),
      );
      const allocated = own.reduce((sum, one) => sum + one.cents, 0);
      return { ...entry, open: entry.cents > 0 ? entry.cents - allocated : entry.cents + allocated };
    });
}

/** The ageing, counted in the plainest way. */
function ageingAt(ledger: Ledger, at: Day) {
  const ageing = { notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0, credit: 0, balance: 0 };
  for (const { cents, open, dueDay } of openAt(ledger, at)) {
    if (cents > 0) expect(open).toBeGreaterThanOrEqual(0);
    else expect(open).toBeLessThanOrEqual(0);
    const late = (Date.parse(at) - Date.parse(dueDay)) / 86_400_000;
    const bucket = late <= 0 ? 'notDue' : late <= 30 ? 'to30' : late <= 60 ? 'to60' : late <= 90 ? 'to90' : 'over90';
    ageing[cents > 0 ? bucket : 'credit'] += open;
    ageing.balance += open;
  }
  return ageing;
}

async function take(run: Run, one: Step): Promise<void> {
  const { buyer } = run;
  clock.advance(one.kind === 'wait' ? one.days * 86_400_000 : 60_000);
  if (one.kind === 'wait') return;
  const token = await signInAgain(shop, clerk);
  const post = (what: string, body: object) =>
    shop.ask('POST', `/v1/trade-accounts/${buyer.account.id}/${what}`, { token, body });
  const ledger = await ledgerOf(run);
  const open = openAt(ledger, today()).filter((entry) => entry.open !== 0);
  const invoices = open.filter(({ kind }) => kind === 'invoice');
  const credits = open.filter((entry) => entry.open < 0);
  if (one.kind === 'order') {
    const buying = onAccountCheckout(buyer.siteId, productOf(one.product), one.qty);
    await checkOut(shop, buying, { token: await signInAgain(shop, buyer.user) });
  } else if (one.kind === 'placeOnly') {
    const placed = await placeOnly(shop, buyer, productOf(one.product));
    if (placed !== undefined) run.waiting.push(placed);
  } else if (one.kind === 'release') {
    for (const orderId of run.waiting.splice(0)) await releaseOrder(shop.deps, orderId, 'Not wanted.');
  } else if (one.kind === 'confirm') {
    clock.advance(20_000);
    await settleWaitingOrders(shop.deps);
    run.waiting = [];
  } else if (one.kind === 'pay') {
    const owed = invoices.reduce((sum, entry) => sum + entry.open, 0);
    const onDay = addDays(today(), -one.ago);
    const body = { id: newId(), amount: portion(owed || 5_000, one.part) / 100, onDay, reference: 'EFT', note: '' };
    const { status } = await post('payments', { ...body, ...(!one.isAllocated && { allocations: [] }) });
    expect(status).toBe(onDay.slice(0, 7) === today().slice(0, 7) ? 201 : 400);
  } else if (one.kind === 'allocate') {
    const [credit, invoice] = [credits[one.of % credits.length], invoices[one.to % invoices.length]];
    if (!credit || !invoice) return;
    const amount = portion(Math.min(-credit.open, invoice.open), one.part);
    const body = { allocations: [{ creditId: credit.id, debitId: invoice.id, amount: amount / 100 }] };
    const isPossible = amount <= -credit.open && amount <= invoice.open;
    expect((await post('allocations', body)).status).toBe(isPossible ? 204 : 409);
  } else if (one.kind === 'takeBack') {
    const pair = ledger.allocations[one.of % ledger.allocations.length];
    if (!pair) return;
    const { creditId, debitId } = pair;
    const { status } = await post('allocations/take-back', { creditId, debitId });
    expect([204, 409]).toContain(status);
    // What was written off is owed again.
    if (status === 204 && ledger.entries.some(({ id, kind }) => id === creditId && kind === 'writeOff'))
      run.isOverridden = true;
  } else if (one.kind === 'oldestFirst') {
    expect((await post('allocations/oldest-first', {})).status).toBe(204);
  } else if (one.kind === 'refund') {
    const invoice = ledger.entries.filter(({ kind }) => kind === 'invoice')[one.of];
    if (!invoice?.orderId) return;
    const body = { amount: portion(invoice.cents, one.part) / 100 };
    expect([201, 409]).toContain((await orderDeskOf(shop, { ...clerk, token }).refund(invoice.orderId, body)).status);
  } else if (one.kind === 'writeOff') {
    const invoice = invoices[one.of % invoices.length];
    if (!invoice) return;
    const amount = portion(invoice.open, one.part);
    const body = { id: newId(), entryId: invoice.id, amount: amount / 100, reason: 'Will not be paid' };
    expect((await post('write-offs', body)).status).toBe(amount <= invoice.open ? 201 : 409);
  } else if (one.kind === 'payBack') {
    // What was written off is no money that could be paid back.
    const credit = -credits.filter(({ kind }) => kind !== 'writeOff').reduce((sum, entry) => sum + entry.open, 0);
    if (credit === 0) return;
    const amount = portion(credit, one.part);
    const body = { id: newId(), amount: amount / 100, onDay: today(), reference: 'EFT', note: '' };
    const isPossible = amount <= credit;
    expect((await post('pay-backs', body)).status).toBe(isPossible ? 201 : 400);
    run.isOverridden ||= isPossible;
  }
}

/** After each step: the exposure is the balance and what is not invoiced yet, and within the limit. */
async function checkExposure(run: Run): Promise<void> {
  const { rows } = await sql<{ exposure: number; balance: number; unbilled: number }>`
    select exposure_cents as exposure,
      (select coalesce(sum(cents), 0)::bigint from account_entries where account_id = a.id) as balance,
      (select coalesce(sum(o.total_cents), 0)::bigint from orders o join trade_orders t on t.order_id = o.id
        where t.account_id = a.id and t.is_on_account and o.payment = 'awaiting') as unbilled
    from trade_accounts a where id = ${run.buyer.account.id}`.execute(db);
  const { exposure = 0, balance = 0, unbilled = 0 } = rows[0] ?? {};
  expect(exposure).toBe(balance + unbilled);
  if (!run.isOverridden) expect(exposure).toBeLessThanOrEqual(run.limit);
}

/** At every month's end and every few days: balance = sum of entries = sum of the ageing; closed months stay as they were. */
async function checkDays(run: Run): Promise<void> {
  const ledger = await ledgerOf(run);
  for (let at = run.begun; at <= today(); at = addDays(at, at < addDays(today(), -10) ? 6 : 3)) {
    const first = `${at.slice(0, 7)}-01` as Day;
    const statement = await readStatement(db, run.buyer.account.id, { startDate: first, endDate: at, today: today() });
    const sum = ledger.entries.filter(({ onDay }) => onDay <= at).reduce((all, { cents }) => all + cents, 0);
    expect(statement.closing).toBe(sum);
    expect(statement.ageing).toEqual(ageingAt(ledger, at));
    expect(statement.ageing.balance).toBe(sum);
    expect(statement.opening + statement.entries.reduce((all, { amount }) => all + amount, 0)).toBe(sum);
    if (at.slice(0, 7) === today().slice(0, 7)) continue;
    const text = JSON.stringify(statement);
    expect(run.closed.get(at) ?? text).toBe(text);
    run.closed.set(at, text);
  }
}

test(`${runs} sequences of orders, payments, allocations, refunds and write-offs: ledger, ageing and exposure agree`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 14 }),
      fc.constantFrom(300, 1_000, 5_000),
      fc.constantFrom(
        { kind: 'days' as const, days: 7 },
        { kind: 'days' as const, days: 30 },
        { kind: 'endOfMonth' as const, days: 0 },
      ),
      async (steps, creditLimit, terms) => {
        clock.set('2026-03-02T01:00:00Z');
        const buyer = await makeTradeBuyer(shop, { creditLimit, terms });
        const run: Run = {
          buyer,
          limit: creditLimit * 100,
          begun: today(),
          waiting: [],
          isOverridden: false,
          closed: new Map(),
        };
        for (const one of steps) {
          await take(run, one);
          await checkExposure(run);
          if (one.kind === 'wait') await checkDays(run);
        }
        await checkDays(run);
        for (const orderId of run.waiting) await releaseOrder(shop.deps, orderId, 'The end.');
        await checkExposure(run);
      },
    ),
    { numRuns: runs, endOnFailure: true }, // a shrunk sequence would run on the accounts of others, for a long time
  );
  expect(await rebuildExposure(shop.deps)).toBe(0);
});
