import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { insertUser } from '#accounts/profile/write-users.server.ts';
import { freshDatabase } from './database.ts';
import { isDemoDue, isEmptyShop, withSeedLock, seedDemoForms } from '../src/demo.server.ts';
import { type FormDefinition, fieldsOf, optionsOf } from '../src/forms/definition/definition.ts';
import { fieldTypes } from '../src/forms/definition/field-types.ts';
import { publicForms } from '../src/forms/definition/public-forms.ts';
import { readFormFile } from '../src/forms/import-export/read-form-file.ts';
import { noteEvent } from '../src/platform/db/system-events.server.ts';
import { systemClock } from '../src/platform/process/clock.server.ts';
import { seedPromos } from '../src/promos/seed-promos.server.ts';

const { db } = await freshDatabase();
const folder = join(import.meta.dirname, '../demo/forms');
const names = (await readdir(folder)).sort();
const read = new Map(
  await Promise.all(
    names.map(async (name) => {
      const json: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
      return [name.replace(/\.json$/, ''), readFormFile(json, { file: name })] as const;
    }),
  ),
);

const siteFile = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../demo/site', name), 'utf8')) as T; // checked when it is imported

function formOf(url: string): FormDefinition {
  const form = read.get(url)?.form;
  if (!form) throw new Error(`No form ${url} in demo/forms.`);
  return form;
}

const optionsIn = (url: string, name: string) => {
  const field = fieldsOf(formOf(url)).find(({ modelPropertyName }) => modelPropertyName === name);
  return field ? optionsOf(field) : [];
};

describe.each([...read])('the form %s', (url, { form, faults, warnings }) => {
  test('imports without a fault or a warning', () => {
    expect([...faults, ...warnings]).toEqual([]);
    expect(form?.url).toBe(url);
  });

  test('has unique ids that do not change', async () => {
    const text = await readFile(join(folder, `${url}.json`), 'utf8');
    for (const { id } of fieldsOf(formOf(url))) expect(text).toContain(id);
  });
});

test('the gallery has every type of field', () => {
  const types = fieldsOf(formOf('gallery')).map(({ formFieldType }) => String(formFieldType));
  expect([...new Set(types)].sort()).toEqual(Object.keys(fieldTypes).sort());
});

test('there is a quote for each service and an application for each position', () => {
  const services = siteFile<{ name: string; page: string }[]>('services.json');
  const positions = siteFile<{ anchor: string; name: string }[]>('positions.json');
  const slugs = services.map(({ name, page }) => ({ label: name, value: page }));
  expect(optionsIn('free-quote', 'service')).toEqual([...slugs, { label: 'Something else', value: 'other' }]);
  const open = positions.map(({ anchor, name }) => ({ label: name, value: anchor }));
  expect(optionsIn('application-form', 'position')).toEqual([...open, { label: 'Either', value: 'either' }]);
});

test('the forms that the site links to exist', () => {
  expect([...read.keys()]).toEqual(expect.arrayContaining([...publicForms]));
});

test('an empty database gets them once, and an archived form is not added again', async () => {
  const deps = { db, clock: systemClock };
  await seedDemoForms(deps);
  const stored = () =>
    db.selectFrom('forms').select(['url', 'current_version', 'archived_at']).orderBy('url').execute();
  expect(await stored()).toEqual([...read.keys()].map((url) => ({ url, current_version: 1, archived_at: null })));
  await db.updateTable('forms').set({ archived_at: systemClock.now() }).execute();
  await seedDemoForms(deps);
  expect(await stored()).toEqual(
    [...read.keys()].map((url) => ({ url, current_version: 1, archived_at: expect.any(Date) })),
  );
});

test('two servers that start at once on an empty database seed it once', async () => {
  const promos: unknown = JSON.parse(await readFile(join(folder, '../promos.json'), 'utf8'));
  let seeded = 0;
  const seed = async () => {
    if (!(await isEmptyShop(db))) return;
    await db.transaction().execute((tx) => seedPromos(tx, promos, systemClock.now()));
    seeded += 1;
  };
  await Promise.all([withSeedLock(db, seed), withSeedLock(db, seed)]);
  expect(seeded).toBe(1);
});

test('a shop is filled while it is empty, and again where a start that was killed stopped', async () => {
  expect(await isDemoDue(db)).toBe(false); // it has promos
  await noteEvent(db, 'demo-begun', systemClock.now());
  expect(await isDemoDue(db)).toBe(true);
  const person = { firstName: 'Ines', lastName: 'Marlow', email: 'ines@harbour.example', mobile: '' };
  const user = { ...person, passwordHash: 'x', at: systemClock.now() };
  const { userId } = await db.transaction().execute((tx) => insertUser(tx, user));
  expect(await isDemoDue(db)).toBe(false); // it is somebody's
  await db.deleteFrom('users').where('id', '=', userId).execute();
  expect(await isDemoDue(db)).toBe(true);
  await noteEvent(db, 'demo-made', systemClock.now());
  expect(await isDemoDue(db)).toBe(false);
});
