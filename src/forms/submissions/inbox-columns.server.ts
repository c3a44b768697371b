import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { normaliseWords } from '#lib/text/search-words.ts';
import { answerText } from '../answers/answer-types.ts';
import { type Submitter, submitterOf } from '../answers/submitter.ts';
import { fieldsOf, type FormDefinition } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';

/** Limit on a submission's searchable characters; a PostgreSQL tsvector holds at most a megabyte. */
const maxCharacters = 100_000;

/** Common names of fields for the submitter's e-mail address, in lower case. */
const emailNames = ['email', 'emailaddress', 'youremail', 'contactemail'];

/**
 * A guest's name and e-mail address. If the form names no e-mail field, the inbox shows a field with a common name, but no
 * mail is sent to it.
 */
function guestSubmitter(form: FormDefinition, values: ReadonlyMap<string, string>): Submitter {
  const { name, email } = submitterOf(form, values);
  const usual = fieldsOf(form).find(
    ({ id, modelPropertyName }) => emailNames.includes(modelPropertyName?.toLowerCase() ?? '') && values.has(id),
  );
  return { name, email: email || (values.get(usual?.id ?? '') ?? '') };
}

async function memberSubmitter(db: Db | Tx, id: string): Promise<Submitter | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return user && { name: `${user.first_name} ${user.last_name}`, email: user.email };
}

/** The stored values of these controls are searchable too, such as a phone number without spaces. */
const searchedAsStored = ['number', 'currency', 'mobile'];

function textOf(form: FormDefinition, values: ReadonlyMap<string, string>): string {
  const texts = fieldsOf(form).flatMap((field) => {
    const value = values.get(field.id);
    if (value === undefined || typeOf(field).control === 'signature') return [];
    return [answerText(field, value), ...(searchedAsStored.includes(typeOf(field).control) ? [value] : [])];
  });
  return texts.join(' ');
}

/**
 * Columns that the inbox lists and searches, written whenever a submission is stored or changed: the submitter (the member's name
 * at that time; a guest's from the form's fields), and the search words of submitter and answers. `userId` is null for a guest.
 */
export async function inboxColumns(
  db: Db | Tx,
  form: FormDefinition,
  values: ReadonlyMap<string, string>,
  userId: string | null,
) {
  const submitter = (userId === null ? undefined : await memberSubmitter(db, userId)) ?? guestSubmitter(form, values);
  const text = `${submitter.name} ${submitter.email} ${textOf(form, values)}`.slice(0, maxCharacters);
  const searched = normaliseWords(text).slice(0, maxCharacters); // normalising may lengthen the text
  return {
    sender_name: submitter.name.slice(0, 200),
    sender_email: submitter.email.slice(0, 254),
    words: sql<string>`search_words(${searched})`,
  };
}
