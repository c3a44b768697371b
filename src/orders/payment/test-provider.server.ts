import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import { newId } from '#lib/uuid.ts';
import { brandOf } from './card-brand.ts';
import {
  type ChargeState,
  type Charge,
  declined,
  type ChargeResult,
  type Payments,
  type Refund,
  type RefundResult,
  refusedRefund,
} from './payment-provider.ts';

/** The results for the test card numbers; a payment with any other number that has a valid check digit succeeds. */
const outcomes: Record<string, string> = {
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000119': 'processing_error',
};

/** How refunds to these cards behave; refunds to all other cards succeed. */
const refundOutcomes: Record<string, RefundBehaviour> = {
  '4000000000005126': 'refused',
  '4000000000007726': 'refused once',
  '4000000000003220': 'unanswered once',
};
type RefundBehaviour = 'refunded' | 'refused' | 'refused once' | 'unanswered once';

/** A payment with this card succeeds, but the response to the first request is lost. */
const cardWithLostResponse = '4000002500003155';

interface ChargeRow {
  outcome: string;
  reference: string;
  brand: string;
  lastFour: string;
  isNew: boolean;
}

type TestDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * The provider 'test', with which no money moves. Like a real provider it remembers the result for each key and repeats
 * it; it has tables of its own, which orders never read.
 */
export function testPayments(deps: TestDeps): Payments {
  return {
    provider: 'test',
    publishableKey: null,
    async charge(charge, method) {
      if (method.kind !== 'card') return declined('invalid_number');
      const row = await recordCharge(deps, charge, {
        outcome: outcomes[method.number] ?? 'paid',
        number: method.number,
      });
      return row.isNew && method.number === cardWithLostResponse ? { kind: 'noResponse' } : outcomeOf(row);
    },
    readCharge: (charge) => readRecorded(deps, charge),
    cancel: async (charge) => outcomeOf(await recordCharge(deps, charge, { outcome: 'withdrawn', number: '' })),
    refund: (refund) => payBack(deps, refund),
    readRefund: async ({ key }) => ({ kind: (await isPaidBack(deps, key)) ? 'refunded' : 'unknown' }),
  };
}

/** Stores the charge unless its key exists; returns the stored row. */
async function recordCharge(
  { db, clock }: TestDeps,
  { key, amount }: Charge,
  { outcome, number }: { outcome: string; number: string },
): Promise<ChargeRow> {
  const reference = `test_${newId()}`;
  const { rows } = await sql<ChargeRow>`
    insert into test_charges as c (key, reference, amount_cents, outcome, card_brand, card_last4, refund_outcome, created_at)
    values (${key}, ${reference}, ${amount}, ${outcome}, ${brandOf(number)}, ${number.slice(-4)},
      ${refundOutcomes[number] ?? 'refunded'}, ${clock.now()})
    on conflict (key) do update set asked = c.asked + 1
    returning outcome, reference, card_brand as brand, card_last4 as "lastFour", reference = ${reference} as "isNew"`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('A charge was neither inserted nor found.');
  return row;
}

async function readRecorded({ db }: TestDeps, { key }: Charge): Promise<ChargeState> {
  const row = await db
    .updateTable('test_charges')
    .set(({ eb }) => ({ asked: eb('asked', '+', 1) }))
    .where('key', '=', key)
    .returning(['outcome', 'reference', 'card_brand as brand', 'card_last4 as lastFour'])
    .executeTakeFirst();
  return row ? outcomeOf(row) : { kind: 'unknown' };
}

/** Refunds once for each key, and never more than was charged; for some cards, the first request or every request fails. */
async function payBack(deps: TestDeps, { key, reference, amount }: Refund): Promise<RefundResult> {
  const { db } = deps;
  const { behaviour, attempts } = await countRefundRequest(deps, reference);
  if (behaviour === 'refused' || (behaviour === 'refused once' && attempts === 1)) return refusedRefund(null);
  await sql`
    with charge as (
      select reference from test_charges where reference = ${reference} and outcome = 'paid'
        and amount_cents - refunded_cents >= ${amount} for update
    ), entered as (
      insert into test_refunds (key, reference, amount_cents) select ${key}, reference, ${amount} from charge
      on conflict do nothing returning reference, amount_cents
    )
    update test_charges c set refunded_cents = c.refunded_cents + e.amount_cents
    from entered e where c.reference = e.reference`.execute(db);
  if (behaviour === 'unanswered once' && attempts === 1) return { kind: 'noResponse' };
  return (await isPaidBack(deps, key)) ? { kind: 'refunded' } : refusedRefund(null);
}

async function countRefundRequest(
  { db }: TestDeps,
  reference: string,
): Promise<{ behaviour: string; attempts: number }> {
  const row = await db
    .updateTable('test_charges')
    .set((eb) => ({ refunds_asked: eb('refunds_asked', '+', 1) }))
    .where('reference', '=', reference)
    .returning(['refund_outcome as behaviour', 'refunds_asked as attempts'])
    .executeTakeFirst();
  return row ?? { behaviour: 'refused', attempts: 1 };
}

async function isPaidBack({ db }: TestDeps, key: string): Promise<boolean> {
  return Boolean(await db.selectFrom('test_refunds').select('key').where('key', '=', key).executeTakeFirst());
}

function outcomeOf({ outcome, reference, brand, lastFour }: Omit<ChargeRow, 'isNew'>): ChargeResult {
  if (outcome !== 'paid') return declined(outcome);
  return { kind: 'paid', reference, card: { brand, lastFour } };
}
