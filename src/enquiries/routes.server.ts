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

/** Endpoints of the back office. */
function inboxRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(inbox.listEnquiries, async ({ query, reply }) => withTotal(reply, await listEnquiries(db, query)));
  on(inbox.exportEnquiries, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, enquiryFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(inbox.readEnquiry, ({ params }) => readEnquiry(db, params.id));
  on(inbox.changeEnquiryStatus, ({ params, body, context }) =>
    changeStatus(deps, enquiryInbox, { ...params, ...body, context }),
  );
  on(inbox.changeEnquiryStatuses, ({ body, context }) =>
    changeStatuses(deps, enquiryInbox, {
      idsOf: selectIds(body, idsOf),
      status: body.status,
      from: body.from,
      context,
    }),
  );
  on(inbox.markSpam, ({ body, context }) =>
    markSpam(deps, { idsOf: selectIds(body, idsOf), isSpam: body.isSpam, context }),
  );
  on(inbox.deleteEnquiries, ({ body, context }) =>
    remove(deps, enquiryInbox, {
      idsOf: selectIds(body, idsOf),
      reason: body.reason,
      context,
    }),
  );
}
