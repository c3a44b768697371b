import type { Db, Tx } from '#platform/db/db.server.ts';
import { submitterOf } from '../answers/submitter.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { readVersion } from '../definition/form-versions.server.ts';

/** Who submitted a form. A guest's name and address are known only if the form names fields for them. */
export interface SubmitterDetails {
  name: string;
  email: string | undefined;
  mobile: string;
}

/** A submission with all data for its PDF and mails. */
export interface StoredSubmission {
  id: string;
  userId: string | null;
  form: FormDefinition;
  /** The form version. */
  version: number;
  /** The answers in wire format, by field id. */
  values: ReadonlyMap<string, string>;
  submitter: SubmitterDetails;
  createdAt: Date;
  updatedAt: Date;
}

/** A submission with its form version and submitter; undefined if it was deleted. */
export async function readStoredSubmission(db: Db | Tx, id: string): Promise<StoredSubmission | undefined> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['form_id as formId', 'form_version as formVersion', 'user_id as userId', 'responses'])
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { formId, formVersion, userId, responses, createdAt, updatedAt } = row;
  const { form, version } = await readVersion(db, formId, formVersion);
  const values = new Map(Object.entries(responses as Record<string, string>)); // the `submissions` folder writes the responses
  const submitter = await readSubmitter(db, { form, values, userId });
  return { id, userId, form, version, values, submitter, createdAt, updatedAt };
}

/** The member, or a guest as given in the form's fields (contract, section 8). */
export async function readSubmitter(
  db: Db | Tx,
  { form, values, userId }: Pick<StoredSubmission, 'form' | 'values' | 'userId'>,
): Promise<SubmitterDetails> {
  const user =
    userId === null
      ? undefined
      : await db
          .selectFrom('users')
          .select(['first_name as firstName', 'last_name as lastName', 'email', 'mobile'])
          .where('id', '=', userId)
          .where('archived_at', 'is', null)
          .executeTakeFirst();
  if (user) return { name: `${user.firstName} ${user.lastName}`, email: user.email, mobile: user.mobile ?? '' };
  if (userId !== null) return { name: 'Former member', email: undefined, mobile: '' };
  const { name, email } = submitterOf(form, values);
  return { name: name.slice(0, maxNameLength) || 'Guest', email: email || undefined, mobile: '' };
}

/** Limit for a name in mails and PDFs, in characters. */
const maxNameLength = 100;
