import { addDays, dayOf } from '#lib/day.ts';
import { Problem } from '#lib/api/problem.ts';
import { encodeAnswer } from '#forms/answers/answer-types.ts';
import { type FormDefinition, fieldsOf } from '#forms/definition/definition.ts';
import { applicationForm } from '#forms/definition/public-forms.ts';
import { readForm } from '#forms/definition/form-versions.server.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { saveDraft } from '#forms/submissions/drafts.server.ts';
import { submitAnswers } from '#forms/submissions/submit-form.server.ts';
import { submissionInbox } from '#forms/submissions/admin/submission-inbox.server.ts';
import { changeStatus } from '#inbox/change-rows.server.ts';
import type { SubmissionTemplate } from './content.server.ts';
import type { Random } from './random.server.ts';
import { actorOf, by, type Buyer, type World } from './world.server.ts';

/** Somebody who fills in a form. */
type Submitter = Pick<Buyer, 'firstName' | 'lastName' | 'email' | 'mobile'> & Partial<Buyer>;

/** Adds submissions of every form but the application for a trade account, which `addTradeAccounts` sends, what the staff do with them, and drafts of members who have not finished. */
export async function addSubmissions(world: World): Promise<void> {
  const random = world.random.part('submissions');
  for (const template of world.content.submissions) {
    if (template.form === applicationForm) continue;
    const { form } = await readFormByUrl(world, template.form);
    for (let count = 0; count < template.sent; count++) {
      // Some submissions of each form are from the last few days.
      const fromEnd = template.sent - 1 - count;
      const isLate = fromEnd < 2 && template.sent > 4;
      const share = isLate
        ? 0.998 - 0.013 * fromEnd - 0.003 * random.share()
        : (count + random.share()) / template.sent;
      world.timeline.at(share * world.orders, async () => {
        await submit(world, { template, form, random, count });
      });
    }
  }
  addDrafts(world, random);
}

async function readFormByUrl({ deps }: World, url: string): Promise<{ form: FormDefinition }> {
  const { id } = await deps.db.selectFrom('forms').select('id').where('url', '=', url).executeTakeFirstOrThrow();
  return readForm(deps.db, { id });
}

interface Sending {
  template: SubmissionTemplate;
  form: FormDefinition;
  random: Random;
  count: number;
  submitter?: Submitter;
}

/** Applies for a trade account in the name of `submitter`; `variant` says which of the applications it is. Returns the submission's id. */
export async function sendApplication(
  world: World,
  { submitter, variant, random }: { submitter: Submitter; variant: number; random: Random },
): Promise<string> {
  const { form } = await readFormByUrl(world, applicationForm);
  const template = world.content.submissions.find((one) => one.form === applicationForm);
  if (!template) throw new Error('demo/history/submissions.json has no applications for trade accounts.');
  return submit(world, { template, form, random, count: variant, submitter });
}

async function submit(
  world: World,
  { template, form, random, count, submitter = submitterOf(world, template, random) }: Sending,
): Promise<string> {
  const variant = template.variants[count % template.variants.length] ?? {};
  const responses = responsesOf(world, { form, answers: { ...template.common, ...variant }, submitter });
  const actor = submitter.id === undefined ? null : actorOf(submitter.id, submitter, 1);
  const request = { formId: form.id, formVersion: undefined, responses, actor, key: undefined };
  const { submissionId } = await submitAnswers(world.deps, request).catch((cause: unknown) => {
    const place = `${form.url}, variant ${(count % template.variants.length) + 1}`;
    throw new Error(`demo/history/submissions.json, ${place}: ${faultsOf(form, cause)}`, { cause });
  });
  const setStatus = (status: 1 | 2) => async () => {
    await changeStatus(world.deps, submissionInbox, submissionId, { status }, by(world, 'forms'));
  };
  const taken = 3 + 9 * random.share();
  world.timeline.after(taken, setStatus(1));
  world.timeline.after(taken + 8 + 26 * random.share(), setStatus(2));
  return submissionId;
}

/** The fields that were refused, by name. */
const faultsOf = (form: FormDefinition, cause: unknown): string =>
  cause instanceof Problem
    ? (cause.faults ?? [])
        .map(({ path, message }) => `${fieldsOf(form).find(({ id }) => id === path)?.modelPropertyName}: ${message}`)
        .join(' ')
    : String(cause);

