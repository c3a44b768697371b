import { z } from 'zod';
import { addressParts } from '#addresses/address-shape.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { readVersion } from '#forms/definition/form-versions.server.ts';
import { submittedJob } from '#forms/submissions/notify.server.ts';
import { applicationForm } from '#forms/definition/public-forms.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { cents, type Cents, maxCents } from '#lib/money.ts';
import { insertAccount, type NewAccount } from './change-account.server.ts';

/** Makes an application of each submission of the form `trade-account`; to be called before the queue starts. */
export function startApplications(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.work(submittedJob, async ({ submissionId, formUrl }) => {
    if (formUrl === applicationForm) await applyForAccount(deps, submissionId);
  });
}

/** Stores a submission as an account with the status "applied", once. Its answers are known by the names of their fields. */
export async function applyForAccount({ db, clock }: Pick<Deps, 'db' | 'clock'>, submissionId: string): Promise<void> {
  const answers = await readAnswers(db, submissionId);
  if (!answers) return; // deleted in the meantime
  await inTransaction(db, async (tx) => {
    const at = clock.now();
    const account: NewAccount = { ...accountOf(answers), status: 'applied', submission_id: submissionId };
    const id = await insertAccount(tx, account, at);
    if (id === undefined) return;
    const after = { name: account.name, abn: account.abn };
    await audit(tx, { actor: null, action: 'apply', entity: 'trade-account', entityId: id, after, at });
  });
}

async function readAnswers(db: Db, submissionId: string): Promise<((name: string) => string) | undefined> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['form_id', 'form_version', 'responses'])
    .where('id', '=', submissionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { form } = await readVersion(db, row.form_id, row.form_version);
  const responses = row.responses as Record<string, string>; // as the submission was stored
  const byName = new Map(fieldsOf(form).map(({ id, modelPropertyName }) => [modelPropertyName ?? id, responses[id]]));
  return (name) => byName.get(name)?.trim() ?? '';
}

/** An account from the answers; a company may have changed the form, so each of them may be missing. */
function accountOf(answer: (name: string) => string): Omit<NewAccount, 'status'> {
  const digits = (name: string): string => answer(name).replace(/\D/g, '');
  const person = [answer('firstName'), answer('lastName')].filter(Boolean).join(' ');
  const terms = /^(eom)?(\d{1,2})$/.exec(answer('terms'));
  return {
    name: (answer('companyName') || person || 'Unnamed company').slice(0, 150),
    abn: digits('abn'),
    acn: digits('acn'),
    contact_name: person.slice(0, 100),
    contact_email: answer('email'),
    accounts_email: answer('accountsEmail'),
    phone: digits('mobile'),
    postal_address: JSON.stringify(addressOf(answer('postalAddress')) ?? {}),
    terms_kind: terms?.[1] ? 'endOfMonth' : 'days',
    terms_days: Number(terms?.[2] ?? 30),
    credit_limit_cents: dollarsIn(answer('creditLimit')),
    po_rule: answer('needsPo') === 'true' ? 'required' : 'none',
  };
}

/** The amount that somebody asks for, `10,000` or `$10000.00`; 0 for anything else, as staff decide it anyway. */
function dollarsIn(text: string): Cents {
  const dollars = Number(text.replace(/[$,\s]/g, ''));
  return cents(dollars > 0 ? Math.min(Math.round(dollars * 100), maxCents) : 0);
}

/** The form's addresses spell the post code in another way than the shop's. */
const formAddress = z
  .object({ postCode: z.string() })
  .loose()
  .transform(({ postCode, ...rest }) => ({ ...rest, postcode: postCode }))
  .pipe(addressParts);

function addressOf(answer: string): z.output<typeof addressParts> | undefined {
  try {
    return formAddress.safeParse(JSON.parse(answer)).data;
  } catch {
    return undefined; // no address
  }
}
