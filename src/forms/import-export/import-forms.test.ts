import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { tableSums } from '../../../test/contents.ts';
import { makeZip, type ZipFile } from '../../../test/make-zip.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { fieldsOf, type FormDefinition } from '../definition/definition.ts';
import type { FormsImport } from './contract.ts';
import { largestZip } from './uploaded-zip.ts';
import { isLong } from '../../../test/long.ts';

const { ask, deps } = await testApp();
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
const path = '/v1/form-builder';

const name = { formFieldType: 0, modelPropertyName: 'siteName', fieldLabel: 'Site' };
interface Form {
  url: string;
  id?: string;
  formName: string;
  formSections: object[];
}

const formOf = (url: string, ...formFields: object[]): Form => ({
  url,
  formName: `The form ${url}`,
  formSections: [{ formRows: [{ formFields: formFields.length > 0 ? formFields : [name] }] }],
});
const fileOf = (form: Form): ZipFile => ({
  name: `forms/${form.url}.json`,
  content: JSON.stringify(form),
});
const zipOf = (...forms: Form[]) => makeZip(forms.map(fileOf));

const asSent = (zip: Buffer, fileName = 'forms.zip') => ({
  name: fileName,
  origFileName: fileName,
  data: `data:application/zip;base64,${zip.toString('base64')}`,
  size: Math.ceil(zip.length / 1024),
});
const upload = (zip: Buffer, uploadMethod = 'replace', query = '') =>
  ask<FormsImport>('POST', `${path}/upload-forms${query}`, { token, body: { files: [asSent(zip)], uploadMethod } });
const read = async (url: string) => (await ask<FormDefinition & { version: number }>('GET', `${path}/${url}/url`)).body;

test('forms are added, replaced by new versions, or left unchanged', async () => {
  const first = await upload(zipOf(formOf('one'), formOf('two')));
  expect([first.status, first.body]).toEqual([
    200,
    {
      added: ['one', 'two'],
      replaced: [],
      archived: [],
      unchanged: [],
      warnings: [],
      changes: ['one', 'two'].map((url) => ({ url, formName: `The form ${url}`, change: 'added', version: 1 })),
    },
  ]);
  const before = await read('one');
  const { body } = await upload(
    zipOf(formOf('one', name, { formFieldType: 30, initialValue: 'Hello' }), formOf('two')),
  );
  expect([body.added, body.replaced, body.unchanged]).toEqual([[], ['one'], ['two']]);
  const after = await read('one');
  expect([after.version, after.id, fieldsOf(after)[0]?.id]).toEqual([2, before.id, fieldsOf(before)[0]?.id]);
});

test('a dry run returns the same result and changes nothing', async () => {
  const zip = zipOf(formOf('two', { ...name, maxLength: 9 }), formOf('three'));
  const before = await tableSums(deps.db);
  const { body } = await upload(zip, 'reset', '?dryRun=true');
  expect(await tableSums(deps.db)).toEqual(before);
  expect(body.changes.map(({ url, change, version }) => [url, change, version])).toEqual([
    ['two', 'replaced', 2],
    ['three', 'added', 1],
    ['one', 'archived', 2],
  ]);
  expect((await upload(zip, 'reset')).body).toEqual(body);
  const noted = deps.db.selectFrom('audit_log').select(['action']).where('entity', '=', 'form');
  const actions = (await noted.execute()).map(({ action }) => action);
  expect(actions.sort()).toEqual(['archive', 'create', 'create', 'create', 'update', 'update']);
});

test('importing the id of an archived form restores it with its versions', async () => {
  const [{ id } = { id: '' }] = (
    await ask<{ id: string; url: string }[]>('GET', `${path}/forms?state=archived`, { token })
  ).body;
  const { body } = await upload(zipOf({ id, ...formOf('one') }), 'replace', '?dryRun=true');
  expect(body.changes).toEqual([{ url: 'one', formName: 'The form one', change: 'added', version: 3 }]);
  expect((await upload(zipOf({ id, ...formOf('one') }))).body).toEqual(body);
  expect(await read('one')).toMatchObject({ id, version: 3 });
});

test('a fault in any form refuses the whole import with every fault, also in reset mode', async () => {
  const zip = makeZip([
    fileOf(formOf('fresh')),
    fileOf(formOf('one', { ...name, visibilityLogic: 'nobody == 1' })),
    { name: 'forms/broken.json', content: '{"url": }' },
    { name: 'forms/same.json', content: JSON.stringify(formOf('fresh')) },
  ]);
  const before = await tableSums(deps.db);
  for (const method of ['replace', 'reset']) {
    const { status, message, faults } = await upload(zip, method);
    expect([status, message]).toEqual([400, 'The file has 3 faults. Nothing has been changed.']);
    expect(faults).toEqual([
      {
        path: 'forms/one.json > section 1 > row 1 > field 1: siteName > visibilityLogic',
        message: "E101, position 1: Unknown field 'nobody'.",
      },
      { path: 'forms/broken.json', message: 'line 1, column 9: Not valid JSON. Expected a value.' },
      { path: 'forms/same.json > url', message: 'The file forms/fresh.json has the same url.' },
    ]);
  }
  expect(await tableSums(deps.db)).toEqual(before);
});

