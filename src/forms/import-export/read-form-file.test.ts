import { describe, expect, test } from 'vitest';
import { makeField, makeForm } from '../../../test/make-form.ts';
import { fieldsOf, type FormField } from '../definition/definition.ts';
import { readJson } from './parse-json.ts';
import { columnsOf } from './fault-columns.ts';
import { readFormFile } from './read-form-file.ts';

/** JSON of a form with one section and one row of these fields. */
const formOf = (...formFields: object[]) => ({
  url: 'free-quote',
  formName: 'Free quote',
  formSections: [{ sectionHeading: 'Your site', formRows: [{ formFields }] }],
});
const at = (field: string) => `form > section 1: Your site > row 1 > ${field}`;
const faultsOf = (...fields: object[]) => readFormFile(formOf(...fields)).faults;
const messagesOf = (...fields: object[]) => faultsOf(...fields).map(({ message }) => message);
const name = { formFieldType: 0, modelPropertyName: 'siteName' };

test('a form is read with generated ids, and null for missing properties', () => {
  const { form, faults, warnings } = readFormFile({
    ...formOf(name, { ...name, modelPropertyName: 'other', fieldLabel: null }),
    id: null,
  });
  expect([faults, warnings]).toEqual([[], []]);
  const [first, second] = fieldsOf(form ?? makeForm([]));
  expect(first).toEqual(makeField({ id: first?.id ?? '', ...name }));
  expect(new Set([form?.id, first?.id, second?.id]).size).toBe(3);
});

test('importing a form again keeps its ids: those of fields by name, all others by position', () => {
  const json = formOf(name, { formFieldType: 30, initialValue: 'Hello' }, { ...name, modelPropertyName: 'b' });
  const { form } = readFormFile(json);
  const again = readFormFile(json, { storedBy: (url) => (url === 'free-quote' ? form : undefined) });
  expect(again.form).toEqual(form);
  const [a, b] = [{ ...name, modelPropertyName: 'b' }, name];
  const turned = readFormFile(formOf(a, b), { storedBy: () => form }).form;
  const idOf = (of: typeof form, wanted: string) =>
    fieldsOf(of ?? makeForm([])).find(({ modelPropertyName }) => modelPropertyName === wanted)?.id;
  expect([idOf(turned, 'siteName'), idOf(turned, 'b')]).toEqual([idOf(form, 'siteName'), idOf(form, 'b')]);
});

test('a stored id is not reused if the file gives it to another field', () => {
  const { form } = readFormFile(formOf(name));
  const id = fieldsOf(form ?? makeForm([]))[0]?.id;
  const read = readFormFile(formOf(name, { ...name, modelPropertyName: 'b', id }), { storedBy: () => form });
  const ids = fieldsOf(read.form ?? makeForm([])).map((field) => field.id);
  expect([ids[1], new Set(ids).size]).toEqual([id, 2]);
});

test('all faults are returned with their locations, in file order', () => {
  const faults = faultsOf(
    { ...name, fieldLable: 'Site', smColSize: 13, visibilityLogic: 'siteNam = 1' },
    { formFieldType: 99, modelPropertyName: 'x', minNumberValue: '5' },
    { formFieldType: 2, modelPropertyName: 'size', requiredLogic: 'siteNme == x' },
  );
  expect(faults).toEqual([
    { path: at('field 1: siteName > visibilityLogic'), message: "E102, position 9: Unknown operator '='. Use ==." },
    { path: at('field 1: siteName > smColSize'), message: 'Must be at most 12.' },
    {
      path: at('field 1: siteName > fieldLable'),
      message: "Unknown property 'fieldLable'. Did you mean 'fieldLabel'?",
    },
    {
      path: at('field 2: x > formFieldType'),
      message: 'Unknown field type. Use 0 to 15, 20 to 23 or 30 to 37.',
    },
    { path: at('field 2: x > minNumberValue'), message: 'Must be a number.' },
    { path: at('field 3: size > selectOptions'), message: 'A choice needs at least one option.' },
    {
      path: at('field 3: size > requiredLogic'),
      message: "E101, position 1: Unknown field 'siteNme'. Did you mean 'siteName'?",
    },
  ]);
  expect(faults.map(columnsOf)[6]).toEqual({
    file: 'form',
    section: '1: Your site',
    row: '1',
    field: '3: size',
    property: 'requiredLogic',
    code: 'E101',
    position: '1',
    message: "Unknown field 'siteNme'. Did you mean 'siteName'?",
  });
});

