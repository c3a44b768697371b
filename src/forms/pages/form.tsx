import { useState } from 'react';
import { redirect, useLocation } from 'react-router';
import { readProfile } from '#accounts/contract.ts';
import { api, loadOrPageError, viewer } from '#lib/api/api-context.ts';
import { dayOf } from '#lib/day.ts';
import { usePageAddress } from '#lib/api/root-data.ts';
import { describe } from '#lib/api/page-meta.ts';
import { Problem } from '#lib/api/problem.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { getFormById, getFormByUrl } from '../contract.ts';
import { contactPath, linkedForms, publicForms } from '../definition/public-forms.ts';
import { FormScreen } from '../fill/form-screen.tsx';
import styles from '../fill/form-screen.module.css';
import { prefilled } from '../fill/store/prefill-answers.ts';
import { sentences } from '../definition/sentences.ts';
import { addressParts } from '../rules/answer-values.ts';
import type { Route } from './+types/form';
import { usePatternMatcher } from '../fill/use-pattern-matcher.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ask = api(context);
  const reader = viewer(context);
  const named = { params: { form: params.form } };
  const reading = uuid.test(params.form) ? ask(getFormById, named) : ask(getFormByUrl, named);
  const [form, profile] = await Promise.all([
    loadOrPageError(sentences.notFetched, reading).catch((error: unknown) => redirectOrThrow(params.form, error)),
    reader ? ask(readProfile, { params: { userId: reader.id } }).catch(() => null) : null,
  ]);
  const today = dayOf(new Date()); // the server's clock is authoritative
  return { form, today, person: reader ? { ...reader, ...profile, address: addressOf(profile ?? {}) } : null };
}

/** Redirects to the contact page if a form that the site links to has not been imported. */
function redirectOrThrow(form: string, error: unknown): never {
  const isMissing = error instanceof Problem && error.status === 404;
  throw isMissing && linkedForms.includes(form.toLowerCase()) ? redirect(contactPath) : error;
}

/** The profile's address as an answer. */
const addressOf = (profile: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(addressParts.flatMap((part) => (profile[part] ? [[part, String(profile[part])]] : [])));

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: args.loaderData?.form.formName ?? 'Form',
    description: `${args.loaderData?.form.formName ?? 'A form'}: fill it in online, save as you go, and send it to us.`,
    path: `/forms/${args.params.form}/`,
    isPrivate: !publicForms.includes(args.loaderData?.form.url ?? ''),
  });

export default function Form({ loaderData, params }: Route.ComponentProps) {
  const { isClosed, formName } = loaderData.form;
  const contact = usePageAddress('/contact-us/');
  if (!isClosed) return <FillForm key={params.form} {...loaderData} />;
  return (
    <div className={styles.closed}>
      <h1>{formName}</h1>
      <Note tone="info">{sentences.closed}</Note>
      <p>Do you need us now? Write to us or call us.</p>
      {contact && <LinkButton to={contact}>Contact us</LinkButton>}
    </div>
  );
}

function FillForm({ form, today, person }: Route.ComponentProps['loaderData']) {
  const { search } = useLocation();
  const matches = usePatternMatcher(form);
  const [known] = useState(() => prefilled(form, person ?? undefined, new URLSearchParams(search)));
  return (
    <FormScreen
      form={form}
      mode="new"
      known={known}
      matches={matches}
      day={today}
      now={() => Date.now()}
      viewerId={person?.id}
    />
  );
}
