import { expect, test } from 'vitest';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makePerson } from '../../../test/people.ts';
import { testApp } from '../../../test/app.ts';
import type { FormField } from '../definition/definition.ts';
import type { Submission } from '../contract.ts';

/* Invalid answers of every type (contract, section 8): POST and PUT return 400 with the field's id, and stored answers stay. */

const { ask, deps } = await testApp();
const path = '/v1/form-builder';
const owner = await makePerson(deps);

const address = { streetNumber: '1', streetName: 'Depot Lane', city: 'Alexandria', state: 'NSW', postCode: '2015' };
const addresses = [
  'not json',
  '7',
  'null',
  '[]',
  '"text"',
  '{"city":5}',
  '{"street":"1 Depot Lane"}',
  '{"city":["x"]}',
];
const item = { name: 'a.pdf', origFileName: 'a.pdf', data: 'data:application/pdf;base64,JVBERi0xLjQK', size: 1 };
const { size: _, ...sizeless } = item;
const files = [
  'not json',
  '7',
  'null',
  '{}',
  '"text"',
  '[null]',
  '[7]',
  JSON.stringify(item),
  JSON.stringify([sizeless]),
  JSON.stringify([{ ...item, size: '1' }]),
  JSON.stringify([{ ...item, data: 7 }]),
  JSON.stringify([{ ...item, data: 'x' }]),
];
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const numbers = [
  '1,5',
  '1,48,0',
  '1,2345',
  ',148',
  '1,480,',
  '1 5',
  '1.5.0',
  '1e5',
  '0x10',
  'NaN',
  'many',
  '--5',
  '1.480,50',
  '1,480 500',
  '$',
];
const choices = ['none of these', 'a;b', 'A'];

/** For each type: properties of its field, a valid answer, how it is stored, and invalid answers. */
const types: [number, Partial<FormField>, right: string, stored: string, wrong: string[]][] = [
  [0, { maxLength: 5 }, 'Kim', 'Kim', ['123456']],
  [1, { maxLength: 5 }, 'Kim', 'Kim', ['123456']],
  [2, { selectOptions: 'a;b' }, 'a', 'a', choices],
  [3, { selectOptions: 'a;b' }, 'b;a', 'b;a', ['c', 'a;c', 'a,b']],
  [4, { selectOptions: 'a;b' }, 'a', 'a', choices],
  [5, { selectOptions: 'a;b' }, 'a', 'a', choices],
  [6, {}, 'yes', 'true', ['maybe', '2', 'y', 'truefalse']],
  [7, {}, '1', 'true', ['maybe', '2', 'on', 'null']],
  [8, {}, '[]', '', files],
  [9, {}, '', '', files],
  [
    10,
    {},
    '20/11/2026',
    '2026-11-20 00:00:00',
    [
      'soon',
      '2026-11-20 25:00:00',
      '2026-11-20 12:60:00',
      '2026-11-20 23:59:60',
      '2026-11-20T24:00',
      '2026-02-30',
      '30/02/2026',
      '1900-01-01 and more',
      '1900-01-01 25:00:00',
      '20261120',
      '25:00:00',
      '2026-11-20 00:00:00 x',
    ],
  ],
  [11, {}, '1,480,500.5', '1480500.5', numbers],
  [12, { maskedInputMask: 'AAA-99A' }, '12', 'AAA-12A', ['1', '123', 'BBB-12A', 'AAA-12B', 'x']],
  [13, {}, '$1,480.50', '1480.50', [...numbers, '1.005']],
  [
    14,
    {},
    '+61 491 570 156',
    '0491570156',
    ['0291234567', '+61291234567', '91570156', '04915701567', '0491 57O 156', '+44 7700 900123'],
  ],
  [
    15,
    {},
    'kim@example.com',
    'kim@example.com',
    ['kim', 'kim@', '.a@b.com', 'a..b@x.com', 'a.@b.com', 'a@b', 'a b@x.com'],
  ],
  [20, {}, JSON.stringify(address), JSON.stringify(address), addresses],
  [21, {}, JSON.stringify(address), JSON.stringify(address), addresses],
  [22, {}, JSON.stringify(address), JSON.stringify(address), addresses],
  [23, {}, JSON.stringify(address), JSON.stringify(address), addresses],
  [
    36,
    {},
    '',
    '',
    ['not base64', '7', '{}', '/v1/form-files/1', 'data:image/jpeg;base64,/9j/4AAQ', `${png.slice(0, 40)}!!`],
  ],
];

test.each(types)('type %i: an invalid answer is reported at its field and changes nothing', async (...row) => {
  const [formFieldType, given, right, stored, wrong] = row;
  const field = makeField({ formFieldType, fieldLabel: 'Question', modelPropertyName: 'question', ...given });
  const note = makeField({ formFieldType: 0, fieldLabel: 'Note', modelPropertyName: 'note' });
  const form = await storeForm(deps, makeForm([field, note]));
  const body = (response: string) => [
    { id: field.id, response },
    { id: note.id, response: 'unchanged' },
  ];
  const { token } = owner;
  const sent = await ask<{ submissionId: string }>('POST', `${path}/${form.id}`, { token, body: body(right) });
  expect(sent.status).toBe(201);
  const id = sent.body.submissionId;
  const read = () =>
    ask<Submission>('POST', `${path}/form-submission`, { token, body: { submissionId: id, formSubmissionGetType: 0 } });
  const before = (await read()).body;
  expect(before.responses.find((one) => one.id === field.id)?.response ?? '').toBe(stored);
  const count = () => deps.db.selectFrom('form_submissions').select('id').where('form_id', '=', form.id).execute();
  for (const response of wrong) {
    const posted = await ask('POST', `${path}/${form.id}`, { token, body: body(response) });
    const put = await ask('PUT', `${path}/${id}`, { token, body: body(response) });
    const replies = [posted, put].map(({ status, faults }) => [status, faults.map((fault) => fault.path)]);
    expect({ response, replies }).toEqual({ response, replies: Array(2).fill([400, [field.id]]) });
  }
  expect((await read()).body).toEqual(before);
  expect(await count()).toHaveLength(1);
});
