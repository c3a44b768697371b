import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { accountSentences } from '../accounts/sentences.ts';
import { requireAccountAccess } from '../accounts/site-access.server.ts';
import {
  addBlanketPo,
  type BlanketPoOfAccount,
  endBlanketPo,
  readBlanketPos,
  updateBlanketPo,
} from './blanket-pos.server.ts';
import * as contract from './contract.ts';
import { blanketPoSentences as sentences } from './sentences.ts';

/** Blanket POs, for staff and for the people of accounts. */
export function blanketPoRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db } = deps;
  on(contract.listBlanketPos, ({ params: { id } }) => readBlanketPos(deps, id));
  on(contract.addBlanketPo, ({ params: { id: accountId }, body: { siteId, ...input }, context }) =>
    addBlanketPo(deps, { accountId, siteId }, input, context),
  );
  on(contract.updateBlanketPo, ({ params: { id: accountId, blanketPoId }, body: { version, ...input }, context }) =>
    updateBlanketPo(deps, { accountId, blanketPoId, version }, input, context),
  );
  on(contract.endBlanketPo, ({ params: { id: accountId, blanketPoId }, context }) =>
    endBlanketPo(deps, { accountId, blanketPoId }, context),
  );

  on(contract.listOwnBlanketPos, async ({ actor, params: { accountId } }) => {
    const { openSiteIds } = await requireAccountAccess(db, { userId: actor.id, accountId });
    return readBlanketPos(deps, accountId, openSiteIds);
  });
  on(contract.addOwnBlanketPo, async ({ actor, params: { accountId }, body: { siteId, ...input }, context }) => {
    const siteIds = await sitesToManage(deps, actor.id, accountId);
    if (!siteIds.includes(siteId)) throw notFound(accountSentences.siteNotFound);
    return addBlanketPo(deps, { accountId, siteId }, input, context);
  });
  on(contract.updateOwnBlanketPo, async ({ actor, params, body: { version, ...input }, context }) => {
    await requireOwn(deps, actor.id, params);
    return updateBlanketPo(deps, { ...params, version }, input, context);
  });
  on(contract.endOwnBlanketPo, async ({ actor, params, context }) => {
    await requireOwn(deps, actor.id, params);
    return endBlanketPo(deps, params, context);
  });
}

async function sitesToManage({ db }: Deps, userId: string, accountId: string): Promise<readonly string[]> {
  const { openSiteIds } = await requireAccountAccess(db, { userId, accountId, permission: 'ManageSites' });
  return openSiteIds;
}

/** Throws 404 for the blanket PO of a site that is not the caller's. */
async function requireOwn(deps: Deps, userId: string, { accountId, blanketPoId }: BlanketPoOfAccount): Promise<void> {
  const siteIds = await sitesToManage(deps, userId, accountId);
  const own = await readBlanketPos(deps, accountId, siteIds);
  if (!own.some(({ id }) => id === blanketPoId)) throw notFound(sentences.notFound);
}
