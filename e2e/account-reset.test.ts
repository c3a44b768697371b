import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { APIRequestContext, Page } from '@playwright/test';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { pdfText } from '../test/pdf-text.ts';
import { field, storedForm } from './forms.ts';
import { startOwnServer } from './own-server.ts';
import { environment } from './place.ts';
import { hydrated } from './shopper.ts';
import { expect, expectAccessible, waitForMail, test } from './test.ts';

const old = 'clean sweep 7';
const fresh = 'brand new broom 8';
const sent = 'Change password has been initiated. Please check you email.';

async function registered(request: APIRequestContext, site = ''): Promise<string> {
  const email = `forgetful.${randomUUID()}@example.com`;
  const person = { firstName: 'Alinta', lastName: 'Marlowe', email, mobile: '0491 570 006' };
  const passwords = { password: old, confirmPassword: old, acceptedTheTerms: true };
  const answer = await request.post(`${site}/v1/core/accounts`, { data: { ...person, ...passwords } });
  expect(answer.status()).toBe(201);
  return email;
}

const linkIn = ({ text = '' }: Email): string => /http\S+\/reset-password\/\?t=\S+/.exec(text)?.[0] ?? '';

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('main').getByRole('button', { name: 'Send the link' }).click();
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(again);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** Whether a password signs the user in. */
async function signsIn(request: APIRequestContext, UserName: string, Password: string, site = ''): Promise<boolean> {
  const data = { UserName, Password, ClientId: 'web', GrantType: 'password' };
  return (await request.post(`${site}/v1/core/auth/token`, { data })).ok();
}

