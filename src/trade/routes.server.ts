import { dayOf } from '#lib/day.ts';
import { Problem } from '#lib/api/problem.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { addAccount, updateAccount } from './accounts/change-account.server.ts';
import { addAccountNote, readAccountNotes, updateAccountNote } from './record/account-notes.server.ts';
import { readAccountOrders } from './record/account-orders.server.ts';
import * as accounts from './accounts/contract.ts';
import * as record from './record/contract.ts';
import { readOwnAccounts } from './accounts/own-accounts.server.ts';
import { listOwnAccounts } from './accounts/own-contract.ts';
import { accountFile, readAccount, readAccounts } from './accounts/read-accounts.server.ts';
import { type AccountAccess, requireAccountAccess, requireSiteAccess } from './accounts/site-access.server.ts';
import * as siteContract from './accounts/sites-contract.ts';
import {
  addSite,
  archiveSite,
  readArchivedSites,
  readSites,
  restoreSite,
  updateSite,
} from './accounts/sites.server.ts';
import { changeAccountStatus } from './people/approve-account.server.ts';
import * as people from './people/contract.ts';
import { acceptInvitation, readInvitation } from './people/invitations.server.ts';
import { invite, inviteAgain, readPeople, removePerson, updatePerson } from './people/people.server.ts';
import { addRole, readRoles, removeRole, updateRole } from './people/roles.server.ts';

/** Trade accounts as staff see them. */
export function manageAccountsRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(accounts.listAccounts, async ({ query, reply }) => withTotal(reply, await readAccounts(deps, query)));
  on(accounts.exportAccounts, ({ query: { format, ...filter }, reply }) =>
    sendList({ db, reply }, accountFile(db, filter), { format, day: dayOf(clock.now()) }),
  );
  on(accounts.readAccount, ({ params }) => readAccount(db, params.id, clock.now()));
  on(accounts.addAccount, ({ body, context }) => addAccount(deps, body, context));
  on(accounts.updateAccount, ({ params, body: { version, ...input }, context }) =>
    updateAccount(deps, { id: params.id, version }, input, context),
  );
  on(accounts.changeAccountStatus, ({ params, body, context }) =>
    changeAccountStatus(deps, { ...body, id: params.id }, context),
  );

  on(record.listAccountOrders, async ({ params, query, reply }) =>
    withTotal(reply, await readAccountOrders(db, params.id, query)),
  );
  on(record.listAccountNotes, ({ params }) => readAccountNotes(db, params.id));
  on(record.addAccountNote, ({ params, body, context }) =>
    addAccountNote(deps, { accountId: params.id, text: body.text }, context),
  );
  on(record.updateAccountNote, ({ params: { id: accountId, noteId }, body: { text, version }, context }) =>
    updateAccountNote(deps, { accountId, noteId, text, version }, context),
  );

  on(siteContract.addSite, ({ params, body, context }) => addSite(deps, params.id, body, context));
  on(siteContract.updateSite, ({ params: { id, siteId }, body: { version, ...input }, context }) =>
    updateSite(deps, { accountId: id, siteId, version }, input, context),
  );
  on(siteContract.archiveSite, ({ params: { id, siteId }, context }) =>
    archiveSite(deps, { accountId: id, siteId }, context),
  );
  on(siteContract.restoreSite, ({ params: { id, siteId }, context }) =>
    restoreSite(deps, { accountId: id, siteId }, context),
  );

  const staff = 'all' as const;
  on(people.listPeople, ({ params: { id } }) => peopleAndRoles(deps, id));
  on(people.invitePerson, ({ params, body, context }) =>
    invite(deps, params.id, body, { ...context, permissions: staff }),
  );
  on(people.updatePerson, ({ params: { id, personId }, body: { version, ...input }, context }) =>
    updatePerson(deps, { accountId: id, personId, version }, input, { ...context, permissions: staff }),
  );
  on(people.removePerson, ({ params: { id, personId }, context }) =>
    removePerson(deps, { accountId: id, personId }, { ...context, permissions: staff }),
  );
  on(people.inviteAgain, ({ params: { id, personId } }) => inviteAgain(deps, { accountId: id, personId }));
  on(people.addRole, ({ params, body, context }) => addRole(deps, params.id, body, { ...context, permissions: staff }));
  on(people.updateRole, ({ params: { id, roleId }, body: { version, ...input }, context }) =>
    updateRole(deps, { accountId: id, roleId, version }, input, { ...context, permissions: staff }),
  );
  on(people.removeRole, ({ params: { id, roleId }, context }) =>
    removeRole(deps, { accountId: id, roleId }, { ...context, permissions: staff }),
  );
}