const rules: [string, string, string][] = [
  ['E101', 'nobody == 1', 'E101, position 1'],
  ['E102', 'siteName = 1', 'E102, position 10'],
  ['E103', "siteName == 'x", 'E103, position 13'],
  ['E104', 'siteName == }', 'E104, position 13'],
  ['E105', 'siteName ==', 'E105, position 12'],
  ['E106', 'count > lots', 'E106, position 9'],
  ['E107', 'agrees > true', 'E107, position 8'],
  ['E108', "'a' == 'b'", 'E108, position 1'],
  ['E109', 'note == 1', 'E109, position 1'],
  ['E110', 'itself == 1', 'E110, position 1'],
  ['E111', 'twice == 1', 'E111, position 1'],
  ['E112', `siteName == '${'x'.repeat(2_000)}'`, 'E112, position 2001'],
];

test.each(rules)('rule fault %s is reported with its position', (_code, visibilityLogic, begin) => {
  const others = [
    name,
    { formFieldType: 11, modelPropertyName: 'count' },
    { formFieldType: 6, modelPropertyName: 'agrees' },
    { formFieldType: 30, modelPropertyName: 'note' },
    { formFieldType: 0, modelPropertyName: 'twice' },
    { formFieldType: 0, modelPropertyName: 'twice' },
  ];
  const messages = messagesOf(...others, { formFieldType: 0, modelPropertyName: 'itself', visibilityLogic });
  expect(messages.some((message) => message.startsWith(begin))).toBe(true);
});

const wrong: [string, Partial<Record<keyof FormField, unknown>>, string][] = [
  ['a missing type', { formFieldType: undefined }, 'This is required.'],
  ['a type as text', { formFieldType: '0' }, 'Unknown field type. Use 0 to 15, 20 to 23 or 30 to 37.'],
  ['a reversed range', { minNumberValue: 5, maxNumberValue: 4 }, 'Must not be below minNumberValue, which is 5.'],
  ['a width of 0', { mdColSize: 0 }, 'Must be at least 1.'],
  ['half a column', { mdColSize: 1.5 }, 'Must be a whole number.'],
  [
    'a strange date format',
    { formFieldType: 10, dateFormat: 'D MMM YYYY' },
    'Must be DD, MM and YYYY in any order, separated by / - . or a space, such as DD/MM/YYYY.',
  ],
  [
    'a day twice',
    { formFieldType: 10, dateFormat: 'DD/DD/YYYY' },
    'Must be DD, MM and YYYY in any order, separated by / - . or a space, such as DD/MM/YYYY.',
  ],
  [
    'a missing mask',
    { formFieldType: 12 },
    'A masked field needs a mask with a 9 for each digit, such as 99 9999 9999.',
  ],
  [
    'a broken pattern',
    { requiredRegexPattern: '(a' },
    'The pattern cannot be used: error parsing regexp: missing closing ): `(a`.',
  ],
  [
    'an initial value that is no option',
    { formFieldType: 2, selectOptions: 'A=a;B=b', initialValue: 'c' },
    "'c' is not among the options.",
  ],
  [
    'an initial value that is no number',
    { formFieldType: 11, initialValue: 'many' },
    "'many' is not valid for this field: Invalid siteName.",
  ],
  [
    'an initial value beyond its range',
    { formFieldType: 11, maxNumberValue: 4, initialValue: 5 },
    "'5' is not valid for this field: Maximum value is 4.",
  ],
  [
    'an initial value that is no date',
    { formFieldType: 10, initialValue: '2026-02-30' },
    "'2026-02-30' is not valid for this field: Invalid Date.",
  ],
  [
    'initial files',
    { formFieldType: 8, initialValue: '[]' },
    'A file or signature field cannot have an initial value.',
  ],
  [
    'an option for all',
    { formFieldType: 3, selectOptions: 'All=*;B=b' },
    "'*' is reserved for all options. Use another value.",
  ],
  [
    'a reference to an unknown field',
    { formFieldType: 33, initialValue: '{nobody}' },
    "No field has the name 'nobody'.",
  ],
  ['files of a text field', { formFieldType: 34, initialValue: '{other}' }, "'other' is not a field for files."],
  ['a signature of a text field', { formFieldType: 37, initialValue: '{other}' }, "'other' is not a signature."],
  [
    'images that are none',
    { formFieldType: 35, initialValue: 'cat.png' },
    'Must name a field for images as {modelPropertyName}.',
  ],
  ['a NUL character', { fieldLabel: 'a\0b' }, 'Contains characters that cannot be stored.'],
  ['a lone surrogate', { fieldLabel: 'a\ud800' }, 'Contains characters that cannot be stored.'],
  ['a long label', { fieldLabel: 'x'.repeat(1_001) }, 'At most 1000 characters.'],
  ['a flag as text', { isDisabled: 'true' }, 'Must be true or false.'],
  ['an invalid id', { id: '5' }, 'Not a valid id.'],
];

