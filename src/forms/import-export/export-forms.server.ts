import type { Db } from '#platform/db/db.server.ts';
import { zipStream, type ZipPart } from '#platform/storage/zip-stream.server.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { readForm } from '../definition/form-versions.server.ts';
import { fieldFile, formFile } from './form-file-shape.ts';

/** A zip of all forms that are not archived, read one at a time. The same forms produce the same bytes. */
export async function* exportForms(db: Db): AsyncGenerator<Buffer> {
  const forms = await db
    .selectFrom('forms')
    .select(['id', 'url'])
    .where('archived_at', 'is', null)
    .orderBy('url')
    .execute();
  yield* zipStream(forms.map(({ id, url }): ZipPart => ({ name: `forms/${url}.json`, content: contentOf(db, id) })));
}

async function* contentOf(db: Db, id: string): AsyncGenerator<string> {
  const { form } = await readForm(db, { id });
  yield fileOf(form);
}

const formKeys = Object.keys(formFile.shape).filter((key) => key !== 'formSections');
const fieldKeys = Object.keys(fieldFile.shape);

/** A form as JSON: properties in the order of the specification, without null properties, one line per field. */
export function fileOf(form: FormDefinition): string {
  const head = membersOf(form, formKeys).map((member) => `  ${member},\n`);
  const sections = form.formSections.map(({ formRows, ...section }) => {
    const rows = formRows.map(({ id, formFields }) => {
      const fields = formFields.map((field) => `            { ${membersOf(field, fieldKeys).join(', ')} }`);
      return `        {\n          "id": ${JSON.stringify(id)},\n          "formFields": ${listed(fields, '          ')}\n        }`;
    });
    const members = membersOf(section, ['id', 'sectionHeading']).map((member) => `      ${member},\n`);
    return `    {\n${members.join('')}      "formRows": ${listed(rows, '      ')}\n    }`;
  });
  return `{\n${head.join('')}  "formSections": ${listed(sections, '  ')}\n}\n`;
}

function membersOf(owner: object, keys: readonly string[]): string[] {
  const values = new Map(Object.entries(owner));
  return keys.flatMap((key) => {
    const value: unknown = values.get(key);
    return value === null || value === undefined ? [] : [`${JSON.stringify(key)}: ${JSON.stringify(value)}`];
  });
}

const listed = (items: readonly string[], indent: string): string =>
  items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
