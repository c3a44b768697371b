import type { BrowserContext } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import type { CheckoutResponse } from '../test/buyer.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { address } from './place.ts';
import { goods } from './shopper.ts';

/** An order on account by a new person of a new account, whose name is returned. */
export async function orderOnAccount(
  context: BrowserContext,
  { db }: OpenDb,
): Promise<{ name: string; orderId: string }> {
  const name = `Example Towers ${newId().slice(-6)}`;
  const account = await makeTradeAccount(db, { name, creditLimit: 10_000, sites: ['Tower One'] });
  const email = await signInAs(context, { db } as OpenDb, 'customer'); // it needs the database only
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await makeTradeMember(db, account.id, { user, role: 'administrator' });
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('url', '=', goods.disinfectant.url)
    .executeTakeFirstOrThrow();
  const answer = await context.request.post('/v1/shopping-checkouts', {
    headers: { 'idempotency-key': newId(), origin: address },
    data: {
      userId: null,
      ipAddress: '',
      billingInfo: {
        firstName: 'Mei',
        lastName: 'Tanaka',
        email,
        mobile: '0491 570 156',
        unitNumber: '',
        streetNumber: '14',
        streetName: 'Illawarra Road',
        city: 'Marrickville',
        state: 'NSW',
        postcode: '2204',
      },
      shippingInfo: { shippingMethod: 1 },
      cartItems: [{ id, variationItemId: null, qty: 2 }],
      trade: { siteId: account.siteIds[0], isOnAccount: true },
    },
  });
  const { orderId } = (await answer.json()) as CheckoutResponse; // the test reads what it sent above
  if (orderId === null) throw new Error(await answer.text());
  return { name, orderId };
}
