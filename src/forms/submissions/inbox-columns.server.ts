import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { normaliseWords } from '#lib/text/search-words.ts';
import { answerText } from '../answers/answer-types.ts';
import { type Submitter, submitterOf } from '../answers/submitter.ts';
import { fieldsOf, type FormDefinition } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';

/** Characters of a submission that are searchable; a PostgreSQL tsvector holds at most a megabyte. */
const maxCharacters = 100_000;

/** Usual names of fields for the submitter's e-mail address, in lower case. */
const emailNames = ['email', 'emailaddress', 'youremail', 'contactemail'];

/** A guest's name and e-mail address. An address from a usual field name is only shown; no mail is sent to it. */
function guestSender(form: FormDefinition, values: ReadonlyMap<string, string>): Submitter {
  const { name, email } = submitterOf(form, values);
  const usual = fieldsOf(form).find(
    ({ id, modelPropertyName }) => emailNames.includes(modelPropertyName?.toLowerCase() ?? '') && values.has(id),
  );
  return { name, email: email || (values.get(usual?.id ?? '') ?? '') };
}

async function memberSender(db: Db | Tx, id: string): Promise<Submitter | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return user && { name: `${user.first_name} ${user.last_name}`, email: user.email };
}

/** Controls whose raw value is searchable too, such as phone numbers without spaces. */
const searchedRaw = ['number', 'currency', 'mobile'];

function textOf(form: FormDefinition, values: ReadonlyMap<string, string>): string {
  const texts = fieldsOf(form).flatMap((field) => {
    const value = values.get(field.id);
    if (value === undefined || typeOf(field).control === 'signature') return [];
    return [answerText(field, value), ...(searchedRaw.includes(typeOf(field).control) ? [value] : [])];
  });
  return texts.join(' ');
}

/**
 * Columns that the inbox lists and searches, to be written whenever a submission is stored or changed: the sender (the
 * member's current name, otherwise taken from the form's fields) and the search words of sender and answers. `userId` is null for a guest.
 */
export async function listingColumns(
  db: Db | Tx,
  form: FormDefinition,
  values: ReadonlyMap<string, string>,
  userId: string | null,
) {
  const sender = (userId === null ? undefined : await memberSender(db, userId)) ?? guestSender(form, values);
  const text = `${sender.name} ${sender.email} ${textOf(form, values)}`.slice(0, maxCharacters);
  const searched = normaliseWords(text).slice(0, maxCharacters); // normalising may lengthen the text
  return {
    sender_name: sender.name.slice(0, 200),
    sender_email: sender.email.slice(0, 254),
    words: sql<string>`search_words(${searched})`,
  };
}
