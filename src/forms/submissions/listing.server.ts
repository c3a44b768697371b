import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { normalise } from '#lib/text/search-words.ts';
import { type Submitter, submitterOf } from '../answers/submitter.ts';
import { answerText } from '../answers/words.ts';
import { fieldsOf, type FormDefinition } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';

/** Letters of a submission that are searched; PostgreSQL keeps at most a megabyte of words. */
const mostLetters = 100_000;

/** Fields that forms have for the address of who fills them in, without regard to case. */
const emailNames = ['email', 'emailaddress', 'youremail', 'contactemail'];

/** A guest's name, and the address that the form names for it, else the one of a usual name, which is shown and never mailed to. */
function guest(form: FormDefinition, values: ReadonlyMap<string, string>): Submitter {
  const { name, email } = submitterOf(form, values);
  const usual = fieldsOf(form).find(
    ({ id, modelPropertyName }) => emailNames.includes(modelPropertyName?.toLowerCase() ?? '') && values.has(id),
  );
  return { name, email: email || (values.get(usual?.id ?? '') ?? '') };
}

async function member(db: Db | Tx, id: string): Promise<Submitter | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return user && { name: `${user.first_name} ${user.last_name}`, email: user.email };
}

/** Numbers are found as they were typed too, phones without their blanks. */
const alsoPlain = ['number', 'currency', 'mobile'];

function textOf(form: FormDefinition, values: ReadonlyMap<string, string>): string {
  const texts = fieldsOf(form).flatMap((field) => {
    const value = values.get(field.id);
    if (value === undefined || typeOf(field.formFieldType).control === 'signature') return [];
    return [answerText(field, value), ...(alsoPlain.includes(typeOf(field.formFieldType).control) ? [value] : [])];
  });
  return texts.join(' ');
}

export interface ListedColumns {
  sender_name: string;
  sender_email: string;
  words: RawBuilder<string>;
}

interface Listing {
  form: FormDefinition;
  values: ReadonlyMap<string, string>;
  /** Whose it is; null for a guest's. */
  userId: string | null;
}

/**
 * What the inbox lists and searches of a submission, to be written whenever it is stored or changed: who sent it (the member as
 * they are called then, else what the form's fields say) and the words of sender and answers.
 */
export async function listedColumns(db: Db | Tx, { form, values, userId }: Listing): Promise<ListedColumns> {
  const sender = (userId === null ? undefined : await member(db, userId)) ?? guest(form, values);
  const text = `${sender.name} ${sender.email} ${textOf(form, values)}`.slice(0, mostLetters);
  const searched = normalise(text).slice(0, mostLetters); // some letters become many
  return {
    sender_name: sender.name.slice(0, 200),
    sender_email: sender.email.slice(0, 254),
    words: sql<string>`search_words(${searched})`,
  };
}
