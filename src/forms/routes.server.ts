import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { validIdempotencyKey } from '#platform/http/idempotency-key.server.ts';
import { asProblem } from '#platform/http/problems.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { getFormById, getFormByUrl, readSubmission, submitForm, updateSubmission } from './contract.ts';
import { deleteDraft, saveDraft, readDraft } from './drafts-contract.ts';
import { formFilesRoutes } from './files/routes.server.ts';
import { readForm } from './definition/form-versions.server.ts';
import { toShownForm } from './definition/render-text-blocks.server.ts';
import * as drafts from './submissions/drafts.server.ts';
import { emailPdf, emailPdfSentences, pdfReceivers } from './mail/contract.ts';
import { mailPdf, readPdfRecipients } from './mail/submission-mails.server.ts';
import { changeSubmission, readOwnSubmission } from './submissions/read-and-change-submission.server.ts';
import { submitAnswers } from './submissions/submit-form.server.ts';
import { importExportRoutes } from './import-export/routes.server.ts';

export function formsRoutes(on: RegisterEndpoint, deps: Deps): void {
  formFilesRoutes(on, deps);
  importExportRoutes(on, deps);
  const shownForm = async (by: { id: string } | { url: string }) => {
    const { form, version, isClosed } = await readForm(deps.db, by);
    return { ...toShownForm(form, version), isClosed };
  };
  draftRoutes(on, deps);
  on(getFormById, ({ params }) => shownForm({ id: params.form }));
  on(getFormByUrl, ({ params }) => shownForm({ url: params.form }));
  on(readSubmission, ({ body, actor }) => readOwnSubmission(deps, body.submissionId, actor));
  on(submitForm, ({ params, query, body, actor, request }) => {
    const key = validIdempotencyKey(request.headers);
    return submitAnswers(deps, { ...params, formVersion: query.formVersion, responses: asSent(body), actor, key });
  });
  on(updateSubmission, ({ params, query, body, actor }) =>
    changeSubmission(deps, params.submissionId, { responses: asSent(body), version: query.version, actor }),
  );
  on(pdfReceivers, async ({ params, actor }) => ({
    receivers: await readPdfRecipients(deps, params.submissionId, actor),
  }));
  on(emailPdf, ({ params, actor, request }) =>
    mailPdf(deps, params.submissionId, actor).catch((error: unknown) => {
      if (asProblem(error).status !== 500) throw error;
      request.log.error({ err: error }, 'a submission could not be mailed');
      throw new Problem(500, emailPdfSentences.failed);
    }),
  );
}

function draftRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(readDraft, async ({ params, actor }) => ({
    draft: await drafts.readDraft(deps, { userId: actor.id, formId: params.formId }),
  }));
  on(saveDraft, async ({ params, body, actor }) => ({
    savedDate: await drafts.saveDraft(deps, { userId: actor.id, formId: params.formId }, body),
  }));
  on(deleteDraft, ({ params, actor }) => drafts.deleteDraft(deps, { userId: actor.id, formId: params.formId }));
}

/** A missing response is the same as null. */
const asSent = (body: readonly { id: string; response?: string | null | undefined }[]) =>
  body.map(({ id, response }) => ({ id, response: response ?? null }));
