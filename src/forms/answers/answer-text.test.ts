import { answerText } from './answer-types.ts';
import { expect, test } from 'vitest';
import { makeField } from '../../../test/make-form.ts';

const sizes = { selectOptions: 'Small office=s;Large office=l;Depot' };
const file = (origFileName: string) => ({ name: 'short...pdf', origFileName, data: '/v1/form-files/1', size: 12 });

test.each([
  [0, 'a text', ' Kim ', 'Kim'],
  [1, 'a text of several lines', 'One\nTwo', 'One\nTwo'],
  [2, 'a choice by its label', 'l', 'Large office'],
  [4, 'a plain option', 'Depot', 'Depot'],
  [5, 'an option that no longer exists', 'xl', 'xl'],
  [3, 'several choices', 's;Depot', 'Small office; Depot'],
  [3, 'all choices', '*', 'Small office; Large office; Depot'],
  [6, 'yes', 'true', 'Yes'],
  [6, 'no', 'false', 'No'],
  [6, 'no answer', '', ''],
  [7, 'a tick', 'true', 'Yes'],
  [10, 'a day', '2026-11-21 00:00:00', '21/11/2026'],
  [10, 'text that is not a day', 'soon', 'soon'],
  [11, 'a number', '1480.5', '1480.5'],
  [13, 'an amount', '1480', '$1,480.00'],
  [13, 'a negative amount', '-2.5', '-$2.50'],
  [13, 'a number beyond all amounts', '1e400', '1e400'],
  [13, 'a very large number', '99999999999999999', '99999999999999999'],
  [14, 'a mobile', '0491570156', '0491 570 156'],
  [15, 'an e-mail', 'kim@example.com', 'kim@example.com'],
  [36, 'a signature', 'iVBORw0KGgo=', 'Signed'],
  [36, 'no signature', '', ''],
  [8, 'files by their own names', JSON.stringify([file('a.pdf'), file('b, c.pdf')]), 'a.pdf; b, c.pdf'],
  [9, 'no images', '', ''],
  [8, 'text that is not a list of files', 'broken', 'broken'],
])('type %i shows %s', (formFieldType, _what, response, words) => {
  expect(answerText(makeField({ formFieldType, ...sizes }), response)).toBe(words);
});

test('an address is shown in one line, made from its parts if they are known', () => {
  const parts = { unitNumber: '4', streetNumber: '27', streetName: 'Carriage Works Lane', city: 'Marrickville' };
  const words = (address: object) => answerText(makeField({ formFieldType: 20 }), JSON.stringify(address));
  expect(words({ ...parts, state: 'NSW', postCode: '2204' })).toBe(
    'Unit 4, 27 Carriage Works Lane, Marrickville NSW 2204',
  );
  expect(words({ fullAddress: '1 Depot Lane, Alexandria NSW 2015' })).toBe('1 Depot Lane, Alexandria NSW 2015');
  expect(words({ ...parts, fullAddress: 'elsewhere' })).toBe('Unit 4, 27 Carriage Works Lane, Marrickville');
  expect(words({})).toBe('');
});

test('a day is shown in its field’s date format', () => {
  const field = makeField({ formFieldType: 10, dateFormat: 'D MMM YYYY' });
  expect(answerText(field, '2026-11-21 00:00:00')).toBe('21 Nov 2026');
});
