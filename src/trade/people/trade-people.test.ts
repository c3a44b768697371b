import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { builtInRoles } from '../permissions.ts';

const shop = await testApp();
const { deps, ask } = shop;
const { db, jobs } = deps;

interface PersonJson {
  id: string;
  email: string;
  roleName: string;
  siteIds: string[];
  joinedDate: string | null;
}

interface RolesJson {
  roles: { permissions: string[] }[];
}

/** An account with two sites and an administrator of its own. */
async function company() {
  const account = await makeTradeAccount(db);
  const [siteId = ''] = account.siteIds;
  const depot = await makeTradeSite(db, account.id, { name: 'Depot' });
  const admin = await makePerson(deps);
  const adminId = await makeTradeMember(db, account.id, { user: admin, role: 'administrator' });
  const path = `/v1/trade/accounts/${account.id}`;
  return { account, siteId, depot, admin, adminId, path };
}

const buyerOf = (siteIds: string[], more: object = {}) => ({
  roleId: builtInRoles.buyer,
  hasAllSites: false,
  siteIds,
  limit: 500,
  limitPeriod: 'month',
  ...more,
});

/** The token of the newest invitation's link. */
async function invitedToken(email: string): Promise<string> {
  await jobs.finishAll();
  const mail = shop.mails.findLast(({ to }) => to === email);
  return /\/trade\/join\?t=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('an invitation', () => {
  test('makes somebody with that e-mail address one of the people, once', async () => {
    const { account, siteId, depot, admin, path } = await company();
    const user = await makePerson(deps);
    const invited = await ask<PersonJson>('POST', `${path}/people`, {
      token: admin.token,
      body: { email: user.email.toUpperCase(), ...buyerOf([siteId]) },
    });
    expect(invited).toMatchObject({ status: 201, body: { roleName: 'Buyer', siteIds: [siteId], joinedDate: null } });
    const token = await invitedToken(user.email.toUpperCase());
    expect(await ask('POST', '/v1/trade/invitations/read', { body: { token } })).toMatchObject({
      body: { accountName: account.name, isRegistered: true },
    });
    const stranger = await makePerson(deps);
    const accept = (by: { token: string }) =>
      ask('POST', '/v1/trade/invitations/accept', { token: by.token, body: { token } });
    expect(await accept(stranger)).toMatchObject({ status: 403 });
    expect(await accept(user)).toMatchObject({ status: 200, body: { accountId: account.id } });
    expect(await accept(user)).toMatchObject({
      status: 400,
      message: 'This invitation is no longer valid. Ask for another one.',
    });
    const { body: accounts } = await ask<{ sites: { id: string }[] }[]>('GET', '/v1/trade/accounts', {
      token: user.token,
    });
    expect(accounts[0]?.sites.map(({ id }) => id)).toEqual([siteId]);
    expect(depot).not.toBe(siteId);
  });

  test('ends when it is mailed again, after two weeks, and when somebody is removed', async () => {
    const { admin, path } = await company();
    const { siteId } = await company();
    expect(
      await ask('POST', `${path}/people`, {
        token: admin.token,
        body: { email: 'a@example.com', ...buyerOf([siteId]) },
      }),
    ).toMatchObject({ status: 400, faults: [{ path: 'siteIds', message: 'This site is not one of the account.' }] });
    const all = { hasAllSites: true, siteIds: [] };
    const { body: person } = await ask<PersonJson>('POST', `${path}/people`, {
      token: admin.token,
      body: { email: 'b@example.com', ...buyerOf([], all) },
    });
    const first = await invitedToken('b@example.com');
    await ask('POST', `${path}/people/${person.id}/invitation`, { token: admin.token });
    const second = await invitedToken('b@example.com');
    const read = async (token: string) => (await ask('POST', '/v1/trade/invitations/read', { body: { token } })).status;
    expect(second).not.toBe(first);
    expect([await read(first), await read(second), await read(`${second}x`), await read('nonsense')]).toEqual([
      400, 200, 400, 400,
    ]);
    await ask('DELETE', `${path}/people/${person.id}`, { token: admin.token });
    expect(await read(second)).toBe(400);
    const { body: again } = await ask<PersonJson>('POST', `${path}/people`, {
      token: admin.token,
      body: { email: 'b@example.com', ...buyerOf([], all) },
    });
    expect(again.id).not.toBe(person.id);
    const third = await invitedToken('b@example.com');
    deps.clock.advance(14 * 24 * 3_600_000);
    expect(await read(third)).toBe(400);
  });

  test('is refused for somebody who is there already, whatever the case', async () => {
    const { admin, path, siteId } = await company();
    const body = { email: admin.email.toUpperCase(), ...buyerOf([siteId]) };
    expect(await ask('POST', `${path}/people`, { token: admin.token, body })).toMatchObject({
      status: 409,
      faults: [{ path: 'email', message: 'This person is in the account already.' }],
    });
  });
});

describe("an account's own administrator", () => {
  test('cannot give permissions that they lack, nor change somebody with more', async () => {
    const { account, admin, adminId, path } = await company();
    const role = await ask<{ id: string }>('POST', `${path}/roles`, {
      token: admin.token,
      body: { name: 'Manager of people', permissions: ['ManagePeople', 'Order'] },
    });
    expect(role.status).toBe(201);
    const manager = await makePerson(deps);
    const managerId = await makeTradeMember(db, account.id, { user: manager });
    const all = { hasAllSites: true, siteIds: [], limit: null };
    expect(
      await ask('PUT', `${path}/people/${managerId}`, {
        token: admin.token,
        body: buyerOf([], { ...all, roleId: role.body.id }),
      }),
    ).toMatchObject({ status: 200 });
    const moreThanOwn = { status: 403, message: 'You cannot give permissions that you do not have.' };
    const { token } = manager;
    const asAdministrator = buyerOf([], { ...all, roleId: builtInRoles.administrator });
    expect(await ask('PUT', `${path}/people/${managerId}`, { token, body: asAdministrator })).toMatchObject(
      moreThanOwn,
    );
    expect(
      await ask('POST', `${path}/people`, { token, body: { email: 'c@example.com', ...asAdministrator } }),
    ).toMatchObject(moreThanOwn);
    expect(await ask('DELETE', `${path}/people/${adminId}`, { token })).toMatchObject(moreThanOwn);
    const approving = { name: 'Approving', permissions: ['Approve'] };
    expect(await ask('POST', `${path}/roles`, { token, body: approving })).toMatchObject(moreThanOwn);
    expect(await ask('PUT', `${path}/roles/${role.body.id}`, { token, body: approving })).toMatchObject(moreThanOwn);
  });

  test('cannot change their own limit, but the rest of their entry; somebody else and staff can', async () => {
    const { account, admin, adminId, path } = await company();
    const other = await makePerson(deps);
    await makeTradeMember(db, account.id, { user: other, role: 'administrator' });
    const limited = {
      roleId: builtInRoles.administrator,
      hasAllSites: true,
      siteIds: [],
      limit: 50,
      limitPeriod: 'month',
    };
    const change = (by: { token: string }, body: object) =>
      ask('PUT', `${path}/people/${adminId}`, { token: by.token, body });
    expect((await change(other, limited)).status).toBe(200);
    for (const raised of [{ limit: null }, { limit: 5_000 }, { limitPeriod: 'order' }])
      expect(await change(admin, { ...limited, ...raised })).toMatchObject({
        status: 403,
        message: 'You cannot change your own limit. Ask somebody else who manages people, or contact us.',
      });
    expect((await change(admin, limited)).status).toBe(200);
    expect((await change(other, { ...limited, limit: null })).status).toBe(200);
  });

  test('cannot leave the account without somebody who manages its people; staff can', async () => {
    const { account, admin, adminId, path } = await company();
    const last = { status: 409, message: 'Somebody must remain who may manage the people of the account.' };
    expect(await ask('DELETE', `${path}/people/${adminId}`, { token: admin.token })).toMatchObject(last);
    const asBuyer = buyerOf([], { hasAllSites: true, limit: null });
    expect(await ask('PUT', `${path}/people/${adminId}`, { token: admin.token, body: asBuyer })).toMatchObject(last);
    const { permissions } = (await ask<RolesJson>('GET', `${path}/people`, { token: admin.token })).body.roles[0] ?? {};
    const own = await ask<{ id: string; version: number }>('POST', `${path}/roles`, {
      token: admin.token,
      body: { name: 'Boss', permissions },
    });
    const asBoss = { ...asBuyer, roleId: own.body.id };
    expect((await ask('PUT', `${path}/people/${adminId}`, { token: admin.token, body: asBoss })).status).toBe(200);
    const lesser = { name: 'Boss', permissions: ['Order'] };
    expect(await ask('PUT', `${path}/roles/${own.body.id}`, { token: admin.token, body: lesser })).toMatchObject(last);
    const former = await makePerson(deps);
    await makeTradeMember(db, account.id, { user: former, role: 'administrator' });
    await db.updateTable('users').set({ archived_at: new Date() }).where('id', '=', former.id).execute();
    expect(await ask('DELETE', `${path}/people/${adminId}`, { token: admin.token })).toMatchObject(last);
    const staff = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
    const byStaff = `/v1/trade-accounts/${account.id}/people/${adminId}`;
    expect(await ask('DELETE', byStaff, { token: staff.token })).toMatchObject({ status: 204 });
    expect(await ask('GET', `${path}/people`, { token: admin.token })).toMatchObject({ status: 403 });
  });

  test('keeps roles that somebody has and those of every account', async () => {
    const { account, admin, path } = await company();
    const { body: role } = await ask<{ id: string; version: number }>('POST', `${path}/roles`, {
      token: admin.token,
      body: { name: 'Cleaner', permissions: ['ManageLists'] },
    });
    const userId = await makeTradeMember(db, account.id, { user: await makePerson(deps) });
    const body = buyerOf([], { hasAllSites: true, roleId: role.id });
    await ask('PUT', `${path}/people/${userId}`, { token: admin.token, body });
    expect(await ask('DELETE', `${path}/roles/${role.id}`, { token: admin.token })).toMatchObject({
      status: 409,
      message: 'Somebody has this role. Give them another one first.',
    });
    expect(await ask('DELETE', `${path}/roles/${builtInRoles.buyer}`, { token: admin.token })).toMatchObject({
      status: 409,
    });
    expect(
      await ask('POST', `${path}/roles`, { token: admin.token, body: { name: 'cleaner', permissions: ['Order'] } }),
    ).toMatchObject({ status: 409, faults: [{ path: 'name' }] });
    await ask('DELETE', `${path}/people/${userId}`, { token: admin.token });
    expect(await ask('DELETE', `${path}/roles/${role.id}`, { token: admin.token })).toMatchObject({ status: 204 });
  });

  test('needs all sites to manage people', async () => {
    const { account, siteId, path } = await company();
    const user = await makePerson(deps);
    await makeTradeMember(db, account.id, { user, role: 'administrator', siteIds: [siteId] });
    expect(await ask('GET', `${path}/people`, { token: user.token })).toMatchObject({
      status: 403,
      message: 'Only people with all sites may do this.',
    });
  });
});

test('nobody reads or changes the people or sites of another account', async () => {
  const { path, siteId, adminId } = await company();
  const other = await company();
  const { token } = other.admin;
  const person = buyerOf([siteId]);
  const site = { name: 'New', streetNumber: '1', streetName: 'Road', city: 'Perth', state: 'WA', postcode: '6000' };
  const calls: [Parameters<typeof ask>[0], string, object?][] = [
    ['GET', `${path}/people`],
    ['POST', `${path}/people`, { email: 'x@example.com', ...person }],
    ['PUT', `${path}/people/${adminId}`, person],
    ['DELETE', `${path}/people/${adminId}`],
    ['POST', `${path}/people/${adminId}/invitation`],
    ['POST', `${path}/roles`, { name: 'Role', permissions: ['Order'] }],
    ['PUT', `${path}/roles/${builtInRoles.buyer}`, { name: 'Role', permissions: ['Order'] }],
    ['DELETE', `${path}/roles/${builtInRoles.buyer}`],
    ['GET', `${path}/sites`],
    ['POST', `${path}/sites`, site],
    ['PUT', `${path}/sites/${siteId}`, site],
    ['DELETE', `${path}/sites/${siteId}`],
  ];
  for (const [method, address, body] of calls) {
    expect((await ask(method, address, { token, ...(body && { body }) })).status, `${method} ${address}`).toBe(403);
  }
  // With an account of their own in the path, the ids of the other one lead nowhere.
  const mixed: [Parameters<typeof ask>[0], string, object?][] = [
    ['PUT', `${other.path}/people/${adminId}`, buyerOf([other.siteId])],
    ['DELETE', `${other.path}/people/${adminId}`],
    ['POST', `${other.path}/people/${adminId}/invitation`],
    ['PUT', `${other.path}/sites/${siteId}`, site],
    ['DELETE', `${other.path}/sites/${siteId}`],
  ];
  for (const [method, address, body] of mixed) {
    expect([403, 404], `${method} ${address}`).toContain(
      (await ask(method, address, { token, ...(body && { body }) })).status,
    );
  }
});
