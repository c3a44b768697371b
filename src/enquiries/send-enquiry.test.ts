import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { runAs } from '#platform/access/actor.server.ts';

const { deps, ask, mails } = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });

beforeEach(async () => {
  mails.length = 0;
  await deps.db.deleteFrom('enquiries').execute();
});

const good = {
  company: 'Example Childcare',
  name: 'Sam Writer',
  email: 'sam@example.com',
  phone: '02 5550 1234',
  mobile: '',
  message: 'We have two rooms.\n\nCan you come before seven?',
};

const send = async (body: object, options: { token?: string } = {}) => {
  const answer = await ask<{ message?: string; Message?: string; errors?: { path: string; message: string }[] }>(
    'POST',
    '/v1/contact-us/send',
    { body, ...options },
  );
  await deps.jobs.finishAll();
  return answer;
};
const stored = () => deps.db.selectFrom('enquiries').selectAll().execute();

test('an enquiry is stored, mailed to the company and acknowledged to its sender', async () => {
  const { status, body } = await send(good);
  expect([status, body]).toEqual([200, { message: 'Your message has been successfully sent.' }]);
  expect(await stored()).toMatchObject([
    { company: 'Example Childcare', phone: '0255501234', mobile: '', is_suspected_spam: false, user_id: null },
  ]);
  const [toUs, toSender] = mails;
  expect(toUs).toMatchObject({ to: 'office@example.com.au', replyTo: 'sam@example.com' });
  expect(toUs?.text).toContain('Can you come before seven?');
  expect(toUs?.html).toContain('(02) 5550 1234');
  expect(toSender).toMatchObject({ to: 'sam@example.com', replyTo: 'office@example.com.au' });
  expect(toSender?.text).not.toContain('two rooms');
});

test("a member's enquiry is linked to their account", async () => {
  const person = { firstName: 'Sam', lastName: 'Writer', email: 'sam.writer@example.com', mobile: '0491570006' };
  const password = 'clean sweep 7';
  const { body } = await ask<{ access_token: string }>('POST', '/v1/core/accounts', {
    body: { ...person, password, confirmPassword: password, acceptedTheTerms: true },
  });
  await send(good, { token: body.access_token });
  const { id } = await deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  expect((await stored())[0]?.user_id).toBe(id);
});

test('all faults are reported at once, in field order', async () => {
  const { status, body } = await send({});
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { path: 'company', message: 'Company Name is required.' },
    { path: 'name', message: 'Name is required.' },
    { path: 'email', message: 'Email address is required.' },
    { path: 'message', message: 'Message is required.' },
  ]);
  expect(await stored()).toEqual([]);
});

test.each([
  ['company', 'X', 'Company Name must have at least 2 characters.'],
  ['company', 'x'.repeat(51), 'Company Name is too long.'],
  ['name', 'X', 'Name must have at least 2 characters.'],
  ['name', 'x'.repeat(31), 'Name is too long.'],
  ['email', 'nobody', 'Invalid email address'],
  ['phone', '12345', 'Invalid phone number.'],
  ['mobile', '0491 570 00', 'Invalid phone number.'],
  ['message', 'word '.repeat(501), 'Message should not exceed 500 Words.'],
])('%s %.20s is refused', async (path, value, message) => {
  const { status, body } = await send({ ...good, [path]: value });
  expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  expect(await stored()).toEqual([]);
});

test('a message of 500 words is accepted', async () => {
  expect((await send({ ...good, message: 'word '.repeat(500) })).status).toBe(200);
});

test('an address gets at most five acknowledgements in a quarter of an hour, ignoring case', async () => {
  for (const email of ['sam@example.com', 'Sam@example.com'])
    for (let i = 0; i < 4; i++) await send({ ...good, email });
  expect(await stored()).toHaveLength(8);
  const to = mails.map((mail) => mail.to);
  expect(to.filter((address) => address === 'office@example.com.au')).toHaveLength(8);
  expect(to.filter((address) => /^sam@/i.test(`${address}`))).toHaveLength(5);
});

test('forms that are posted to a page count towards the rate limit', async () => {
  const { app } = await testApp({ environment: { RATE_LIMIT: 'on' } });
  const call = { method: 'POST', url: '/v1/contact-us/send', payload: good, remoteAddress: '203.0.113.9' } as const;
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await runAs({ actor: null }, () => app.inject(call))).statusCode);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(statuses.at(-1)).toBe(429);
});

test('suspected spam is stored as such, and nobody is mailed', async () => {
  for (const trap of [{ website: 'https://example.com' }, { elapsed: 300 }]) {
    expect((await send({ ...good, ...trap })).status).toBe(200);
  }
  expect((await stored()).map((row) => row.is_suspected_spam)).toEqual([true, true]);
  expect(mails).toEqual([]);
});

test('line breaks in fields add no mail headers, and markup is escaped', async () => {
  const name = 'Eve\r\nBcc: all@example.com';
  const { status } = await send({ ...good, name, company: '<b>Bold</b> & Co', message: '<script>alert(1)</script>' });
  expect(status).toBe(200);
  const [toUs] = mails;
  expect(toUs?.subject).not.toMatch(/[\r\n]/);
  expect(toUs?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect((await send({ ...good, email: 'a@example.com\r\nBcc: b@example.com' })).status).toBe(400);
  expect((await send({ ...good, email: 'a@example.com,b@example.com' })).status).toBe(400);
});
