import { notFound, Problem } from '#lib/api/problem.ts';
import { zero } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { requestApproval as requestApprovalEndpoint } from '#orders/checkout-contract.ts';
import { validIdempotencyKey } from '#platform/http/idempotency-key.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { requireAccountAccess, requireSiteAccess } from '../accounts/site-access.server.ts';
import { readApprovers } from '../limits/approval-reasons.server.ts';
import { readSpending } from '../limits/contract.ts';
import { monthOf, readSpend } from '../limits/spend.server.ts';
import { accountSentences as accounts } from '../accounts/sentences.ts';
import { sentences as people } from '../people/contract.ts';
import type { TradePermission } from '../permissions.ts';
import { readerByToken } from './approval-mails.server.ts';
import { readRules, writeRules } from './approval-rules.server.ts';
import * as contract from './contract.ts';
import { approve, decline, withdraw } from './decide-approval.server.ts';
import { type Reader, readApproval, readApprovals, readerOf } from './read-approvals.server.ts';
import { requestApproval } from './request-approval.server.ts';

export function approvalRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const { db } = deps;
  const reader = async (userId: string, id: string): Promise<Reader> => {
    const found = await readerOf(db, userId, id);
    if (!found) throw notFound(contract.sentences.notFound);
    return found;
  };
  on(requestApprovalEndpoint, ({ body, actor, request }) =>
    requestApproval(deps, { key: validIdempotencyKey(request.headers) ?? newId(), body, actor }),
  );
  on(contract.listApprovals, async ({ actor, params: { accountId }, query, reply }) =>
    withTotal(reply, await readApprovals(db, { userId: actor.id, accountId }, query)),
  );
  on(contract.readApproval, async ({ actor, params: { id } }) => readApproval(deps, id, await reader(actor.id, id)));
  on(contract.approve, async ({ actor, params: { id }, body, ip }) =>
    approve(deps, { id, reader: await reader(actor.id, id), ip }, body.hash),
  );
  on(contract.decline, async ({ actor, params: { id }, body, ip }) =>
    decline(deps, { id, reader: await reader(actor.id, id), ip }, body.reason),
  );
  on(contract.withdraw, async ({ actor, params: { id }, ip }) =>
    withdraw(deps, { id, reader: await reader(actor.id, id), ip }),
  );

  on(contract.readByMail, async ({ body, actor }) => {
    const { id, reader: byLink, approver } = await readerByToken(deps, body.token, actor);
    return { ...(await readApproval(deps, id, byLink)), approver };
  });
  on(contract.approveByMail, async ({ body, actor, ip }) => {
    const { approver, ...deciding } = await readerByToken(deps, body.token, actor);
    return { ...(await approve(deps, { ...deciding, ip }, body.hash)), approver };
  });
  on(contract.declineByMail, async ({ body, actor, ip }) => {
    const { approver, ...deciding } = await readerByToken(deps, body.token, actor);
    return { ...(await decline(deps, { ...deciding, ip }, body.reason)), approver };
  });
  limitsRoutes(on, deps);
}

/** What is left of budgets and limits, and the rules for approval. */
function limitsRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const { db, clock } = deps;
  on(readSpending, async ({ actor, params: { siteId } }) => {
    const { memberId, limit, site, account } = await requireSiteAccess(db, { userId: actor.id, siteId });
    const month = monthOf(clock.now());
    const spent = await readSpend(db, [site.id, memberId], month);
    const approvers = await readApprovers(db, { accountId: account.id, siteId, memberId });
    return {
      month,
      budget: site.budget,
      spent: spent.get(site.id) ?? zero,
      limit: limit.cents,
      limitPeriod: limit.period,
      spentByYou: spent.get(memberId) ?? zero,
      approvers: approvers.map(({ name }) => name),
    };
  });
  const manager = async (userId: string, accountId: string): Promise<readonly TradePermission[]> => {
    const { hasAllSites, permissions } = await requireAccountAccess(db, {
      userId,
      accountId,
      permission: 'ManagePeople',
    });
    if (!hasAllSites) throw new Problem(403, people.allSitesNeeded);
    return permissions;
  };
  on(contract.readRules, async ({ actor, params: { accountId } }) => {
    await manager(actor.id, accountId);
    return { rules: await readRules(db, accountId) };
  });
  on(contract.writeRules, async ({ actor, params: { accountId }, body, context }) => {
    // Otherwise somebody whose orders need approval could do away with it.
    if (!(await manager(actor.id, accountId)).includes('Approve')) throw new Problem(403, accounts.notPermitted);
    return { rules: await writeRules(deps, accountId, body.rules, context) };
  });
}
