import { useState } from 'react';
import { data } from 'react-router';
import { api, loadOrPageError, requireSignedIn } from '#lib/api/api-context.ts';
import { dayOf } from '#lib/day.ts';
import { describe } from '#lib/api/page-meta.ts';
import { readSubmission } from '../contract.ts';
import { FormScreen } from '../fill/form-screen.tsx';
import { submittedAnswers } from '../fill/store/prefill-answers.ts';
import { sentences } from '../definition/sentences.ts';
import type { Route } from './+types/submission';
import { usePatternMatcher } from '../fill/use-pattern-matcher.ts';

const types = { view: 0, edit: 1 } as const;
const isMode = (mode: string): mode is keyof typeof types => mode in types;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { mode = 'view', submissionId } = params;
  if (!isMode(mode)) throw data(null, { status: 404 });
  const { id: viewerId } = requireSignedIn(context, url);
  const input = { body: { submissionId, formSubmissionGetType: types[mode] } };
  return {
    mode,
    viewerId,
    submission: await loadOrPageError(sentences.notFetched, api(context)(readSubmission, input)),
  };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: args.loaderData?.submission.form.formName ?? 'Form',
    description: 'Your submission of this form.',
    path: `/forms/${args.params.submissionId}/${args.params.mode ?? 'view'}/`,
    isPrivate: true,
  });

export default function SubmissionPage({ loaderData }: Route.ComponentProps) {
  const { mode, submission } = loaderData;
  return <SubmittedForm key={`${submission.submissionId} ${mode} ${submission.version}`} {...loaderData} />;
}

function SubmittedForm({ mode, viewerId, submission }: Route.ComponentProps['loaderData']) {
  const { form, submissionId, version, responses } = submission;
  const sentAt = new Date(submission.createdDate);
  const [known] = useState(() => submittedAnswers(form, responses));
  const matches = usePatternMatcher(form);
  return (
    <FormScreen
      form={form}
      mode={mode}
      submission={{ id: submissionId, version, sentAt, changedAt: new Date(submission.updatedDate) }}
      known={known}
      matches={matches}
      day={dayOf(sentAt)}
      now={() => Date.now()}
      viewerId={viewerId}
    />
  );
}
