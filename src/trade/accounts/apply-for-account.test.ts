import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fieldsOf } from '#forms/definition/definition.ts';
import { readFormFile } from '#forms/import-export/read-form-file.ts';
import { testApp } from '../../../test/app.ts';
import { storeForm } from '../../../test/make-form.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { picture } from '../../../test/sample-files.ts';
import type { AccountDetails, AccountRow } from './contract.ts';

const shop = await testApp();
const { deps, ask } = shop;
const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts', 'ManageForms'] });

const file = new URL('../../../demo/forms/trade-account.json', import.meta.url);
const { form } = readFormFile(JSON.parse(await readFile(file, 'utf8')), { file: 'trade-account.json' });
if (!form) throw new Error('The demo has no form for trade accounts.');
await storeForm(deps, form);

const address = { unitNumber: '', streetNumber: '4', streetName: 'Sample Lane', city: 'Carlton', state: 'VIC' };
const answers: Record<string, string> = {
  companyName: 'Example Facilities Pty Ltd',
  abn: '51 824 753 556',
  businessKind: 'company',
  acn: '004 085 616',
  postalAddress: JSON.stringify({ ...address, postCode: '3053', fullAddress: '4 Sample Lane, Carlton VIC 3053' }),
  accountsEmail: 'accounts@facilities.example.com',
  siteCount: '12',
  creditLimit: '5000.00',
  terms: 'eom30',
  needsPo: 'true',
  refereeOne: 'Example Paper',
  refereeOneMobile: '0491570156',
  refereeTwo: 'Example Chemicals',
  refereeTwoMobile: '0491570157',
  directorOne: 'Mira Okoye',
  acceptsTerms: 'true',
  firstName: 'Mira',
  lastName: 'Okoye',
  position: 'Facilities manager',
  mobile: '0491570158',
  email: 'mira@facilities.example.com',
  signature: (await picture('png')).toString('base64'),
};

const apply = (more: Record<string, string> = {}) => {
  const given = { ...answers, ...more };
  const responses = fieldsOf(form).flatMap(({ id, modelPropertyName }) => {
    const response = given[modelPropertyName ?? ''];
    return response === undefined ? [] : [{ id, response }];
  });
  return ask<{ submissionId: string }>('POST', `/v1/form-builder/${form.id}`, { body: responses });
};

test('a submission of the form becomes an application, once', async () => {
  const { status, body } = await apply();
  expect(status).toBe(201);
  await deps.jobs.finishAll();
  const { body: list } = await ask<AccountRow[]>('GET', '/v1/trade-accounts?status=applied', { token });
  expect(list).toHaveLength(1);
  const { body: account } = await ask<AccountDetails>('GET', `/v1/trade-accounts/${list[0]?.id}`, { token });
  expect(account).toMatchObject({
    name: 'Example Facilities Pty Ltd',
    abn: '51824753556',
    acn: '004085616',
    status: 'applied',
    contactName: 'Mira Okoye',
    contactEmail: 'mira@facilities.example.com',
    accountsEmail: 'accounts@facilities.example.com',
    phone: '0491570158',
    postalAddress: { ...address, postcode: '3053' },
    creditLimit: 5_000,
    termsKind: 'endOfMonth',
    termsDays: 30,
    poRule: 'required',
    submissionId: body.submissionId,
    openedDate: null,
  });
  await ask('POST', `/v1/trade-accounts/${account.id}/status`, { token, body: { status: 'open', reason: '' } });
  await deps.jobs.finishAll();
  const mail = shop.mails.findLast(({ to }) => to === account.contactEmail);
  expect(mail?.text).toContain('Your application is approved: Example Facilities Pty Ltd has a trade account');
  expect(mail?.text).toContain(
    'Orders on account are possible up to $5,000.00. Payment: 30 days from the end of the month.',
  );
});

test.each([
  ['10,000', 10_000],
  ['$ 2,500.50', 2_500.5],
  ['-5', 0],
  ['as much as you can', 0],
])('a form whose owner has made the credit limit a line of text: %s becomes %d', async (creditLimit, amount) => {
  const changed = structuredClone(form);
  const fields = fieldsOf(changed);
  const position = fields.find(({ modelPropertyName }) => modelPropertyName === 'position');
  const limit = fields.find(({ modelPropertyName }) => modelPropertyName === 'creditLimit');
  if (!limit) throw new Error('The form asks for no credit limit.');
  Object.assign(limit, { ...position, id: limit.id, modelPropertyName: 'creditLimit' });
  await storeForm(deps, changed); // as a new version
  const { status } = await apply({ creditLimit, companyName: `Example ${creditLimit}` });
  expect(status).toBe(201);
  await deps.jobs.finishAll();
  const { body: list } = await ask<AccountRow[]>('GET', '/v1/trade-accounts?status=applied', { token });
  const account = list.find(({ name }) => name === `Example ${creditLimit}`);
  const { body } = await ask<AccountDetails>('GET', `/v1/trade-accounts/${account?.id}`, { token });
  expect(body.creditLimit).toBe(amount);
});