test.each(wrong)('%s is refused', (_what, given, message) => {
  expect(messagesOf({ ...name, ...given }, { formFieldType: 0, modelPropertyName: 'other' })).toEqual([message]);
});

test('valid properties are accepted', () => {
  const fields: Partial<FormField>[] = [
    { formFieldType: 3, selectOptions: 'A=a;B=b', initialValue: 'a;b' },
    { formFieldType: 3, selectOptions: 'A=a;B=b', initialValue: '*' },
    { formFieldType: 10, dateFormat: 'YYYY-MM-DD', minDateToday: true, initialValue: '2020-01-31' },
    { formFieldType: 12, maskedInputMask: '99 9999 9999', initialValue: '02 5550 1234' },
    { formFieldType: 20, initialValue: '{"state":"NSW"}' },
    { formFieldType: 33, initialValue: 'As agreed' },
    { formFieldType: 34, initialValue: '{papers}' },
    { formFieldType: 8, modelPropertyName: 'papers' },
  ];
  expect(messagesOf(...fields.map((field, i) => ({ modelPropertyName: `f${i}`, ...field })))).toEqual([]);
});

test('the properties of the form are checked', () => {
  const { faults } = readFormFile({
    ...formOf(),
    id: 7,
    url: 'Free Quote',
    formName: ' ',
    successUrl: '//evil.example',
    notifyEmail: 'nobody',
    pages: [],
  });
  expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'form > id: Not a valid id.',
    'form > url: Must be lower case words with hyphens, such as free-quote.',
    'form > formName: This is required.',
    'form > successUrl: Must be a path on this site, such as /free-quote/success.',
    'form > notifyEmail: Invalid email address',
    "form > pages: Unknown property 'pages'.",
  ]);
  expect(readFormFile(formOf()).faults).toEqual([
    { path: 'form > formSections', message: 'A form needs at least one field.' },
  ]);
});

describe('JSON that is not a form', () => {
  test.each([[null], [5], ['x'], [[]], [{}], [{ formSections: [1, [], null] }], [{ formSections: { length: 3 } }]])(
    '%j is refused',
    (json) => {
      const { form, faults } = readFormFile(json);
      expect([form, faults.length > 0]).toEqual([undefined, true]);
    },
  );

  test('a form with too many fields is refused without checking them', () => {
    const { faults } = readFormFile(formOf(...Array.from({ length: 5_001 }, () => 0 as unknown as object)));
    expect(faults).toEqual([{ path: 'form > formSections', message: 'At most 5,000 fields in a form.' }]);
  });
});

test('a repeated id is reported at its second occurrence', () => {
  const id = '01900000-0000-7000-8000-00000000000A';
  const faults = faultsOf({ ...name, id }, { formFieldType: 30, id: id.toLowerCase() });
  expect(faults).toEqual([{ path: at('field 2 > id'), message: 'This id is already used.' }]);
});

test('a form with warnings is accepted', () => {
  const { form, warnings } = readFormFile(
    formOf(
      { formFieldType: 2, modelPropertyName: 'size', selectOptions: 'Small=s;Large=l;Again=s' },
      { formFieldType: 0, visibilityLogic: "size == 'm'" },
    ),
  );
  expect(form).toBeDefined();
  expect(warnings.map(({ message }) => message)).toEqual([
    "Two options have the value 's'. Only the first is used.",
    'Rules cannot read this field, because it has no name.',
    "position 9: 'm' is not among the options of 'size'.",
  ]);
});

