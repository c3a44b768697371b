import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { newId } from '#lib/uuid.ts';

const { ask, deps } = await testApp();
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
const path = '/v1/form-builder';
const field = makeField({ formFieldType: 0, modelPropertyName: 'name' });
const form = await storeForm(deps, makeForm([field], { url: 'lost-key' }));

const step = (name: string, by = token, id = form.id) => ask('PATCH', `${path}/forms/${id}/${name}`, { token: by });
const send = () => ask('POST', `${path}/${form.id}`, { body: [{ id: field.id, response: 'Kim' }] });
const read = () => ask<{ isClosed: boolean }>('GET', `${path}/lost-key/url`);
const auditedActions = async () => {
  const rows = await deps.db.selectFrom('audit_log').select('action').where('entity_id', '=', form.id).execute();
  return rows.map(({ action }) => action).sort(); // entries of the same instant have no order
};

test('a closed form is visible but accepts no submissions until it is opened again', async () => {
  expect((await send()).status).toBe(201);
  expect([(await step('close')).status, (await step('close')).status]).toEqual([204, 204]);
  expect(await read()).toMatchObject({ status: 200, body: { isClosed: true } });
  expect(await send()).toMatchObject({
    status: 409,
    message: 'This form is closed. It does not accept submissions at the moment.',
  });
  expect((await ask('POST', `${path}/${form.id}?formVersion=1`, { body: [] })).status).toBe(409);
  expect((await step('open')).status).toBe(204);
  expect(await read()).toMatchObject({ status: 200, body: { isClosed: false } });
  expect((await send()).status).toBe(201);
  expect(await auditedActions()).toEqual(['close', 'create', 'open']);
});

test('an archived form is hidden from visitors and can be restored unless its address is taken', async () => {
  expect((await step('archive')).status).toBe(204);
  expect([(await read()).status, (await send()).status]).toEqual([404, 404]);
  expect(await step('close')).toMatchObject({ status: 409, message: 'This form is archived. Restore it first.' });
  const other = await storeForm(deps, makeForm([{ ...field, id: newId() }], { url: 'lost-key' }));
  expect((await step('restore')).message).toBe(
    'Another form has the address /forms/lost-key/. Archive that one first.',
  );
  await step('archive', token, other.id);
  expect((await step('restore')).status).toBe(204);
  expect((await send()).status).toBe(201);
  expect(await auditedActions()).toEqual(['archive', 'close', 'create', 'open', 'restore']);
});

test('only administrators with ManageForms change the state of forms', async () => {
  const { token: clerk } = await makeAdministrator(deps, { claims: ['ManageUsers'] });
  for (const name of ['close', 'open', 'archive', 'restore']) {
    expect((await step(name, clerk)).status).toBe(403);
    expect((await step(name, (await makePerson(deps)).token)).status).toBe(403);
    expect((await step(name, token, newId())).status).toBe(404);
  }
});
