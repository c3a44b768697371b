import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { newId } from '#lib/uuid.ts';
import { referenceOf } from '../definition/submission-reference.ts';

const { ask, deps, mails, log } = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
const name = makeField({ formFieldType: 0, fieldLabel: 'Your name', modelPropertyName: 'name' });
const email = makeField({ formFieldType: 15, fieldLabel: 'Your e-mail', modelPropertyName: 'email' });
const other = makeField({ formFieldType: 15, fieldLabel: 'Their e-mail', modelPropertyName: 'other' });
const notes = makeField({ formFieldType: 1, fieldLabel: 'Notes', modelPropertyName: 'notes' });
const fields = [name, email, other, notes];
const form = await storeForm(
  deps,
  makeForm(fields, {
    url: 'free-quote',
    formName: 'Free quote',
    notifyEmail: 'quotes@example.com.au',
    submitter: { name: ['name'], email: 'email' },
  }),
);

type Answers = Record<string, string>;

async function submit(
  answers: Answers,
  options: { token?: string; key?: string; formId?: string } = {},
): Promise<string> {
  const body = Object.entries(answers).map(([id, response]) => ({ id, response }));
  const headers: Record<string, string> = options.key === undefined ? {} : { 'idempotency-key': options.key };
  const path = `/v1/form-builder/${options.formId ?? form.id}`;
  const answer = await ask<{ submissionId: string }>('POST', path, { token: options.token, body, headers });
  expect([answer.status, answer.faults]).toEqual([201, []]);
  return answer.body.submissionId;
}

const mailed = async () => {
  await deps.jobs.finishAll();
  return mails.map(({ to, subject }) => [to, subject]);
};
const emailPdf = (id: string, token?: string) => ask('GET', `/v1/forms-workflows/form/${id}/email-pdf`, { token });
const textOf = (bytes: Buffer | undefined): string => (bytes ? pdfText(bytes).join('\n') : '');

beforeEach(async () => {
  await deps.jobs.finishAll();
  mails.length = 0;
});

