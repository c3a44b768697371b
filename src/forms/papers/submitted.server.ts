import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Party } from '#platform/pdf/page-layout.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { dayOf, formatInstant } from '#lib/day.ts';
import type { Settings } from '#company/contract.ts';
import { letterhead } from '#company/letterhead.server.ts';
import { submitterOf } from '../answers/submitter.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { readVersion } from '../definition/stored.server.ts';
import { referenceOf } from '../definition/reference.ts';
import { contentOf, type PaperSection } from './paper-content.server.ts';
import { readFrom } from './pictures.server.ts';
import { submissionPdf } from './submission-pdf.server.ts';

/** The sender of a submission; a guest's name and address are known only if the form names fields for them. */
export interface Sender {
  name: string;
  email: string | undefined;
  mobile: string;
}

/** A submission with all data for its PDF and mails. */
export interface Submitted {
  id: string;
  userId: string | null;
  form: FormDefinition;
  /** Version of the form. */
  version: number;
  /** In wire format, by field id. */
  values: ReadonlyMap<string, string>;
  sender: Sender;
  createdAt: Date;
  updatedAt: Date;
}

/** A submission with its form version and sender; undefined if it was deleted. */
export async function readSubmitted(db: Db | Tx, id: string): Promise<Submitted | undefined> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['form_id as formId', 'form_version as formVersion', 'user_id as userId', 'responses'])
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { formId, formVersion, userId, responses, createdAt, updatedAt } = row;
  const { form, version } = await readVersion(db, formId, formVersion);
  const values = new Map(Object.entries(responses as Record<string, string>)); // the submissions' service writes it
  const sender = await senderOf(db, { form, values, userId });
  return { id, userId, form, version, values, sender, createdAt, updatedAt };
}

type SubmissionSource = Pick<Submitted, 'form' | 'values' | 'userId'>;

/** The member, or the submitter according to the form's fields (contract, section 8). */
export async function senderOf(db: Db | Tx, { form, values, userId }: SubmissionSource): Promise<Sender> {
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

/** Characters of a name in mails and PDFs. */
const maxNameLength = 100;

/** The content of a submission; `today` in rules is the day on which it was first sent. */
export const sectionsOf = ({ form, values, createdAt }: Submitted): PaperSection[] =>
  contentOf({ form, values, today: dayOf(createdAt) });

/** A submission as a PDF attachment. */
export async function submissionFile(
  { files }: Pick<Deps, 'files'>,
  submitted: Submitted,
  settings: Settings,
): Promise<{ filename: string; content: Buffer; contentType: string }> {
  const { form, id, createdAt } = submitted;
  const reference = referenceOf(id);
  const paper = {
    company: letterhead(settings),
    formName: form.formName,
    reference,
    parties: partiesOf(submitted),
    sections: sectionsOf(submitted),
    createdAt,
  };
  const content = await submissionPdf(paper, readFrom(files));
  return { filename: `${form.url}-${reference.toLowerCase()}.pdf`, content, contentType: 'application/pdf' };
}

function partiesOf({ sender, createdAt, updatedAt, version, form }: Submitted): Party[] {
  const isChanged = updatedAt.getTime() !== createdAt.getTime();
  const reached = [sender.email ?? '', formatPhone(sender.mobile)].filter((line) => line !== '');
  return [
    ['Sent by', sender.name, reached],
    ['Received', formatInstant(createdAt), isChanged ? [`Last changed ${formatInstant(updatedAt)}`] : []],
    ['Form', `Version ${version}`, [`/forms/${form.url}/`]],
  ];
}