test.each([
  ['a list', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a property', `{"url":"deep","formName":"Deep","formSections":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
])('100,000 levels of nesting (%s) are refused with a message', async (_, content) => {
  const answer = await upload(makeZip([{ name: 'forms/deep.json', content }]));
  expect([answer.status, answer.faults]).toEqual([
    400,
    [{ path: 'forms/deep.json', message: 'Lists and objects can be nested at most 50 levels deep.' }],
  ]);
});

test('the id of another form is refused', async () => {
  const { id } = await read('one');
  const { faults } = await upload(zipOf({ id, ...formOf('other') }));
  expect(faults).toEqual([
    { path: 'forms/other.json > id', message: "This id belongs to the form 'one'. Leave it out." },
  ]);
});

test('concurrent imports run one after the other', async () => {
  const zips = Array.from({ length: 6 }, (_, i) => zipOf(formOf('raced', { ...name, maxLength: i + 1 })));
  const answers = await Promise.all(zips.map((zip) => upload(zip)));
  expect(answers.map(({ status }) => status)).toEqual(zips.map(() => 200));
  expect(answers.flatMap(({ body }) => body.added)).toEqual(['raced']);
  expect((await read('raced')).version).toBe(6);
});

describe('the request', () => {
  const good = asSent(zipOf(formOf('one')));
  const required = 'This is field is required.';
  test.each<[string, object, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['files', required],
        ['uploadMethod', required],
      ],
    ],
    ['no file', { files: [], uploadMethod: 'reset' }, [['files', required]]],
    ['two files', { files: [good, good], uploadMethod: 'reset' }, [['files', 'Please send exactly one file.']]],
    ['no method', { files: [good], uploadMethod: '' }, [['uploadMethod', required]]],
    ['another method', { files: [good], uploadMethod: 'merge' }, [['uploadMethod', 'Must be reset or replace.']]],
    [
      'another type',
      { files: [{ ...good, origFileName: 'forms.rar' }], uploadMethod: 'reset' },
      [['files.0.origFileName', 'File type is not supported.']],
    ],
    [
      'no data',
      { files: [{ ...good, data: 'data:application/zip;base64,' }], uploadMethod: 'reset' },
      [['files.0.data', required]],
    ],
    [
      'no base64',
      { files: [{ ...good, data: 'data:application/zip;base64,%%%' }], uploadMethod: 'reset' },
      [['files.0.data', 'File type is not supported.']],
    ],
    [
      'a byte too much',
      { files: [asSent(Buffer.alloc(largestZip + 1))], uploadMethod: 'reset' },
      [['files.0.data', 'File is too large.']],
    ],
  ])('%s is refused', async (_what, body, faults) => {
    const answer = await ask('POST', `${path}/upload-forms`, { token, body });
    expect([answer.status, answer.faults.map((fault) => [fault.path, fault.message])]).toEqual([400, faults]);
  });

  test('a body larger than 28 MB is not read', async () => {
    const body = { files: [asSent(Buffer.alloc(22 * 1024 * 1024))], uploadMethod: 'reset' };
    expect((await ask('POST', `${path}/upload-forms`, { token, body })).status).toBe(413);
  });
});

const one = fileOf(formOf('one', { ...name, maxLength: 77 }));
const notZip = 'The file is not a zip, or it is damaged.';
const damaged = 'The zip is damaged, encrypted, or of a kind that cannot be read.';
const big = Buffer.alloc(19 * 1024 * 1024, ' ');