describe('JSON', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  test.each([
    ['{\n  "a": 1,\n  b: 2\n}', 'line 3, column 3: Not valid JSON. Expected a property name in double quotes.'],
    ['{"a": 1 "b": 2}', "line 1, column 9: Not valid JSON. Expected ',' or '}'."],
    ['[1, 2', "line 1, column 6: Not valid JSON. Expected ',' or ']'."],
    ['[1, ]', 'line 1, column 5: Not valid JSON. Expected a value.'],
    ['{"a" 1}', "line 1, column 6: Not valid JSON. Expected ':'."],
    [
      '{"a": "b\nc"}',
      'line 1, column 9: Not valid JSON. Expected a closing quote; line breaks and \\ are written as \\n and \\\\.',
    ],
    ['{} {}', 'line 1, column 4: Not valid JSON. Expected the end.'],
    ['', 'line 1, column 1: Not valid JSON. Expected a value.'],
    ['[01]', "line 1, column 3: Not valid JSON. Expected ',' or ']'."],
  ])('%j is reported with its position', (text, fault) => {
    expect(readJson(bytes(text))).toEqual({ fault });
  });

  test('deep nesting is refused before parsing', () => {
    const fault = 'Lists and objects can be nested at most 50 levels deep.';
    expect(readJson(bytes(`${'['.repeat(100_000)}x`))).toEqual({ fault });
  });

  test('is read with a byte order mark and refused in other encodings', () => {
    expect(readJson(bytes('\ufeff[1]'))).toEqual({ value: [1] });
    expect(readJson(Uint8Array.of(0x22, 0xe9, 0x22))).toEqual({ fault: 'The file is not UTF-8 text.' });
  });
});

describe('the submitter', () => {
  const sent = (submitter: unknown) =>
    readFormFile({
      ...formOf(
        name,
        { formFieldType: 15, modelPropertyName: 'email' },
        { formFieldType: 8, modelPropertyName: 'photos' },
      ),
      submitter,
    });
  const messages = (submitter: unknown) => sent(submitter).faults.map(({ path, message }) => `${path}: ${message}`);

  test('is read from the names of its fields, and is null without names', () => {
    expect(sent({ name: ['siteName'], email: 'email' }).form?.submitter).toEqual({
      name: ['siteName'],
      email: 'email',
    });
    expect(sent({ email: 'email' }).form?.submitter).toEqual({ name: [], email: 'email' });
    for (const none of [null, undefined, {}, { name: [], email: null }]) expect(sent(none).form?.submitter).toBeNull();
  });

  test.each([
    [
      { name: ['sitename2'] },
      "form > submitter > name > 0: No field has the name 'sitename2'. Did you mean 'siteName'?",
    ],
    [{ name: ['photos'] }, "form > submitter > name > 0: 'photos' is not a field whose answer is a name."],
    [{ email: 'emai' }, "form > submitter > email: No field has the name 'emai'. Did you mean 'email'?"],
    [{ email: 'siteName' }, "form > submitter > email: 'siteName' is not a field for an e-mail address (type 15)."],
    [{ name: 'siteName' }, 'form > submitter > name: Must be a list.'],
    [{ email: 7 }, 'form > submitter > email: Must be text.'],
    [{ mail: 'email' }, "form > submitter > mail: Unknown property 'mail'. Did you mean 'email'?"],
    ['email', 'form > submitter: Must be an object.'],
  ])('%j is refused', (submitter, fault) => {
    expect(messages(submitter)).toEqual([fault]);
  });

  test('without an email gives a warning if the form has an e-mail field', () => {
    expect(sent(null).warnings.map(({ message }) => message)).toEqual([
      "Guests get no confirmation, because 'submitter' names no email. To send one, set its email to 'email'.",
    ]);
    expect(sent({ email: 'email' }).warnings).toEqual([]);
  });
});

test('a hint is trimmed, and a blank one becomes null', () => {
  const hints = readFormFile(
    formOf({ ...name, hint: ' As on the door. ' }, { ...name, modelPropertyName: 'b', hint: ' ' }),
  ).form;
  expect(fieldsOf(hints ?? makeForm([])).map(({ hint }) => hint)).toEqual(['As on the door.', null]);
});