/** What the people of trade accounts can do there themselves. */
export function tradeRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db } = deps;
  on(listOwnAccounts, ({ actor }) => readOwnAccounts(db, actor.id));
  ownSitesRoutes(on, deps);
  ownPeopleRoutes(on, deps);
  on(people.readInvitation, ({ body }) => readInvitation(deps, body.token));
  on(people.acceptInvitation, ({ body, context }) => acceptInvitation(deps, body.token, context));
}

function ownSitesRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db } = deps;
  const manager = (userId: string, accountId: string) =>
    requireAllSites(deps, { userId, accountId, permission: 'ManageSites' });
  on(siteContract.listOwnSites, async ({ actor, params: { accountId } }) => {
    const { siteIds } = await requireAccountAccess(db, { userId: actor.id, accountId });
    return (await readSites(db, accountId)).filter(({ id }) => siteIds.includes(id));
  });
  on(siteContract.addOwnSite, async ({ actor, params: { accountId }, body, context }) => {
    await manager(actor.id, accountId);
    return addSite(deps, accountId, body, context);
  });
  on(siteContract.updateOwnSite, async ({ actor, params, body: { version, ...input }, context }) => {
    await requireOwnSite(deps, actor.id, params);
    return updateSite(deps, { ...params, version }, input, context);
  });
  on(siteContract.archiveOwnSite, async ({ actor, params, context }) => {
    await requireOwnSite(deps, actor.id, params);
    return archiveSite(deps, params, context);
  });
  on(siteContract.listOwnArchivedSites, async ({ actor, params: { accountId } }) => {
    await manager(actor.id, accountId);
    return readArchivedSites(db, accountId);
  });
  on(siteContract.restoreOwnSite, async ({ actor, params, context }) => {
    await manager(actor.id, params.accountId);
    return restoreSite(deps, params, context);
  });
}

/** The site of the path must belong to the account of the path; the services check that. */
const requireOwnSite = ({ db }: Deps, userId: string, { siteId }: { siteId: string }) =>
  requireSiteAccess(db, { userId, siteId, permission: 'ManageSites' });

function ownPeopleRoutes(on: RegisterEndpoint, deps: Deps): void {
  const manager = (userId: string, accountId: string) =>
    requireAllSites(deps, { userId, accountId, permission: 'ManagePeople' });
  on(people.listOwnPeople, async ({ actor, params: { accountId } }) => {
    await manager(actor.id, accountId);
    return peopleAndRoles(deps, accountId);
  });
  on(people.inviteOwnPerson, async ({ actor, params: { accountId }, body, context }) => {
    const { permissions } = await manager(actor.id, accountId);
    return invite(deps, accountId, body, { ...context, permissions });
  });
  on(people.updateOwnPerson, async ({ actor, params, body: { version, ...input }, context }) => {
    const { permissions } = await manager(actor.id, params.accountId);
    return updatePerson(deps, { ...params, version }, input, { ...context, permissions });
  });
  on(people.removeOwnPerson, async ({ actor, params, context }) => {
    const { permissions } = await manager(actor.id, params.accountId);
    return removePerson(deps, params, { ...context, permissions });
  });
  on(people.inviteOwnAgain, async ({ actor, params }) => {
    await manager(actor.id, params.accountId);
    return inviteAgain(deps, params);
  });
  on(people.addOwnRole, async ({ actor, params: { accountId }, body, context }) => {
    const { permissions } = await manager(actor.id, accountId);
    return addRole(deps, accountId, body, { ...context, permissions });
  });
  on(people.updateOwnRole, async ({ actor, params, body: { version, ...input }, context }) => {
    const { permissions } = await manager(actor.id, params.accountId);
    return updateRole(deps, { ...params, version }, input, { ...context, permissions });
  });
  on(people.removeOwnRole, async ({ actor, params, context }) => {
    const { permissions } = await manager(actor.id, params.accountId);
    return removeRole(deps, params, { ...context, permissions });
  });
}

const peopleAndRoles = async ({ db }: Pick<Deps, 'db'>, accountId: string) => ({
  people: await readPeople(db, accountId),
  roles: await readRoles(db, accountId),
});

/** Access to the account as a whole, for people who are not limited to some of its sites. Throws 403. */
async function requireAllSites(
  { db }: Deps,
  which: Parameters<typeof requireAccountAccess>[1],
): Promise<AccountAccess> {
  const access = await requireAccountAccess(db, which);
  if (!access.hasAllSites) throw new Problem(403, people.sentences.allSitesNeeded);
  return access;
}
