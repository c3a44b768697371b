import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#infra/db.server.ts';
import { normalise } from '#lib/search-words.ts';
import { wordsOf } from '../answers/words.ts';
import { fieldsOf, type FormDefinition } from '../definition.ts';
import { typeOf } from '../field-types.ts';

/** Letters of a submission that are searched; PostgreSQL keeps at most a megabyte of words. */
const mostLetters = 100_000;

/** How forms name their fields for who fills them in, without regard to case. */
const senderNames = {
  name: ['name', 'fullname', 'yourname', 'contactname'],
  firstName: ['firstname', 'givenname'],
  lastName: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'youremail', 'contactemail'],
} as const;

interface Sender {
  name: string;
  email: string;
}

/** Who sent it as the form's own fields say it; empty where they don't. */
function senderOf(form: FormDefinition, values: ReadonlyMap<string, string>): Sender {
  const said = new Map(
    fieldsOf(form).map((field) => [field.modelPropertyName?.toLowerCase() ?? '', values.get(field.id) ?? '']),
  );
  const first = (names: readonly string[]): string => names.map((name) => said.get(name)).find(Boolean) ?? '';
  const whole = [first(senderNames.firstName), first(senderNames.lastName)].filter(Boolean).join(' ');
  const typed = fieldsOf(form).find(
    ({ id, formFieldType }) => typeOf(formFieldType).control === 'email' && values.has(id),
  );
  return {
    name: whole || first(senderNames.name),
    email: first(senderNames.email) || (values.get(typed?.id ?? '') ?? ''),
  };
}

async function member(db: Db | Tx, id: string): Promise<Sender | undefined> {
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
    return [wordsOf(field, value), ...(alsoPlain.includes(typeOf(field.formFieldType).control) ? [value] : [])];
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
  const sender = (userId === null ? undefined : await member(db, userId)) ?? senderOf(form, values);
  const text = `${sender.name} ${sender.email} ${textOf(form, values)}`.slice(0, mostLetters);
  const searched = normalise(text).slice(0, mostLetters); // some letters become many
  return {
    sender_name: sender.name.slice(0, 200),
    sender_email: sender.email.slice(0, 254),
    words: sql<string>`search_words(${searched})`,
  };
}
