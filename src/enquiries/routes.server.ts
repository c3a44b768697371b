import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { registerChanges } from '#inbox/register-endpoints.server.ts';
import { sendEnquiry } from './contract.ts';
import { enquiryFile, enquiryInbox, listEnquiries, readEnquiry } from './inbox.server.ts';
import * as inbox from './inbox-contract.ts';
import { sentences } from './sentences.ts';
import { receiveEnquiry } from './receive-enquiry.server.ts';
import { markSpam } from './mark-spam.server.ts';

export function enquiriesRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(sendEnquiry, async ({ body, actor }) => {
    await receiveEnquiry(deps, body, actor);
    return { message: sentences.sent };
  });
  on(inbox.enquiries.list, async ({ query, reply }) => withTotal(reply, await listEnquiries(db, query)));
  on(inbox.enquiries.download, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, enquiryFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(inbox.enquiries.read, ({ params }) => readEnquiry(db, params.id));
  registerChanges(on, deps, inbox.enquiries, enquiryInbox);
  on(inbox.markSpam, ({ body, context }) => markSpam(deps, body, context));
}
