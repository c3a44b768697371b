import { newId } from '#lib/uuid.ts';
import { builtInRoles } from '#trade/permissions.ts';
import type { TestApp } from './app.ts';
import type { Calls } from './back-office-calls.ts';
import { makeProduct } from './make.ts';
import { makeTradeAccount, makeTradeMember } from './make-trade-account.ts';
import { makePerson } from './people.ts';

/** Valid calls of the endpoints of trade accounts, their sites, people and roles. */
export async function callsOfAccounts({ ask, deps }: TestApp, token: string): Promise<Calls> {
  const { db } = deps;
  const changed = await makeTradeAccount(db);
  const stopped = await makeTradeAccount(db);
  const personId = await makeTradeMember(db, changed.id, { user: await makePerson(deps) });
  const role = { name: `Helper ${newId()}`, permissions: ['Order', 'ManageLists'] };
  const path = `/v1/trade-accounts/${changed.id}/roles`;
  const { body: stored } = await ask<{ id: string }>('POST', path, { token, body: role });
  const noted = `/v1/trade-accounts/${changed.id}/notes`;
  const { body: note } = await ask<{ id: string }>('POST', noted, { token, body: { text: 'Rang.' } });
  const [siteId = ''] = changed.siteIds;
  const blanketPo = { number: 'EF-00001', amount: 50 }; // as the pattern below wants
  const { body: storedPo } = await ask<{ id: string }>('POST', `/v1/trade-accounts/${changed.id}/blanket-pos`, {
    token,
    body: { ...blanketPo, siteId },
  });
  const params = { id: changed.id };
  const account = {
    name: 'Example Facilities',
    abn: '51824753556',
    acn: '004085616',
    contactName: 'Mira Okoye',
    contactEmail: 'mira@facilities.example.com',
    accountsEmail: 'accounts@facilities.example.com',
    phone: '0370101234',
    termsKind: 'days',
    termsDays: 30,
    creditLimit: 500,
    priceListId: null,
    poRule: 'pattern',
    poPattern: 'EF-99999',
    ppsrNumber: '2026',
    ppsrUntil: '2033-11-27',
    notes: 'Calls first.',
  };
  const site = {
    name: 'Second depot',
    unitNumber: '3',
    streetNumber: '4',
    streetName: 'Sample Lane',
    city: 'Carlton',
    state: 'VIC',
    postcode: '3053',
    instructions: 'Gate 2',
    hours: 'Mornings',
    contactName: 'Ada Wong',
    contactPhone: '0491570110',
    costCentre: 'CC-1',
    budget: 600,
    priceListId: null,
  };
  const person = { roleId: builtInRoles.buyer, hasAllSites: false, siteIds: [siteId], limit: 50, limitPeriod: 'order' };
  const product = await makeProduct(db, { price: 10 });
  const formerCode = { code: 'OLD-1', description: 'Mop', itemId: product.itemIds[0] ?? '' };
  const ofSite = { id: changed.id, siteId };
  return {
    'POST /v1/trade-accounts/{id}/sites/{siteId}/former-lines': { params: ofSite, body: { text: 'Code,Qty\nOLD-1,2' } },
    'PUT /v1/trade-accounts/{id}/sites/{siteId}/former-codes': { params: ofSite, body: { matches: [formerCode] } },
    'POST /v1/trade-accounts/{id}/sites/{siteId}/lists': {
      params: ofSite,
      body: { name: 'Former list', items: [{ itemId: formerCode.itemId, par: 2, multiple: 1, note: '' }] },
    },
    'POST /v1/trade-accounts/{id}/notes': { params, body: { text: 'Call first.' } },
    'PUT /v1/trade-accounts/{id}/notes/{noteId}': {
      params: { ...params, noteId: note.id },
      body: { text: 'Call later.' },
    },
    'POST /v1/trade-accounts': { body: account },
    'PUT /v1/trade-accounts/{id}': { params, body: account },
    'POST /v1/trade-accounts/{id}/status': { params: { id: stopped.id }, body: { status: 'hold', reason: 'Overdue.' } },
    'POST /v1/trade-accounts/{id}/sites': { params, body: site },
    'PUT /v1/trade-accounts/{id}/sites/{siteId}': { params: { ...params, siteId }, body: { ...site, name: 'Renamed' } },
    'POST /v1/trade-accounts/{id}/blanket-pos': { params, body: { ...blanketPo, number: 'EF-00002', siteId } },
    'PUT /v1/trade-accounts/{id}/blanket-pos/{blanketPoId}': {
      params: { ...params, blanketPoId: storedPo.id },
      body: { ...blanketPo, amount: 80 },
    },
    'POST /v1/trade-accounts/{id}/people': { params, body: { ...person, email: 'new.person@example.com' } },
    'PUT /v1/trade-accounts/{id}/people/{personId}': { params: { ...params, personId }, body: person },
    'POST /v1/trade-accounts/{id}/roles': { params, body: { ...role, name: 'Another role' } },
    'PUT /v1/trade-accounts/{id}/roles/{roleId}': { params: { ...params, roleId: stored.id }, body: role },
  };
}
