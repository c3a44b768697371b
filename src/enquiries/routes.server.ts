import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { changeStatus, changeStatuses, selectIds, remove } from '#inbox/service.server.ts';
import { sendEnquiry } from './contract.ts';
import { enquiryFile, enquiryInbox, idsOf, listEnquiries, readEnquiry } from './inbox.server.ts';
import * as inbox from './inbox-contract.ts';
import { sentences } from './sentences.ts';
import { receive } from './service.server.ts';
import { markSpam } from './spam.server.ts';

export function enquiriesRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(sendEnquiry, async ({ body, actor }) => {
    await receive(deps, body, actor);
    return { message: sentences.sent };
  });
  inboxRoutes(on, deps);
}

const context = ({ actor, request }: { actor: Actor; request: { id: string } }): ActionContext => ({
  actor,
  requestId: request.id,
});

/** Endpoints of the back office. */
function inboxRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(inbox.listEnquiries, async ({ query, reply }) => withTotal(reply, await listEnquiries(db, query)));
  on(inbox.exportEnquiries, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, enquiryFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(inbox.readEnquiry, ({ params }) => readEnquiry(db, params.id));
  on(inbox.changeEnquiryStatus, (call) =>
    changeStatus(deps, enquiryInbox, { ...call.params, ...call.body, context: context(call) }),
  );
  on(inbox.changeEnquiryStatuses, (call) =>
    changeStatuses(deps, enquiryInbox, {
      idsOf: selectIds(call.body, idsOf),
      status: call.body.status,
      from: call.body.from,
      context: context(call),
    }),
  );
  on(inbox.markSpam, (call) =>
    markSpam(deps, { idsOf: selectIds(call.body, idsOf), isSpam: call.body.isSpam, context: context(call) }),
  );
  on(inbox.deleteEnquiries, (call) =>
    remove(deps, enquiryInbox, {
      idsOf: selectIds(call.body, idsOf),
      reason: call.body.reason,
      context: context(call),
    }),
  );
}