const zips: [string, () => Buffer, [string, string][]][] = [
  ['no zip', () => Buffer.from('PK\x03\x04 not at all'), [['forms.zip', notZip]]],
  ['half a zip', () => makeZip([one]).subarray(0, 200), [['forms.zip', notZip]]],
  ['an empty zip', () => makeZip([]), [['forms.zip', 'The zip contains no forms/*.json.']]],
  [
    '501 files',
    () => makeZip(Array.from({ length: 501 }, (_, i) => ({ ...one, name: `forms/${i}.json` }))),
    [['forms.zip', 'The zip contains more than 500 files.']],
  ],
  [
    '100,000 files',
    () =>
      makeZip(Array.from({ length: 100_000 }, (_, i) => ({ ...one, method: 0, content: '', name: `forms/${i}.json` }))),
    [['forms.zip', 'The zip contains more than 500 files.']],
  ],
  ['fewer files than declared', () => makeZip([one], 3), [['forms.zip', damaged]]],
  [
    'a parent folder',
    () => makeZip([one, { ...one, name: 'forms/../../etc/x.json' }]),
    [['forms/../../etc/x.json', "File names must not contain '..'."]],
  ],
  [
    'an absolute name',
    () => makeZip([one, { ...one, name: '/forms/a.json' }]),
    [['/forms/a.json', 'File names must be relative.']],
  ],
  [
    'a drive letter',
    () => makeZip([one, { ...one, name: 'C:/forms/a.json' }]),
    [['C:/forms/a.json', 'File names must be relative.']],
  ],
  [
    'a backslash',
    () => makeZip([one, { ...one, name: 'forms\\a.json' }]),
    [['forms\\a.json', 'File names must not contain a backslash.']],
  ],
  [
    'a name with a direction mark',
    () => makeZip([one, { ...one, name: 'forms/a\u202enosj.json' }]),
    [['forms/a?nosj.json', 'This file name is not allowed.']],
  ],
  [
    'the same file twice',
    () => makeZip([one, { ...one, name: 'forms/ONE.json' }]),
    [['forms/ONE.json', 'The zip contains this file twice.']],
  ],
  [
    'a symbolic link',
    () => makeZip([one, { name: 'forms/a.json', content: '/etc/passwd', mode: 0o120777 }]),
    [['forms/a.json', 'Links and special files cannot be imported.']],
  ],
  [
    'a zip in the zip',
    () => makeZip([one, { name: 'forms/inner.zip', content: makeZip([one]) }]),
    [['forms/inner.zip', 'Only files named forms/*.json can be imported.']],
  ],
  [
    'deeper folders',
    () => makeZip([one, { ...one, name: 'forms/a/b.json' }]),
    [['forms/a/b.json', 'Only files named forms/*.json can be imported.']],
  ],
  [
    'other files',
    () => makeZip([one, { name: '.git/x', content: 'x' }, { name: 'readme.txt', content: 'x' }]),
    [
      ['.git/x', 'Only files named forms/*.json can be imported.'],
      ['readme.txt', 'Only files named forms/*.json can be imported.'],
    ],
  ],
  [
    'two folders around forms',
    () =>
      makeZip([
        { ...one, name: 'a/forms/one.json' },
        { ...one, name: 'b/forms/two.json' },
      ]),
    [
      ['a/forms/one.json', 'Only files named forms/*.json can be imported.'],
      ['b/forms/two.json', 'Only files named forms/*.json can be imported.'],
    ],
  ],
  [
    'an encrypted file',
    () => makeZip([one, { ...one, name: 'forms/a.json', flags: 0x801 }]),
    [['forms/a.json', 'The file is encrypted.']],
  ],
  ['a strongly encrypted file', () => makeZip([{ ...one, flags: 0x841 }]), [['forms.zip', damaged]]],
  [
    'an unsupported compression method',
    () => makeZip([one, { ...one, name: 'forms/a.json', method: 12 }]),
    [['forms/a.json', 'The compression method is not supported.']],
  ],
  [
    'a size that is smaller than declared',
    () => makeZip([{ ...one, size: 5_000 }]),
    [['forms/one.json', 'The file is damaged.']],
  ],
  [
    'a size that is larger than declared',
    () => makeZip([{ ...one, size: 5 }]),
    [['forms/one.json', 'The file is damaged.']],
  ],
  ['a wrong checksum', () => makeZip([{ ...one, crc: 1 }]), [['forms/one.json', 'The file is damaged.']]],
  [
    'a form of 1 GB',
    () => makeZip([{ name: 'forms/a.json', content: Buffer.alloc(1024 * 1024 * 1024) }]),
    [['forms/a.json', 'A form must not be larger than 20 MB.']],
  ],
  [
    'a form of 150 MB that is declared as small',
    () => makeZip([{ name: 'forms/a.json', content: Buffer.alloc(150 * 1024 * 1024), size: 10 }]),
    [['forms/a.json', 'The file is damaged.']],
  ],
  [
    '101 MB in parts',
    () =>
      makeZip(
        Array.from({ length: 6 }, (_, i) => ({
          name: `forms/${i}.json`,
          content: i < 5 ? big : big.subarray(0, 7 * 1024 * 1024),
        })),
      ),
    [
      ...Array.from({ length: 5 }, (_, i): [string, string] => [
        `forms/${i}.json`,
        `line 1, column ${big.length + 1}: Not valid JSON. Expected a value.`,
      ]),
      ['forms.zip', 'The zip contains more than 100 MB.'],
    ],
  ],
];

const large = ['100,000 files', 'a form of 1 GB', 'a form of 150 MB that is declared as small', '101 MB in parts'];

test.each(zips.filter(([what]) => isLong || !large.includes(what)))(
  '%s is refused, and changes nothing',
  async (_what, make, faults) => {
    const zip = make();
    const before = await tableSums(deps.db);
    for (const method of ['reset', 'replace']) {
      const answer = await upload(zip, method);
      expect([answer.status, answer.faults.map((fault) => [fault.path, fault.message])]).toEqual([400, faults]);
    }
    expect(await tableSums(deps.db)).toEqual(before);
  },
);

test('a zip with any part zeroed is refused or imported, and never causes a server error', async () => {
  const zip = makeZip([one]);
  for (let at = 0; at < zip.length; at += 7) {
    const bad = Buffer.from(zip);
    bad.fill(0xff, at, at + 4);
    expect((await upload(bad, 'replace', '?dryRun=true')).status).toBeLessThan(500);
  }
});
