import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { sweepPaymentEvents } from './old-payment-events.server.ts';

const { deps } = await testApp();
const { db, clock } = deps;

test('payment events are deleted after a year', async () => {
  const days = [0, 364, 366, 800];
  const rows = Array.from({ length: 1200 }, (_, n) => ({
    provider: 'stripe',
    event_id: `evt_${n}`,
    type: 'payment_intent.succeeded',
    received_at: new Date(clock.now().getTime() - (days[n % days.length] ?? 0) * 24 * 60 * 60_000),
  }));
  await db.insertInto('payment_events').values(rows).execute();
  expect(await sweepPaymentEvents(deps)).toBe(600);
  expect(await sweepPaymentEvents(deps)).toBe(0);
  expect((await db.selectFrom('payment_events').select('event_id').execute()).length).toBe(600);
});