describe('a new submission', () => {
  const answers = { [name.id]: 'Kim Lee', [email.id]: 'kim@example.com', [notes.id]: 'Three floors.\nNo lift.' };

  test('is mailed once to each company address with the PDF, and acknowledged once to its submitter', async () => {
    const id = await submit(answers, { key: 'sent-only-once' });
    await Promise.all(Array.from({ length: 5 }, () => submit(answers, { key: 'sent-only-once' })));
    expect(await mailed()).toEqual([
      ['office@example.com.au', `Free quote: Kim Lee, ${referenceOf(id)}`],
      ['quotes@example.com.au', `Free quote: Kim Lee, ${referenceOf(id)}`],
      ['kim@example.com', `Spruce has received your form: Free quote, ${referenceOf(id)}`],
    ]);
    const [notice, , acknowledged] = mails;
    expect(notice?.replyTo).toBe('kim@example.com');
    for (const fact of ['Your name: Kim Lee', 'Three floors. No lift.', referenceOf(id), `/admin/submissions/${id}`])
      expect(notice?.text).toContain(fact);
    expect(notice?.attachments?.map(({ filename }) => filename)).toEqual([
      `free-quote-${referenceOf(id).toLowerCase()}.pdf`,
    ]);
    for (const fact of ['Free quote', referenceOf(id), 'Submitted by', 'Your name', 'Kim Lee', 'No lift.'])
      expect(textOf(notice?.attachments?.[0]?.content)).toContain(fact);
    expect(acknowledged?.text).toContain(referenceOf(id));
    expect([acknowledged?.text.includes('Kim Lee'), acknowledged?.attachments]).toEqual([false, undefined]);
    for (const secret of ['Kim Lee', 'kim@example.com', 'Three floors']) expect(log()).not.toContain(secret);
  });

  test('of a member is acknowledged to the member, even if the form has another address', async () => {
    const member = await makePerson(deps, { email: 'member@example.com' });
    const id = await submit({ [email.id]: 'elsewhere@example.com' }, { token: member.token });
    expect((await mailed()).map(([to]) => to)).toEqual([
      'office@example.com.au',
      'quotes@example.com.au',
      'member@example.com',
    ]);
    expect(mails[2]?.text).toContain(`/forms/${id}/view`);
    expect(mails[0]?.subject).toBe(`Free quote: Ngaio Bell, ${referenceOf(id)}`);
  });

  test('of a guest without an address is not acknowledged', async () => {
    await submit({ [name.id]: 'Kim' });
    expect(await mailed()).toHaveLength(2);
    expect(mails[0]).not.toHaveProperty('replyTo');
  });

  test('of a form without submitter fields is mailed only to the company', async () => {
    const own = fields.map((field) => ({ ...field, id: newId() }));
    const silent = await storeForm(deps, makeForm(own, { notifyEmail: 'quotes@example.com.au' }));
    const [, first, second] = own;
    const said = { [first?.id ?? '']: 'kim@example.com', [second?.id ?? '']: 'customer@example.com' };
    const id = await submit(said, { formId: silent.id });
    expect((await mailed()).map(([to]) => to)).toEqual(['office@example.com.au', 'quotes@example.com.au']);
    expect(mails[0]).not.toHaveProperty('replyTo');
    mails.length = 0;
    const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
    const sentTo = ['office@example.com.au', 'quotes@example.com.au'];
    expect((await ask('GET', `/v1/forms-workflows/form/${id}/email-pdf/receivers`, { token })).body).toEqual({
      receivers: sentTo,
    });
    expect((await emailPdf(id, token)).body).toMatchObject({ sentTo });
    expect((await mailed()).map(([to]) => to)).toEqual(sentTo);
  });

  test('sends no mail when it is refused or changed, and one mail to an address that form and settings share', async () => {
    const path = `/v1/form-builder/${form.id}`;
    expect((await ask('POST', path, { body: [{ id: email.id, response: 'nobody' }] })).status).toBe(400);
    const same = await storeForm(deps, makeForm([{ ...name, id: other.id }], { notifyEmail: 'Office@example.com.au' }));
    await submit({ [other.id]: 'Kim' }, { formId: same.id });
    expect((await mailed()).map(([to]) => to)).toEqual(['office@example.com.au']);
    const member = await makePerson(deps);
    const id = await submit({ [name.id]: 'Kim' }, { token: member.token });
    await mailed();
    mails.length = 0;
    const body = [{ id: name.id, response: 'Kim Lee' }];
    expect((await ask('PUT', `/v1/form-builder/${id}`, { token: member.token, body })).status).toBe(200);
    expect(await mailed()).toEqual([]);
  });

  test('is acknowledged at most five times in 15 minutes to one address, even if many arrive at once', async () => {
    const all = Array.from({ length: 12 }, (_, n) =>
      submit({ [email.id]: n % 2 ? 'Often@example.com' : 'often@example.com' }),
    );
    await Promise.all(all);
    const acknowledged = async () =>
      (await mailed()).filter(([to]) => to?.toLowerCase() === 'often@example.com').length;
    expect(await acknowledged()).toBe(5);
    deps.clock.advance(15 * 60_000);
    await submit({ [email.id]: 'often@example.com' });
    expect(await acknowledged()).toBe(6);
  });

  test('is mailed to the other recipients when one mail fails', async () => {
    const { send } = deps.mail;
    let refused = 0;
    deps.mail.send = async (mail) => {
      if (mail.to === 'quotes@example.com.au' && refused++ === 0) throw new Error('Refused.');
      return send(mail);
    };
    await submit({ [name.id]: 'Kim' });
    await deps.jobs.finishAll();
    deps.clock.advance(60_000);
    expect((await mailed()).map(([to]) => to)).toEqual(['office@example.com.au', 'quotes@example.com.au']);
    deps.mail.send = send;
  });
});

