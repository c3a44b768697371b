import type { FastifyReply } from 'fastify';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { mailCompany } from '#company/mail-company.ts';
import { readSettings } from '#company/settings.server.ts';
import { joinAccount } from './account.server.ts';
import * as contract from './contract.ts';
import { orderDetails } from './details.server.ts';
import { orderFile } from './list/list.server.ts';
import { sendInvoices } from './papers/invoices.server.ts';
import { idsOf, listOrders, listOrdersOf, newOrders } from './list/list.server.ts';
import { previewMail, resendMail } from './mail-contract.ts';
import { previewOf, resend } from './mails.server.ts';
import { addNote, updateNote } from './notes-contract.ts';
import { addNote as add, updateNote as update } from './notes.server.ts';
import { packingSlipsPdf } from './papers/packing-slip-pdf.server.ts';
import { packingSlipsOf, pickingOf } from './papers/papers.server.ts';
import { pickingListPdf } from './papers/picking-list-pdf.server.ts';

export function manageOrdersRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;

  on(contract.filterOrders, async ({ body, query, reply }) =>
    withTotal(reply, await listOrders(db, { filter: { ...body, ...query }, asked: query })),
  );
  on(contract.exportOrders, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, orderFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(contract.listUserOrders, async ({ params, query, reply }) =>
    withTotal(reply, await listOrdersOf(db, params.userId, query)),
  );
  on(contract.countNewOrders, async () => ({ orders: await newOrders(db) }));
  on(contract.readManagedOrder, ({ actor, params }) => orderDetails(deps, actor, params.orderId));
  on(contract.joinAccount, ({ params, body, context }) => joinAccount(deps, { ...params, ...body }, context));
  on(addNote, ({ params, body, context }) => add(deps, { ...params, ...body }, context));
  on(updateNote, ({ params, body, context }) => update(deps, { ...params, ...body }, context));
  on(previewMail, async ({ params, query }) => ({ mail: await previewOf(deps, params.orderId, query.status) }));
  on(resendMail, async ({ params, body, context }) => ({
    message: await resend(deps, { ...params, ...body }, context),
  }));
  paperRoutes(on, deps);
}

function paperRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock, env } = deps;
  const company = async () => mailCompany(await readSettings(deps), env.publicUrl);

  on(contract.listOrderIds, ({ query: { sort, ...filter } }) => idsOf(db, filter, sort));
  on(contract.pickingList, async ({ actor, query, reply }) => {
    const picking = await pickingOf(db, query.orderId);
    const at = clock.now();
    const by = `${actor.firstName} ${actor.lastName}`;
    const bytes = await pickingListPdf({ ...picking, company: await company(), at, by });
    return sendPdf(reply, `picking-list-${dayOf(at)}.pdf`, bytes);
  });
  on(contract.invoicesOfOrders, ({ actor, query, reply }) =>
    sendInvoices(deps, reply, { ids: query.orderId, actor, day: dayOf(clock.now()) }),
  );
  on(contract.packingSlips, async ({ query, reply }) => {
    const slips = await packingSlipsOf(db, query.orderId);
    const bytes = await packingSlipsPdf({ company: await company(), slips, at: clock.now() });
    const [first] = slips;
    const name =
      slips.length === 1 && first ? `packing-slip-${first.orderNumber}` : `packing-slips-${dayOf(clock.now())}`;
    return sendPdf(reply, `${name}.pdf`, bytes);
  });
}

/** Shown inline, for printing from the browser. */
const sendPdf = (reply: FastifyReply, name: string, bytes: Buffer): FastifyReply =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(bytes);