/** A mail server that stores received mails. */
async function mailServer() {
  const mails: Promise<Email>[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      buffer(stream).then((decoded) => done(null, String(mails.push(PostalMime.parse(decoded)))), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // it listens on a port, not on a pipe
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, mails, close };
}

test('a forgotten password is replaced by a mail sent over SMTP, and a submission is mailed as a PDF', {
  tag: '@long',
}, async ({ page, request }) => {
  const smtp = await mailServer();
  const port = Number(environment.PORT) + 1100;
  const site = `http://localhost:${port}`;
  const server = await startOwnServer(port, { SMTP_URL: smtp.url, DEMO_CONTENT: 'false' });
  try {
    const email = await registered(request, site);
    await page.goto(`${site}/login/`);
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await hydrated(page);
    await ask(page, email);
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible();
    await expect(page.getByText('A link to reset the password has been sent to the email address')).toContainText(
      email,
    );

    const subjects = async () => (await Promise.all(smtp.mails)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Choose a new password for Cleaning Company');
    const mail = (await Promise.all(smtp.mails)).find(({ subject }) => subject?.startsWith('Choose'));
    expect(mail?.to).toEqual([{ address: email, name: '' }]);
    const link = mail ? linkIn(mail) : '';
    expect(link.startsWith(`${site}/reset-password/?t=`)).toBe(true);
    expect(mail?.html).toContain(link);

    await page.goto(link);
    await hydrated(page);
    await choose(page, fresh);
    await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
    const cookies = (await page.context().cookies()).map(({ name }) => name).sort();
    expect(cookies.filter((name) => name !== 'member')).toEqual(['refresh', 'session']); // scripts set that one
    expect(await signsIn(request, email, old, site)).toBe(false);
    expect(await signsIn(request, email, fresh, site)).toBe(true);
    await expect.poll(subjects).toContain('Your Cleaning Company password has been changed');

    const note = field(0, 'What was cleaned');
    const form = await storedForm(server.database, [[note]]);
    const data = [{ id: note.id, response: 'The foyer of 27 Carriage Works Lane' }];
    const headers = { 'x-session': 'cookie', origin: site };
    const made = await page.request.post(`${site}/v1/form-builder/${form.id}`, { data, headers });
    const { submissionId } = (await made.json()) as { submissionId: string };
    await page.goto(`${site}/forms/${submissionId}/view/`);
    await page.getByRole('button', { name: 'E-mail as PDF' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('The submission has been sent by e-mail as a PDF to ')).toBeVisible();
    const copy = async () =>
      (await Promise.all(smtp.mails)).find(
        ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Night check, '),
      );
    await expect.poll(copy).toBeDefined();
    const paper = (await copy())?.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
    expect(pdfText(Buffer.from(paper?.content as ArrayBuffer)).join()).toContain('The foyer of 27 Carriage Works Lane'); // attachments are decoded to bytes
    await page.goto(link);
    await expect(page.getByText('The request is invalid. Please reset the password again.')).toBeVisible();
  } finally {
    await page.goto('about:blank'); // later requests of the page would find the server closed
    await server.stop();
    await smtp.close();
  }
});

test('the form reports a missing, an invalid and an unknown email', async ({ page }) => {
  await page.goto('/forgot-password/');
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'You have one or more fields missing' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Email is required.']);
  await ask(page, 'alinta@');
  await expect(summary.getByRole('link')).toHaveText(['Invalid Email Address']);
  await expectAccessible(page);
  await ask(page, 'nobody@example.com');
  await expect(page.getByRole('alert').filter({ hasText: 'Account does not exist.' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
});

test('a password is chosen by keyboard alone, with the checklist', { tag: '@long' }, async ({ page, request }) => {
  const email = await registered(request);
  await page.goto('/forgot-password/');
  await hydrated(page);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(sent)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send another link' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeVisible();

  await page.goto(linkIn(await waitForMail(email, /^Choose/)));
  await hydrated(page);
  await expectAccessible(page);
  const done = page.getByRole('list', { name: 'Password requirements' }).getByText(', met');
  await choose(page, 'cleansweep', 'cleansweep 7');
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'Password must contain a number.',
    'Confirm password Passwords must match',
  ]);
  await expect(done).toHaveCount(2);
  await page.getByLabel('Password', { exact: true }).fill('');
  await page.keyboard.type(fresh);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab'); // past the button that shows the password
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(fresh);
  await expect(done).toHaveCount(4);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await expectAccessible(page);
  expect(await signsIn(request, email, fresh)).toBe(true);
});

test.describe('in a browser that renders pages while they stream', () => {
  // A headless browser is treated as a robot, which gets complete pages.
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  test.use({ userAgent: agent });

  test('a loader is shown while a link is checked', async ({ page, database }) => {
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locked = database.db.transaction().execute(async (tx) => {
      await sql`lock table mailed_links in access exclusive mode`.execute(tx);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    try {
      await page.goto('/reset-password/?t=forged', { waitUntil: 'commit' });
      await expect(page.getByRole('status').filter({ hasText: 'Checking your link' })).toBeVisible();
    } finally {
      free.resolve();
      await locked;
    }
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Reset the password again' }).click();
    await expect(page).toHaveURL('/forgot-password/');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a forgotten password is replaced', async ({ page, request }) => {
    const email = await registered(request);
    await page.goto('/forgot-password/');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Email is required.']);
    await ask(page, 'nobody@example.com');
    await expect(page.getByRole('alert').filter({ hasText: 'Account does not exist.' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
    await ask(page, email);
    await expect(page.getByText(sent)).toBeVisible();
    const link = linkIn(await waitForMail(email, /^Choose/));
    await page.goto(link);
    await choose(page, fresh, old);
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['Confirm password Passwords must match']);
    await choose(page, fresh);
    await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
    expect(await signsIn(request, email, fresh)).toBe(true);
    await page.goto(link);
    await expect(page.getByText('The request is invalid. Please reset the password again.')).toBeVisible();
  });
});

test('@phone nothing is cut off on a phone', async ({ page }) => {
  for (const path of ['/forgot-password/', '/reset-password/?t=forged']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
