import { sql } from 'kysely';
import type { Deps } from '#infra/deps.server.ts';
import { newId } from '#lib/uuid.ts';
import { brandOf } from './card-brand.ts';
import { type Asked, type Charge, declined, type Outcome, type Payments, type Refund } from './payment.ts';

/** What the contract's card numbers do (section 5); every other number that holds its check digit pays. */
const outcomes: Record<string, string> = {
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000119': 'processing_error',
};

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
    ask: (charge) => ask(deps, charge),
    withdraw: async (charge) => outcomeOf(await enter(deps, charge, { outcome: 'withdrawn', number: '' })),
    refund: (refund) => payBack(deps, refund),
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
    insert into test_charges as c (key, reference, amount_cents, outcome, card_brand, card_last4, created_at)
    values (${key}, ${reference}, ${amount}, ${outcome}, ${brandOf(number)}, ${number.slice(-4)}, ${clock.now()})
    on conflict (key) do update set asked = c.asked + 1
    returning outcome, reference, card_brand as brand, card_last4 as "lastFour", reference = ${reference} as "isNew"`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('A charge was neither entered nor found.');
  return row;
}

async function ask({ db }: TestDeps, { key }: Charge): Promise<Asked> {
  const row = await db
    .updateTable('test_charges')
    .set(({ eb }) => ({ asked: eb('asked', '+', 1) }))
    .where('key', '=', key)
    .returning(['outcome', 'reference', 'card_brand as brand', 'card_last4 as lastFour'])
    .executeTakeFirst();
  return row ? outcomeOf(row) : { kind: 'unknown' };
}

async function payBack({ db }: TestDeps, { key, reference, amount }: Refund): Promise<'refunded' | 'refused'> {
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
  const entered = await db.selectFrom('test_refunds').select('key').where('key', '=', key).executeTakeFirst();
  return entered ? 'refunded' : 'refused';
}

function outcomeOf({ outcome, reference, brand, lastFour }: Omit<Row, 'isNew'>): Outcome {
  if (outcome !== 'paid') return declined(outcome);
  return { kind: 'paid', reference, card: { brand, lastFour } };
}