describe('a copy as PDF', () => {
  const owned = async () => {
    const owner = await makePerson(deps);
    const id = await submit({ [name.id]: 'Kim Lee' }, { token: owner.token });
    await deps.jobs.finishAll();
    mails.length = 0;
    return { id, owner };
  };

  test('is sent to its submitter and the company', async () => {
    const { id, owner } = await owned();
    const { status, body } = await emailPdf(id, owner.token);
    const message = `The submission has been sent by e-mail as a PDF to ${owner.email} and Spruce.`;
    expect([status, body]).toEqual([200, { message, sentTo: [owner.email, 'Spruce'] }]);
    const subject = `Free quote, ${referenceOf(id)}, Ngaio Bell`;
    const to = [owner.email, 'office@example.com.au', 'quotes@example.com.au'];
    expect(await mailed()).toEqual(to.map((one) => [one, subject]));
    for (const { attachments } of mails) expect(textOf(attachments?.[0]?.content)).toContain('Kim Lee');
  });

  test('of a guest is sent to the e-mail field that the form names for the submitter', async () => {
    const id = await submit({ [other.id]: 'second@example.com', [email.id]: 'first@example.com' });
    await deps.jobs.finishAll();
    mails.length = 0;
    const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
    const sentTo = ['first@example.com', 'office@example.com.au', 'quotes@example.com.au'];
    expect((await emailPdf(id, token)).body).toMatchObject({ sentTo });
    expect((await mailed()).map(([to]) => to)).toContain('first@example.com');
    expect((await mailed()).map(([to]) => to)).not.toContain('second@example.com');
  });

  test('can be requested only by its owner and holders of ManageForms', async () => {
    const { id } = await owned();
    const clerk = await makeAdministrator(deps, { claims: ['ManageUsers'] });
    const callers = [undefined, (await makePerson(deps)).token, clerk.token];
    const statuses = callers.map(async (token) => (await emailPdf(id, token)).status);
    expect(await Promise.all(statuses)).toEqual([401, 404, 403]);
    const path = `/v1/forms-workflows/form/${id}/email-pdf/receivers`;
    const asked = callers.map(async (token) => (await ask('GET', path, { token })).status);
    expect(await Promise.all(asked)).toEqual([401, 404, 403]);
    expect((await emailPdf('0190d3a0-0000-7000-8000-000000000000', clerk.token)).status).toBe(404);
    expect(await mailed()).toEqual([]);
  });

  test('can be requested at most three times an hour, even by concurrent requests', async () => {
    const { id, owner } = await owned();
    const answers = await Promise.all(Array.from({ length: 10 }, () => emailPdf(id, owner.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)]);
    expect(await mailed()).toHaveLength(9);
    deps.clock.advance(10 * 60_000);
    const { headers, message } = await emailPdf(id, owner.token);
    expect(headers['retry-after']).toBe('3000');
    expect(message).toBe('This submission has been sent 3 times in the last hour. Please try again later.');
    deps.clock.advance(50 * 60_000 - 1000);
    const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] }); // the owner's session has ended by now
    expect((await emailPdf(id, token)).status).toBe(429);
    deps.clock.advance(1000);
    expect((await emailPdf(id, token)).status).toBe(200);
  });

  test('returns the specified message if it cannot be queued', async () => {
    const { id, owner } = await owned();
    const { enqueue } = deps.jobs;
    deps.jobs.enqueue = () => Promise.reject(new Error('No queue.'));
    const { status, message } = await emailPdf(id, owner.token);
    deps.jobs.enqueue = enqueue;
    expect([status, message]).toEqual([500, 'Sorry, there was an error saving your form submission.']);
    expect(await mailed()).toEqual([]);
  });

  test('is not sent if the submission was deleted meanwhile', async () => {
    const { id, owner } = await owned();
    await emailPdf(id, owner.token);
    await deps.db.deleteFrom('form_submissions').where('id', '=', id).execute();
    expect(await mailed()).toEqual([]);
  });
});