function submitterOf(
  { content, buyers, staff, timeline, orders }: World,
  { by: kind }: SubmissionTemplate,
  random: Random,
): Submitter {
  if (kind === 'applicants') return random.one(content.applicants);
  if (kind === 'customers') return random.one(buyers.filter(({ since }) => since * orders <= timeline.now()));
  const actor = staff.get('forms');
  const colleague = content.people.staff.find(({ key }) => key === 'forms');
  if (!actor || !colleague) throw new Error('Nobody of the staff looks after the forms.');
  const { firstName, lastName, email, mobile } = colleague;
  return { firstName, lastName, email, mobile, id: actor.id };
}

interface Filling {
  form: FormDefinition;
  answers: Record<string, unknown>;
  submitter: Submitter;
}

/** The answers by the names of their fields, in wire format. Answers to fields that the form hides are left out by the form itself. */
function responsesOf(world: World, { form, answers, submitter }: Filling) {
  const names = new Set(fieldsOf(form).map(({ modelPropertyName }) => modelPropertyName));
  const unknown = Object.keys(answers).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`The form ${form.url} has no field ${unknown.join(', ')}.`);
  return fieldsOf(form).flatMap((field) => {
    const { modelPropertyName: name } = field;
    const given = name === null ? undefined : answers[name];
    if (given === undefined) return [];
    return [{ id: field.id, response: encodeAnswer(field, answerOf(world, given, submitter)) }];
  });
}

/** `{ days: 14 }` is a day, two weeks from now; `{ files: [...] }` and `{ signature }` are files; `$email` is the submitter's. */
function answerOf({ content, deps }: World, given: unknown, submitter: Submitter): Answer {
  if (typeof given === 'string')
    return given.replace(/\$(\w+)/g, (_all, name: string) => String(submitter[name as keyof Submitter] ?? ''));
  if (given === '$address' || typeof given !== 'object' || given === null || Array.isArray(given))
    return given as Answer; // a number, a boolean or a list
  if ('days' in given) return addDays(dayOf(deps.clock.now()), Number(given.days));
  if ('address' in given) return addressOf(submitter);
  const fileOf = (name: unknown) => {
    const data = content.files[String(name)];
    if (data === undefined) throw new Error(`demo/history has no file ${String(name)}.`);
    return { name: String(name), origFileName: String(name), data, size: Math.ceil(data.length / 1365) };
  };
  if ('signature' in given) return fileOf(given.signature).data;
  if ('files' in given && Array.isArray(given.files)) return given.files.map(fileOf) as unknown as Answer; // file items, as the uploader's
  throw new Error(`Not an answer: ${JSON.stringify(given)}`);
}

/** Applicants have no address in the content. */
const addressOf = ({
  unitNumber = '',
  streetNumber = '7',
  streetName = 'Sparkle Avenue',
  city = 'Marrickville',
  state = 'NSW',
  postcode = '2204',
}: Submitter): Answer => ({
  unitNumber,
  streetNumber,
  streetName,
  city,
  state,
  postcode,
});

/** Adds the drafts of three members who have begun a form in the last few days. */
function addDrafts(world: World, random: Random): void {
  const { timeline, orders, content } = world;
  for (const [index, name] of ['free-quote', 'customer-feedback', 'free-quote'].entries()) {
    timeline.at((0.95 + 0.016 * index) * orders, async () => {
      const { form } = await readFormByUrl(world, name);
      const template = content.submissions.find((one) => one.form === name);
      const members = world.buyers.filter(({ id }) => id !== undefined);
      const member = members[(index * 7 + random.whole(0, 3)) % members.length];
      if (!template || member?.id === undefined) return;
      const answers = Object.entries({ ...template.common, ...template.variants[index] });
      const some = Object.fromEntries(
        answers.filter(([, value]) => !(typeof value === 'object' && value !== null && 'files' in value)).slice(0, 7),
      );
      const responses = responsesOf(world, { form, answers: some, submitter: member });
      await saveDraft(world.deps, { userId: member.id, formId: form.id }, { responses, savedDate: null });
    });
  }
}
