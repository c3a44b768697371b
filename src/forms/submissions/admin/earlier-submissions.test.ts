import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseBefore } from '../../../../test/database.ts';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import { newId } from '#lib/uuid.ts';
import { listSubmissions } from './list.server.ts';

const { db, bringUpToDate } = await databaseBefore('0033');
const at = '2026-03-02T01:00:00Z';

const fieldNamed = (modelPropertyName: string, formFieldType = 0) => makeField({ formFieldType, modelPropertyName });
const [first, last, name] = [fieldNamed('FirstName'), fieldNamed('lastName'), fieldNamed('name')];
const [email, photos, note] = [fieldNamed('email', 15), fieldNamed('photos', 9), fieldNamed('note', 1)];

/** Stores a form in the format before the migration. */
async function storedForm(fields: Parameters<typeof makeForm>[0]): Promise<string> {
  const { id, ...form } = makeForm(fields);
  await db.transaction().execute(async (tx) => {
    await sql`insert into forms (id, url, current_version, created_at, updated_at)
      values (${id}, ${form.url}, 1, ${at}, ${at})`.execute(tx);
    await sql`insert into form_versions (form_id, version, form_name, definition, created_at)
      values (${id}, 1, 'Quote', ${JSON.stringify({ id, ...form })}::jsonb, ${at})`.execute(tx);
  });
  return id;
}

async function submitted(
  formId: string,
  responses: Record<string, string>,
  userId: string | null = null,
): Promise<string> {
  const id = newId();
  await sql`insert into form_submissions (id, form_id, form_version, user_id, responses, created_at, updated_at)
    values (${id}, ${formId}, 1, ${userId}, ${JSON.stringify(responses)}::jsonb, ${at}, ${at})`.execute(db);
  return id;
}

test('submissions from before migration 0033 are listed with their senders and can be searched', async () => {
  const userId = newId();
  await sql`insert into users (id, user_type, first_name, last_name, email, mobile, password_hash, created_at)
    values (${userId}, 1, 'Imogen', 'Farrow', 'imogen@example.com', '0491570156', 'x', ${at})`.execute(db);
  const [named, whole] = [await storedForm([first, last, email, photos, note]), await storedForm([name, note])];
  const stored = {
    member: await submitted(named, { [first.id]: 'Somebody', [note.id]: 'A wet floor' }, userId),
    parts: await submitted(named, {
      [first.id]: 'Tobias',
      [last.id]: 'Wrenfield',
      [email.id]: 'tobias@example.com',
      [note.id]: 'The café is closed',
      [photos.id]: JSON.stringify([{ name: 'foyer.png', origFileName: 'foyer.png', data: '/files/forms/x', size: 1 }]),
    }),
    whole: await submitted(whole, { [name.id]: 'Mira Okafor' }),
    nobody: await submitted(whole, { [note.id]: 'x'.repeat(6_000) }),
  };
  await bringUpToDate();

  const rows = await db.selectFrom('form_submissions').select(['id', 'sender_name', 'sender_email']).execute();
  const senders = new Map(rows.map(({ id, sender_name, sender_email }) => [id, [sender_name, sender_email]]));
  expect(senders.get(stored.member)).toEqual(['Imogen Farrow', 'imogen@example.com']);
  expect(senders.get(stored.parts)).toEqual(['Tobias Wrenfield', 'tobias@example.com']);
  expect(senders.get(stored.whole)).toEqual(['Mira Okafor', '']);
  expect(senders.get(stored.nobody)).toEqual(['', '']);

  const idsMatching = async (search: string) => (await listSubmissions(db, { search })).rows.map(({ id }) => id);
  expect(await idsMatching('wet floor')).toEqual([stored.member]);
  expect(await idsMatching('farrow')).toEqual([stored.member]);
  expect(await idsMatching('cafe')).toEqual([stored.parts]);
  expect(await idsMatching('okafor')).toEqual([stored.whole]);
  expect(await idsMatching('foyer')).toEqual([]);
  expect((await listSubmissions(db, {})).rows.map(({ status, version }) => [status, version])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});
