import { useEffect } from 'react';
import { api, loadOrPageError, requireSignedIn } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import layout from '#ui/layout.module.css';
import { listOwnAccounts } from '../accounts/own-contract.ts';
import { useOwnSites } from '../accounts/own-sites.tsx';
import { SitesCard } from '../accounts/sites-card.tsx';
import {
  type addOwnSite,
  type archiveOwnSite,
  listOwnArchivedSites,
  listOwnSites,
  type restoreOwnSite,
  type updateOwnSite,
} from '../accounts/sites-contract.ts';
import { readRules } from '../approvals/contract.ts';
import { RulesCard } from '../approvals/rules-card.tsx';
import { type BlanketPoCalls, BlanketPosCard } from '../blanket-pos/blanket-pos-card.tsx';
import {
  type addOwnBlanketPo,
  type endOwnBlanketPo,
  listOwnBlanketPos,
  type updateOwnBlanketPo,
} from '../blanket-pos/contract.ts';
import * as people from '../people/contract.ts';
import { PeopleCard } from '../people/people-card.tsx';
import { RolesCard } from '../people/roles-card.tsx';
import { termsInWords } from '../trading-terms.ts';
import type { Route } from './+types/company';
import { StatusNote } from '../accounts/status-note.tsx';

export async function loader({ context, url, params: { accountId } }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  const ask = api(context);
  const params = { accountId };
  const [sites, accounts, blanketPos] = await loadOrPageError(
    'Unable to load the trade account.',
    Promise.all([ask(listOwnSites, { params }), ask(listOwnAccounts), ask(listOwnBlanketPos, { params })]),
  );
  // Those who may not manage people or sites, or only have some of the sites, do without them.
  const [persons, archived] = await Promise.all([
    ask(people.listOwnPeople, { params }).catch(() => undefined),
    ask(listOwnArchivedSites, { params }).catch(() => undefined),
  ]);
  const rules = persons && (await ask(readRules, { params }).catch(() => undefined));
  return { account: accounts.find(({ id }) => id === accountId), sites, archived, persons, rules, blanketPos };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Sites and people',
    description: 'The sites and people of your trade account.',
    path: `/trade/${args.params.accountId}`,
    isPrivate: true,
  });

export default function Company({
  loaderData: { account, sites, archived, persons, rules, blanketPos },
}: Route.ComponentProps) {
  const { reload } = useOwnSites();
  // A site that was added, renamed or archived here is so in the header too.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the sites have changed
  useEffect(reload, [sites]);
  if (!account) return null; // the loader has thrown
  const mayChange = account.permissions.includes('ManageSites');
  return (
    <>
      <header>
        <h1>{account.name}</h1>
        <p className={layout.muted}>
          Account {account.number}, {termsInWords(account.terms).toLowerCase()}
        </p>
      </header>
      <StatusNote status={account.status} />
      <SitesCard
        sites={sites}
        archived={archived}
        people={persons?.people}
        calls={siteCalls(account.id, persons !== undefined)}
        mayChange={mayChange}
      />
      {(mayChange || blanketPos.length > 0) && (
        <BlanketPosCard
          blanketPos={blanketPos}
          sites={sites}
          calls={blanketPoCalls(account.id)}
          mayChange={mayChange}
        />
      )}
      {persons && (
        <>
          <PeopleCard
            people={persons.people}
            roles={persons.roles.filter((role) => role.permissions.every((one) => account.permissions.includes(one)))}
            sites={sites}
            calls={peopleCalls(account.id)}
          />
          {rules && account.permissions.includes('Approve') && (
            <RulesCard accountId={account.id} rules={rules.rules} sites={sites} />
          )}
          <RolesCard roles={persons.roles} permissions={account.permissions} calls={roleCalls(account.id)} />
        </>
      )}
    </>
  );
}

const siteCalls = (accountId: string, mayAdd: boolean) => ({
  add: mayAdd
    ? (body: InputOf<typeof addOwnSite>['body']) =>
        call<typeof addOwnSite>('POST /v1/trade/accounts/{accountId}/sites', { params: { accountId }, body })
    : undefined,
  update: (siteId: string, body: InputOf<typeof updateOwnSite>['body']) =>
    call<typeof updateOwnSite>('PUT /v1/trade/accounts/{accountId}/sites/{siteId}', {
      params: { accountId, siteId },
      body,
    }),
  archive: (siteId: string) =>
    call<typeof archiveOwnSite>('DELETE /v1/trade/accounts/{accountId}/sites/{siteId}', {
      params: { accountId, siteId },
    }),
  restore: (siteId: string) =>
    call<typeof restoreOwnSite>('POST /v1/trade/accounts/{accountId}/sites/{siteId}/restore', {
      params: { accountId, siteId },
    }),
});

const blanketPoCalls = (accountId: string): BlanketPoCalls => ({
  add: (body) =>
    call<typeof addOwnBlanketPo>('POST /v1/trade/accounts/{accountId}/blanket-pos', { params: { accountId }, body }),
  update: (blanketPoId, body) =>
    call<typeof updateOwnBlanketPo>('PUT /v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}', {
      params: { accountId, blanketPoId },
      body,
    }),
  end: (blanketPoId) =>
    call<typeof endOwnBlanketPo>('DELETE /v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}', {
      params: { accountId, blanketPoId },
    }),
});

const peopleCalls = (accountId: string) => ({
  invite: (body: InputOf<typeof people.inviteOwnPerson>['body']) =>
    call<typeof people.inviteOwnPerson>('POST /v1/trade/accounts/{accountId}/people', { params: { accountId }, body }),
  update: (personId: string, body: InputOf<typeof people.updateOwnPerson>['body']) =>
    call<typeof people.updateOwnPerson>('PUT /v1/trade/accounts/{accountId}/people/{personId}', {
      params: { accountId, personId },
      body,
    }),
  remove: (personId: string) =>
    call<typeof people.removeOwnPerson>('DELETE /v1/trade/accounts/{accountId}/people/{personId}', {
      params: { accountId, personId },
    }),
  inviteAgain: (personId: string) =>
    call<typeof people.inviteOwnAgain>('POST /v1/trade/accounts/{accountId}/people/{personId}/invitation', {
      params: { accountId, personId },
    }),
});

const roleCalls = (accountId: string) => ({
  add: (body: people.RoleInput) =>
    call<typeof people.addOwnRole>('POST /v1/trade/accounts/{accountId}/roles', { params: { accountId }, body }),
  update: (roleId: string, body: people.RoleInput & { version: number | undefined }) =>
    call<typeof people.updateOwnRole>('PUT /v1/trade/accounts/{accountId}/roles/{roleId}', {
      params: { accountId, roleId },
      body,
    }),
  remove: (roleId: string) =>
    call<typeof people.removeOwnRole>('DELETE /v1/trade/accounts/{accountId}/roles/{roleId}', {
      params: { accountId, roleId },
    }),
});
