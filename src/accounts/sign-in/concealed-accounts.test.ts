import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { sentences } from '../sentences.ts';
import { longTest } from '../../../test/long.ts';
import { insertUser } from '../profile/write-users.server.ts';

const { ask, deps, mails } = await testApp({ environment: { CONCEAL_ACCOUNTS: 'true', RATE_LIMIT: 'on' } });
const { db, clock, jobs } = deps;

const person = { firstName: 'Mei', lastName: 'Tanaka', email: 'mei@example.com', mobile: '0491570156' };
await db.transaction().execute((tx) => insertUser(tx, { ...person, passwordHash: 'none', at: clock.now() }));

let from = 0;
const forget = (email: string, ip = `203.0.113.${++from}`) =>
  ask('PATCH', `/v1/core/accounts/${email}/password/reset/request`, { ip });

longTest('with CONCEAL_ACCOUNTS, known and unknown accounts get the same response after the same time', async () => {
  const timed = async (email: string) => {
    const begun = performance.now();
    const { status, body } = await forget(email);
    return { status, body, took: performance.now() - begun };
  };
  const fastest = { known: Infinity, unknown: Infinity }; // minimum times, because other load can only slow single responses down
  const reported = { status: 200, body: { message: sentences.resetSent } };
  const apart = () => Math.abs(fastest.known - fastest.unknown);
  // The sixth request is not mailed. On a busy machine it takes more requests until both have had an undisturbed one.
  for (let i = 0; i < 6 || (apart() >= 100 && i < 40); i++) {
    const [known, unknown] = [await timed(person.email), await timed(`nobody.${i}@example.com`)];
    expect(known).toMatchObject(reported);
    expect(unknown).toMatchObject(reported);
    fastest.known = Math.min(fastest.known, known.took);
    fastest.unknown = Math.min(fastest.unknown, unknown.took);
  }
  for (const took of Object.values(fastest)) expect(took).toBeGreaterThan(290); // the minimum duration of a response
  expect(apart()).toBeLessThan(100);
  await jobs.finishAll();
  expect(mails.map(({ to }) => to)).toEqual([person.email]); // only the newest link is valid, so only that one is mailed
  expect((await forget('no-address')).status).toBe(400);
});

test('an address may request twenty mails a minute', async () => {
  const twenty = Array.from({ length: 20 }, () => forget('nobody@example.com', '198.51.100.7')); // at once, as each takes 0.3 s
  expect((await Promise.all(twenty)).map((one) => one.status)).toEqual(twenty.map(() => 200));
  const { status, headers } = await forget(person.email, '198.51.100.7');
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
});
