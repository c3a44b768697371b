import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { subjectsOf } from '#accounts/sign-in/sign-in-failures.server.ts';
import { address } from './place.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Posts a form like a browser without script, and does not follow redirects. */
const post = (request: APIRequestContext, path: string, form: Record<string, string>) =>
  request.post(path, { form, maxRedirects: 0 });

const password = 'clean sweep 7';

const person = (email: string) => ({
  firstName: 'Alinta',
  lastName: 'Marlowe',
  email,
  mobile: '0491 570 006',
  password,
  confirmPassword: password,
});

async function registered(request: APIRequestContext): Promise<string> {
  const email = `visitor.${randomUUID()}@example.com`;
  const answer = await request.post('/v1/core/accounts', { data: { ...person(email), acceptedTheTerms: true } });
  expect(answer.status()).toBe(201);
  return email;
}

test('a refused form gets the status of the API call that refused it', async ({ request, database }) => {
  const UserName = await registered(request);
  const wrong = await post(request, '/login/', { UserName, Password: 'wrong password 1' });
  expect([wrong.status(), wrong.headers()['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(await wrong.text()).toContain('Sorry, your user name or password is incorrect');
  expect((await post(request, '/login/', { UserName, Password: '' })).status()).toBe(400);

  const { account } = subjectsOf(UserName, '');
  const failures = Array.from({ length: 10 }, () => ({ subject: account, failed_at: new Date() }));
  await database.db.insertInto('sign_in_failures').values(failures).execute();
  const tooMany = await post(request, '/login/', { UserName, Password: password });
  expect(tooMany.status()).toBe(429);
  expect(Number(tooMany.headers()['retry-after'])).toBeGreaterThan(800); // of 15 minutes
  expect(await tooMany.text()).toContain('Too many failed attempts. Please try again in a few minutes.');

  const taken = await post(request, '/register/', { ...person(UserName), acceptedTheTerms: 'on' });
  expect(taken.status()).toBe(409);
  expect(await taken.text()).toContain('An account with this email already exists.');
  expect((await post(request, '/register/', { ...person(UserName), firstName: '' })).status()).toBe(400);
});

test('a page without a form refuses posts, and reveals no file names', async ({ page, request }) => {
  for (const path of ['/', '/terms-and-conditions/', '/shopping/products/all']) {
    const answer = await post(request, path, { a: 'b' });
    expect([path, answer.status(), answer.headers()['allow']]).toEqual([path, 405, 'GET, HEAD']);
    expect(await answer.text()).not.toMatch(/route "|did not provide/);
  }
  const put = await request.put('/login/', { data: { a: 'b' } });
  expect([put.status(), put.headers()['allow']]).toEqual([405, 'GET, HEAD, POST']);
  expect((await post(request, '/no-such-room/', { a: 'b' })).status()).toBe(404);
  await page.goto('/terms-and-conditions/');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<form method="post"></form>');
    document.querySelector<HTMLFormElement>('body > form')?.submit();
  });
  await expect(page).toHaveTitle('Spruce | This page does not accept forms');
  await expect(page.getByText('but the page has no form')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('(02) 5550 1234').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Open this page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
});

test('a form posted from another site is refused and changes nothing', async ({ request, database }) => {
  const email = await registered(request);
  const other = `visitor.${randomUUID()}@example.com`;
  const stored = async () => {
    const users = database.db.selectFrom('users as u').leftJoin('sessions as s', 's.user_id', 'u.id');
    return users.select(['u.email', 's.id', 's.ended_at']).where('u.email', 'in', [email, other]).execute();
  };
  const forms: [string, Record<string, string>][] = [
    ['/login/', { UserName: email, Password: password }],
    ['/register/', { ...person(other), acceptedTheTerms: 'on' }],
    ['/logout/', {}],
    ['/', {}],
  ];
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  const expectRefusals = async () => {
    const before = await stored();
    for (const headers of foreign) {
      for (const [path, form] of forms) {
        const answer = await request.post(path, { form, headers, maxRedirects: 0 });
        expect([path, answer.status(), answer.headers()['set-cookie']]).toEqual([path, 403, undefined]);
        expect(await answer.text()).toContain('This request did not come from our site.');
      }
    }
    expect(await stored()).toEqual(before);
  };
  await expectRefusals();
  expect((await post(request, '/login/', forms[0]?.[1] ?? {})).status()).toBe(302); // later requests send its cookies
  await expectRefusals();
});

test('a page accepts forms, not JSON', async ({ request }) => {
  for (const path of ['/login/', '/terms-and-conditions/', '/']) {
    const answer = await request.post(path, { data: { UserName: 'x', Password: 'y' }, maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 415]);
    expect(await answer.text()).toContain('This type of content is not supported.');
  }
});

test('signing in while the previous session is being renewed leaves only the new session', async ({ context }) => {
  const { request } = context;
  const [first, second] = [await registered(request), await registered(request)];
  await post(request, '/login/', { UserName: first, Password: password });
  await context.clearCookies({ name: 'session' }); // expired; the refresh token is valid for 30 days
  const form = { UserName: second, Password: password };
  const answer = await request.post('/login/', { form, maxRedirects: 0, headers: { origin: address } });
  expect(answer.status()).toBe(302);
  const set = answer.headersArray().filter(({ name, value }) => name.toLowerCase() === 'set-cookie' && value !== '');
  expect(set.map(({ value }) => value.split('=', 1)[0]).sort()).toEqual(['refresh', 'session']);
  const page = await context.newPage();
  await page.goto('/update-profile/');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(second);
});
