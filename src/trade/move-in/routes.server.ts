import { Problem } from '#lib/api/problem.ts';
import { dayOf } from '#lib/day.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { accountSentences } from '../accounts/sentences.ts';
import { readSiteOfAccount, requireSiteAccess } from '../accounts/site-access.server.ts';
import { addList } from '../lists/change-lists.server.ts';
import { findItems } from '../lists/order-items.server.ts';
import { readList } from '../lists/read-lists.server.ts';
import * as contract from './contract.ts';
import { rememberCodes } from './former-codes.server.ts';
import { matchFormerFile, withPrices } from './match-former-lines.server.ts';

/** What a company buys elsewhere, matched with the shop's items: for the people of its account. */
export function moveInRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(contract.matchFormerLines, async ({ actor, params: { siteId }, body }) => {
    const access = await requireSiteAccess(db, { userId: actor.id, siteId, permission: 'Order' });
    return matchFormerFile(deps, { ...access, day: dayOf(clock.now()) }, body);
  });
  on(contract.rememberFormerCodes, async ({ actor, params: { siteId }, body: { matches }, context }) => {
    const { account, permissions } = await requireSiteAccess(db, { userId: actor.id, siteId });
    if (!permissions.includes('ManageLists') && !permissions.includes('RequestQuotes'))
      throw new Problem(403, accountSentences.notPermitted);
    await rememberCodes(deps, { accountId: account.id, matches }, context);
  });
}

/** The same for staff, for any site of any account. */
export function manageMoveInRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  const buyerOf = async (params: { id: string; siteId: string }) => ({
    ...(await readSiteOfAccount(db, params)),
    day: dayOf(clock.now()),
  });
  on(contract.matchLinesOfSite, async ({ params, body }) => matchFormerFile(deps, await buyerOf(params), body));
  on(contract.rememberCodesOfAccount, async ({ params, body: { matches }, context }) => {
    const { account } = await readSiteOfAccount(db, params);
    await rememberCodes(deps, { accountId: account.id, matches }, context);
  });
  on(contract.findItemsOfSite, async ({ params, query: { search } }) => {
    const buyer = await buyerOf(params);
    return withPrices(deps, buyer, await findItems(db, buyer, search));
  });
  on(contract.addListOfSite, async ({ params, body, context }) => {
    const buyer = await buyerOf(params);
    return readList(db, buyer, await addList(deps, buyer, body, context));
  });
}
