import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { registerChanges } from '#inbox/register-endpoints.server.ts';
import { listMySubmissions, listSubmittedForms, submissions } from './contract.ts';
import { answersFile, listFile } from './export-submissions.server.ts';
import { listMine, listSubmissions, submittedForms } from './list-submissions.server.ts';
import { readDetails, submissionInbox } from './submission-inbox.server.ts';

export function submissionsRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(submissions.list, async ({ query, reply }) => withTotal(reply, await listSubmissions(db, query)));
  on(listSubmittedForms, () => submittedForms(db));
  on(submissions.download, async ({ query: { format, sort, formId, ...filter }, reply }) => {
    const as = { format, day: dayOf(clock.now()) };
    if (formId === undefined) return sendList({ db, reply }, listFile(db, filter, sort), as);
    return sendList({ db, reply }, await answersFile(db, { ...filter, formId }, sort, format), as);
  });
  on(submissions.read, ({ params, actor }) => readDetails(deps, params.id, actor));
  registerChanges(on, deps, submissions, submissionInbox);
  on(listMySubmissions, async ({ query, actor, reply }) => withTotal(reply, await listMine(db, actor.id, query)));
}
