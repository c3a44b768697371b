import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import * as contract from './contract.ts';
import { answersFile, listFile } from './export.server.ts';
import { changeStatus, changeStatuses, selectIds, remove } from '#inbox/service.server.ts';
import { idsOf, listMine, listSubmissions, submittedForms } from './list.server.ts';
import { readDetails, submissionInbox } from './service.server.ts';

const context = ({ actor, request }: { actor: Actor; request: { id: string } }): ActionContext => ({
  actor,
  requestId: request.id,
});

export function submissionsRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(contract.listSubmissions, async ({ query, reply }) => withTotal(reply, await listSubmissions(db, query)));
  on(contract.listSubmittedForms, () => submittedForms(db));
  on(contract.exportSubmissions, async ({ query: { format, sort, formId, ...filter }, reply }) => {
    const as = { format, day: dayOf(clock.now()) };
    if (formId === undefined) return sendList({ db, reply }, listFile(db, filter, sort), as);
    return sendList({ db, reply }, await answersFile(db, { filter: { ...filter, formId }, sort, format }), as);
  });
  on(contract.readSubmissionDetails, ({ params, actor }) => readDetails(deps, params.id, actor));
  on(contract.changeSubmissionStatus, (call) =>
    changeStatus(deps, submissionInbox, { ...call.params, ...call.body, context: context(call) }),
  );
  on(contract.changeSubmissionStatuses, (call) =>
    changeStatuses(deps, submissionInbox, {
      idsOf: selectIds(call.body, idsOf),
      status: call.body.status,
      from: call.body.from,
      context: context(call),
    }),
  );
  on(contract.deleteSubmissions, (call) =>
    remove(deps, submissionInbox, {
      idsOf: selectIds(call.body, idsOf),
      reason: call.body.reason,
      context: context(call),
    }),
  );
  on(contract.listMySubmissions, async ({ query, actor, reply }) =>
    withTotal(reply, await listMine(db, actor.id, query)),
  );
}
