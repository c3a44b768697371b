import type { FastifyReply } from 'fastify';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { paperLook } from '#company/letterhead.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { joinAccount } from './join-account.server.ts';
import * as contract from './contract.ts';
import { orderDetails } from './order-details.server.ts';
import { sendInvoices } from './papers/invoices-zip.server.ts';
import {
  countNewOrders,
  listOrders,
  listOrdersOfUser,
  orderFile,
  orderIdsForDocument,
} from './list/order-list.server.ts';
import { previewMail, resendMail } from './mail-contract.ts';
import { previewStatusMail } from './preview-status-mail.server.ts';
import { sendMailAgain } from './resend-mail.server.ts';
import { addNote, updateNote } from './notes-contract.ts';
import { addNote as add, updateNote as update } from './notes.server.ts';
import { packingSlipsPdf } from './papers/packing-slip-pdf.server.ts';
import { readPackingSlips, readPickingList } from './papers/read-slips-and-picking-lists.server.ts';
import { pickingListPdf } from './papers/picking-list-pdf.server.ts';

export function manageOrdersRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;

  on(contract.filterOrders, async ({ body, query, reply }) =>
    withTotal(reply, await listOrders(db, { filter: { ...body, ...query }, request: query })),
  );
  on(contract.exportOrders, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, orderFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(contract.listUserOrders, async ({ params, query, reply }) =>
    withTotal(reply, await listOrdersOfUser(db, params.userId, query)),
  );
  on(contract.countNewOrders, async () => ({ orders: await countNewOrders(db) }));
  on(contract.readManagedOrder, ({ actor, params }) => orderDetails(deps, actor, params.orderId));
  on(contract.joinAccount, ({ params, body, context }) => joinAccount(deps, { ...params, ...body }, context));
  on(addNote, ({ params, body, context }) => add(deps, { ...params, ...body }, context));
  on(updateNote, ({ params, body, context }) => update(deps, { ...params, ...body }, context));
  on(previewMail, async ({ params, query }) => ({ mail: await previewStatusMail(deps, params.orderId, query.status) }));
  on(resendMail, async ({ params, body, context }) => ({
    message: await sendMailAgain(deps, { ...params, ...body }, context),
  }));
  paperRoutes(on, deps);
}

function paperRoutes(on: RegisterEndpoint, deps: Deps): void {
  const company = async () => ({ ...(await mailCompany(deps)), look: await paperLook(deps) });
  const { db, clock } = deps;

  on(contract.listOrderIds, ({ query: { sort, ...filter } }) => orderIdsForDocument(db, filter, sort));
  on(contract.pickingList, async ({ actor, query, reply }) => {
    const picking = await readPickingList(db, query.orderId);
    const at = clock.now();
    const by = `${actor.firstName} ${actor.lastName}`;
    const bytes = await pickingListPdf({ ...picking, company: await company(), at, by });
    return sendPdf(reply, `picking-list-${dayOf(at)}.pdf`, bytes);
  });
  on(contract.invoicesOfOrders, ({ actor, query, reply }) =>
    sendInvoices(deps, reply, { ids: query.orderId, actor, day: dayOf(clock.now()) }),
  );
  on(contract.packingSlips, async ({ query, reply }) => {
    const slips = await readPackingSlips(db, query.orderId);
    const bytes = await packingSlipsPdf({ company: await company(), slips, at: clock.now() });
    const [first] = slips;
    const name =
      slips.length === 1 && first ? `packing-slip-${first.orderNumber}` : `packing-slips-${dayOf(clock.now())}`;
    return sendPdf(reply, `${name}.pdf`, bytes);
  });
}

/** Sends a PDF inline, so that the browser shows it and can print it. */
const sendPdf = (reply: FastifyReply, name: string, bytes: Buffer): FastifyReply =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(bytes);
