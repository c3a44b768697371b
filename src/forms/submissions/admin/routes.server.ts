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
  on(contract.changeSubmissionStatus, ({ params, body, context }) =>
    changeStatus(deps, submissionInbox, { ...params, ...body, context }),
  );
  on(contract.changeSubmissionStatuses, ({ body, context }) =>
    changeStatuses(deps, submissionInbox, {
      idsOf: selectIds(body, idsOf),
      status: body.status,
      from: body.from,
      context,
    }),
  );
  on(contract.deleteSubmissions, ({ body, context }) =>
    remove(deps, submissionInbox, {
      idsOf: selectIds(body, idsOf),
      reason: body.reason,
      context,
    }),
  );
  on(contract.listMySubmissions, async ({ query, actor, reply }) =>
    withTotal(reply, await listMine(db, actor.id, query)),
  );
}
