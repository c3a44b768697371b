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
} from './payment.ts';

/** What the contract's card numbers do (section 5); every other number that holds its check digit pays. */
const outcomes: Record<string, string> = {
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000119': 'processing_error',
};

/** What becomes of the refunds of a card that pays; those of others are paid. */
const refundOutcomes: Record<string, RefundBehaviour> = {
  '4000000000005126': 'refused',
  '4000000000007726': 'refused once',
  '4000000000003220': 'unanswered once',
};
type RefundBehaviour = 'refunded' | 'refused' | 'refused once' | 'unanswered once';

/** Pays, but its first answer is lost. */
const unansweredOnce = '4000002500003155';

interface Row {
  outcome: string;
  reference: string;
  brand: string;
  lastFour: string;
  isNew: boolean;
}

type TestDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * The provider 'test': no money moves. Like a real one it remembers a key for ever, in a table of its own that orders never
 * read: whatever is asked of a key twice gets what the first did.
 */
export function testPayments(deps: TestDeps): Payments {
  return {
    provider: 'test',
    publishableKey: null,
    async charge(charge, means) {
      if (means.kind !== 'card') return declined('invalid_number');
      const row = await enter(deps, charge, { outcome: outcomes[means.number] ?? 'paid', number: means.number });
      return row.isNew && means.number === unansweredOnce ? { kind: 'unanswered' } : outcomeOf(row);
    },
    readCharge: (charge) => ask(deps, charge),
    cancel: async (charge) => outcomeOf(await enter(deps, charge, { outcome: 'withdrawn', number: '' })),
    refund: (refund) => payBack(deps, refund),
    readRefund: async ({ key }) => ({ kind: (await isPaidBack(deps, key)) ? 'refunded' : 'unknown' }),
  };
}

/** Writes the charge unless its key is known; answers what is then on record. */
async function enter(
  { db, clock }: TestDeps,
  { key, amount }: Charge,
  { outcome, number }: { outcome: string; number: string },
): Promise<Row> {
  const reference = `test_${newId()}`;
  const { rows } = await sql<Row>`
    insert into test_charges as c (key, reference, amount_cents, outcome, card_brand, card_last4, refund_outcome, created_at)
    values (${key}, ${reference}, ${amount}, ${outcome}, ${brandOf(number)}, ${number.slice(-4)},
      ${refundOutcomes[number] ?? 'refunded'}, ${clock.now()})
    on conflict (key) do update set asked = c.asked + 1
    returning outcome, reference, card_brand as brand, card_last4 as "lastFour", reference = ${reference} as "isNew"`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('A charge was neither entered nor found.');
  return row;
}

async function ask({ db }: TestDeps, { key }: Charge): Promise<ChargeState> {
  const row = await db
    .updateTable('test_charges')
    .set(({ eb }) => ({ asked: eb('asked', '+', 1) }))
    .where('key', '=', key)
    .returning(['outcome', 'reference', 'card_brand as brand', 'card_last4 as lastFour'])
    .executeTakeFirst();
  return row ? outcomeOf(row) : { kind: 'unknown' };
}

/** Pays back once for each key, and never more than was charged; some cards fail first or always. */
async function payBack(deps: TestDeps, { key, reference, amount }: Refund): Promise<RefundResult> {
  const { db } = deps;
  const { behaviour, asked } = await noteAsking(deps, reference);
  if (behaviour === 'refused' || (behaviour === 'refused once' && asked === 1)) return refusedRefund(null);
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
  if (behaviour === 'unanswered once' && asked === 1) return { kind: 'unanswered' };
  return (await isPaidBack(deps, key)) ? { kind: 'refunded' } : refusedRefund(null);
}

async function noteAsking({ db }: TestDeps, reference: string): Promise<{ behaviour: string; asked: number }> {
  const row = await db
    .updateTable('test_charges')
    .set((eb) => ({ refunds_asked: eb('refunds_asked', '+', 1) }))
    .where('reference', '=', reference)
    .returning(['refund_outcome as behaviour', 'refunds_asked as asked'])
    .executeTakeFirst();
  return row ?? { behaviour: 'refused', asked: 1 };
}

async function isPaidBack({ db }: TestDeps, key: string): Promise<boolean> {
  return Boolean(await db.selectFrom('test_refunds').select('key').where('key', '=', key).executeTakeFirst());
}

function outcomeOf({ outcome, reference, brand, lastFour }: Omit<Row, 'isNew'>): ChargeResult {
  if (outcome !== 'paid') return declined(outcome);
  return { kind: 'paid', reference, card: { brand, lastFour } };
}
