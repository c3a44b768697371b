import { addYears, dayOf, startOf } from '#lib/day.ts';
import { badInput, Problem } from '#lib/api/problem.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendRows } from '#platform/list/list-export.server.ts';
import { accountSentences } from '../accounts/sentences.ts';
import { requireSiteAccess } from '../accounts/site-access.server.ts';
import type { TradePermission } from '../permissions.ts';
import { addList, archiveList, saveList } from './change-lists.server.ts';
import { readCodeFile } from './codes/code-file.server.ts';
import * as contract from './contract.ts';
import { matchCodes } from './codes/match-codes.server.ts';
import { findItems } from './order-items.server.ts';
import { suggestItems } from './ordered-items.server.ts';
import { linesOfCodes, parsePasted } from './codes/pasted-lines.ts';
import { listColumns, readList, readLists } from './read-lists.server.ts';
import { mostItems, listSentences as sentences } from './sentences.ts';

/** Order lists of the caller's sites, and what a site can order by code. */
export function orderListRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  const reader = buyerWith(deps, 'Order');
  listRoutes(on, deps);

  on(contract.suggestFromOrders, async ({ actor, params }) =>
    suggestItems(db, await reader(actor.id, params.siteId), startOf(addYears(dayOf(clock.now()), -1))),
  );
  on(contract.findOrderItems, async ({ actor, params, query }) =>
    findItems(db, await reader(actor.id, params.siteId), query.search),
  );
  on(contract.checkCodes, async ({ actor, params, body: { text = '', file, codes } }) => {
    const buyer = await reader(actor.id, params.siteId);
    const lines = codes ? linesOfCodes(codes) : file === undefined ? parsePasted(text) : await readCodeFile(file);
    if (lines.length === 0) throw badInput({ path: 'text', message: sentences.noLines });
    if (lines.length > mostItems) throw badInput({ path: 'text', message: sentences.tooManyLines });
    return matchCodes(db, buyer, lines);
  });
}

/** Finds out for which site somebody with the permission orders, and today's day. */
const buyerWith =
  ({ db, clock }: Deps, permission: TradePermission) =>
  async (userId: string, siteId: string) => ({
    ...(await requireSiteAccess(db, { userId, siteId, permission })),
    day: dayOf(clock.now()),
  });

function listRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  const [reader, manager] = [buyerWith(deps, 'Order'), buyerWith(deps, 'ManageLists')];

  on(contract.listOrderLists, async ({ actor, params }) => readLists(db, await reader(actor.id, params.siteId)));
  on(contract.addOrderList, async ({ actor, params, body, context }) => {
    const buyer = await manager(actor.id, params.siteId);
    return readList(db, buyer, await addList(deps, buyer, body, context));
  });
  on(contract.saveOrderList, async ({ actor, params: { siteId, listId }, body: { version, ...input }, context }) => {
    const buyer = await manager(actor.id, siteId);
    await saveList(deps, { buyer, listId, version }, input, context);
    return readList(db, buyer, listId);
  });
  on(contract.archiveOrderList, async ({ actor, params: { siteId, listId }, context }) => {
    const buyer = await manager(actor.id, siteId);
    await archiveList(deps, { buyer, listId, isArchived: true }, context);
  });
  on(contract.restoreOrderList, async ({ actor, params: { siteId, listId }, context }) => {
    const buyer = await manager(actor.id, siteId);
    await archiveList(deps, { buyer, listId, isArchived: false }, context);
    return readList(db, buyer, listId);
  });
  on(contract.copyOrderList, async ({ actor, params: { siteId, listId }, body, context }) => {
    const from = await reader(actor.id, siteId);
    const to = await manager(actor.id, body.siteId);
    if (to.account.id !== from.account.id) throw new Problem(403, accountSentences.noSite);
    const { items } = await readList(db, from, listId);
    return readList(db, to, await addList(deps, to, { name: body.name, items }, context));
  });
  on(contract.exportOrderList, async ({ actor, params: { siteId, listId }, query: { format }, reply }) => {
    const { items } = await readList(db, await reader(actor.id, siteId), listId);
    return sendRows(
      reply,
      { name: 'Order list', columns: listColumns, rows: items },
      { format, day: dayOf(clock.now()) },
    );
  });
}
