import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeZip } from '../../../test/make-zip.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { fieldTypes } from '../definition/field-types.ts';
import type { FormsImport } from './contract.ts';
import { fileOf } from './export-forms.server.ts';
import { readFormFile } from './read-form-file.ts';

const { ask, deps } = await testApp();
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
const path = '/v1/form-builder';

const upload = (zip: Buffer, uploadMethod: string) => {
  const data = `data:application/zip;base64,${zip.toString('base64')}`;
  const body = { files: [{ name: 'a.zip', origFileName: 'a.zip', data, size: 1 }], uploadMethod };
  return ask<FormsImport>('POST', `${path}/upload-forms`, { token, body });
};
const exported = async () => (await ask('GET', `${path}/export`, { token })).bytes;
const stored = () =>
  deps.db.selectFrom('form_versions').select(['form_id', 'version', 'definition']).orderBy('form_id').execute();

/** Any text that the database can store. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed() && !one.includes('\0'));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3 });
const choices = [2, 3, 4, 5];

/** A valid field of a file, with the properties that its type requires. */
const field = (name: string) =>
  fc
    .record({
      formFieldType: fc.constantFrom(...Object.keys(fieldTypes).map(Number)),
      fieldLabel: maybe(text),
      minNumberValue: maybe(fc.double({ max: 0, noNaN: true, noDefaultInfinity: true })),
      maxNumberValue: maybe(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
      maxLength: maybe(fc.integer({ min: 1, max: 100_000 })),
      minDateToday: maybe(fc.boolean()),
      dateFormat: maybe(fc.constantFrom('DD/MM/YYYY', 'YYYY-MM-DD', 'MM.DD.YYYY')),
      fileCount: maybe(fc.integer({ min: 1, max: 50 })),
      isDisabled: maybe(fc.boolean()),
      overridePlaceholderText: maybe(text),
      hint: maybe(text),
      visibilityLogic: maybe(fc.constantFrom('', '*', "first == 'a'", 'first != "b" && first != c')),
      requiredLogic: maybe(fc.constantFrom('*', "first == ''")),
      requiredRegexPattern: maybe(fc.constantFrom('^a+$', '', '\\d{4}')),
      smColSize: maybe(fc.integer({ min: 1, max: 12 })),
    })
    .map((one) => ({
      ...one,
      modelPropertyName: name,
      ...(choices.includes(one.formFieldType) && { selectOptions: 'A=a;B=b' }),
      ...(one.formFieldType === 12 && { maskedInputMask: '99-99' }),
    }));

const fieldsOf = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => field(`field ${i}`))));

const form = (url: string) =>
  fc.record({
    url: fc.constant(url),
    formName: text.filter((one) => one.trim() !== ''),
    successUrl: maybe(fc.constantFrom('/free-quote/success', '/')),
    toastMessage: maybe(text),
    showHeading: maybe(fc.boolean()),
    formSections: fc.tuple(maybe(text), fieldsOf).map(([sectionHeading, formFields]) => [
      {
        sectionHeading,
        formRows: [{ formFields: [{ formFieldType: 0, modelPropertyName: 'first' }] }, { formFields }],
      },
    ]),
  });

const forms = fc
  .uniqueArray(fc.constantFrom('a', 'b-2', 'free-quote', 'incident-report'), { minLength: 1, maxLength: 3 })
  .chain((urls) => fc.tuple(...urls.map(form)));

test('an export imports to the same forms, with and without existing forms', async () => {
  await fc.assert(
    fc.asyncProperty(forms, async (files) => {
      const zip = makeZip(files.map((one) => ({ name: `forms/${one.url}.json`, content: JSON.stringify(one) })));
      const { status, faults } = await upload(zip, 'reset');
      expect([status, faults]).toEqual([200, []]);
      const [out, before] = [await exported(), await stored()];
      expect((await upload(zip, 'reset')).body.changes.every(({ change }) => change === 'unchanged')).toBe(true);
      expect((await upload(out, 'reset')).body.changes.every(({ change }) => change === 'unchanged')).toBe(true);
      expect(await stored()).toEqual(before);
      expect(await exported()).toEqual(out);
      await deps.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('form_versions').execute();
        await tx.deleteFrom('forms').execute();
      });
      expect((await upload(out, 'reset')).status).toBe(200);
      expect(await exported()).toEqual(out);
    }),
    { numRuns: 30 },
  );
});

test('a form survives writing and reading', () => {
  fc.assert(
    fc.property(form('any'), (file) => {
      const { form: read } = readFormFile(file);
      expect(read).toBeDefined();
      if (read) expect(readFormFile(JSON.parse(fileOf(read))).form).toEqual(read);
    }),
  );
});

test('the published schema has every property and allows no others', async () => {
  const { status, headers, bytes } = await ask('GET', `${path}/schema.json`, { token: null });
  expect([status, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8']);
  const schema = JSON.parse(bytes.toString());
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'http://shop.test/v1/form-builder/schema.json',
    additionalProperties: false,
    required: ['url', 'formName', 'formSections'],
  });
  const rows = schema.properties.formSections.items.properties.formRows;
  const { properties, required } = rows.items.properties.formFields.items;
  expect([Object.keys(properties).length, required]).toEqual([25, ['formFieldType']]);
  expect(properties.formFieldType.enum).toContain(37);
});
