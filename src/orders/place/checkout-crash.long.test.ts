import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { checkoutOf, type CheckoutResponse } from '../../../test/buyer.ts';
import { freshDatabase } from '../../../test/database.ts';
import { makeProduct } from '../../../test/make.ts';
import { shopProcess } from '../../../test/own-shop.ts';
import { discrepanciesOf, noDiscrepancies, onHandOf } from '../../../test/shop-state.ts';
import { isLong } from '../../../test/long.ts';

const kills = isLong ? 25 : 2;
const buyers = 8;
const stock = 1_000_000;

const { db, connection } = await freshDatabase();
const shop = await shopProcess(connection);
afterAll(() => shop.end());

interface Bought {
  key: string;
  answer: CheckoutResponse;
}

const cards = ['4242424242424242', '4242424242424242', '4242424242424242', '4000000000000002', '4000002500003155'];

/** The response to one request; undefined if the connection broke or the order is not decided yet. */
async function ask(key: string, body: object): Promise<CheckoutResponse | undefined> {
  const answer = await fetch(`${shop.address}/v1/shopping-checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })
    .then(async (response) => ({ status: response.status, body: (await response.json()) as CheckoutResponse })) // the API's response
    .catch(() => undefined);
  if (!answer) return undefined;
  if (answer.status === 502 || answer.status === 503) return undefined; // it is starting, or has too much to do
  expect([200, 201]).toContain(answer.status);
  return answer.body.isPending ? undefined : answer.body;
}

test(`kill -9 under load, ${kills} times: no order is lost, nothing is charged twice and nothing without an order`, async () => {
  const product = await makeProduct(db, { onHand: stock, price: 10 });
  const bought: Bought[] = [];
  let isOpen = true;
  // Each buyer repeats the request with the same key until it is decided, as the page does.
  const shopping = Array.from({ length: buyers }, async (_, n) => {
    for (let order = 0; isOpen; order++) {
      const key = newId();
      const body = checkoutOf([{ product }], { cardNumber: cards[(n + order) % cards.length] });
      for (;;) {
        const answer = await ask(key, body);
        if (answer) bought.push({ key, answer });
        if (answer) break;
        await sleep(20);
      }
    }
  });
  const all = Promise.all(shopping);
  for (let killed = 0; killed < kills; killed++) {
    await shop.start();
    const before = bought.length;
    while (bought.length < before + 10) await Promise.race([sleep(5), all]); // fails if a buyer has failed
    await sleep((killed * 67) % 200); // at another moment each time
    await shop.kill();
  }
  isOpen = false;
  await shop.start(11_000); // settles at once the orders that the last kill interrupted
  await all;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline && (await waiting()) > 0; ) await sleep(100);

  const placed = bought.filter(({ answer }) => answer.status === 0);
  expect(placed.length).toBeGreaterThan(kills * 5);
  const { rows } = await sql<{ key: string; number: string }>`
    select a.key, o.number from orders o join checkout_attempts a on a.order_id = o.id where o.payment = 'paid'`.execute(
    db,
  );
  const numbers = new Map(rows.map(({ key, number }) => [key, number]));
  for (const { key, answer } of placed) expect(numbers.get(key)).toBe(answer.orderNumber);
  expect(await discrepanciesOf(db, product)).toEqual(noDiscrepancies);
  const { onHand, ledger } = await onHandOf(db, product);
  expect([onHand, ledger]).toEqual([stock - rows.length, stock - rows.length]);
});

async function waiting(): Promise<number> {
  return (await db.selectFrom('orders').select('id').where('payment', '=', 'awaiting').execute()).length;
}
