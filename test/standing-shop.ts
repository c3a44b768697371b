import { expect } from 'vitest';
import { day, dayOf, instantAt } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { RunDetails, StandingOrder } from '#trade/standing/contract.ts';
import { makeRuns, pauseUnable } from '#trade/standing/make-runs.server.ts';
import { placeDueRuns } from '#trade/standing/place-run.server.ts';
import { approvalShop, type Company } from './approval-shop.ts';
import type { Person } from './people.ts';

/** The run, as people of its site read it in `StandingOrder`, or whole. */
interface WhichRun {
  of: Company;
  order: StandingOrder;
  runId: string;
}

/** A shop with a company whose site has an order list, and what the tests of standing orders do there. It is 10 November 2026. */
export async function standingShop() {
  const base = await approvalShop();
  const { ask, deps, db, clock, cleaner, mop, again, shop } = base;
  const [cleanerItem = ''] = cleaner.itemIds;
  const [mopItem = ''] = mop.itemIds;

  const path = (of: Company, rest = ''): string => `/v1/trade/sites/${of.siteId}/standing-orders${rest}`;

  /** A list of the site with two items. */
  async function listOf({ accountId, siteId }: Company, name = 'Weekly'): Promise<string> {
    const id = newId();
    const row = { id, account_id: accountId, site_id: siteId, name, position: 0, created_at: clock.now() };
    await db.insertInto('order_lists').values(row).execute();
    const items = [cleanerItem, mopItem].map((item_id, position) => ({ list_id: id, item_id, par: 4, position }));
    await db.insertInto('order_list_items').values(items).execute();
    return id;
  }

  const input = (more: object = {}) => ({
    every: 'twoWeeks',
    firstOn: '2026-11-16',
    needsConfirm: true,
    poNumber: 'PO-7',
    items: [
      { itemId: cleanerItem, quantity: 2 },
      { itemId: mopItem, quantity: 1 },
    ],
    ...more,
  });

  const add = (of: Company, listId: string, more: object = {}, by: Person = of.buyer) =>
    ask<StandingOrder>('POST', path(of), { token: by.token, body: { listId, ...input(more) } });

  /** A company with a standing order of two cleaners and a mop, $190, first on Monday 16 November. */
  async function standing(traits: Parameters<typeof base.company>[0] = {}, more: object = {}) {
    clock.set('2026-11-10T01:00:00Z');
    const of = await base.company(traits);
    const { body: order, status } = await add(of, await listOf(of), more);
    expect(status).toBe(201);
    return { of, order };
  }

  const read = async ({ of, order }: Pick<WhichRun, 'of' | 'order'>): Promise<StandingOrder> => {
    const { body } = await ask<StandingOrder[]>('GET', path(of), { token: (await again(of.buyer)).token });
    const found = body.find(({ id }) => id === order.id);
    if (!found) throw new Error('The standing order is not listed.');
    return found;
  };

  /** The daily job, at six in the morning of a day. */
  async function morningOf(text: string): Promise<void> {
    clock.set(instantAt(day(text), '06:00').toISOString());
    const today = dayOf(clock.now());
    await pauseUnable(deps);
    await placeDueRuns(deps, today);
    await makeRuns(deps, today);
  }

  /** A standing order whose first run was made, two days before it is due. */
  async function due(traits: Parameters<typeof base.company>[0] = {}, more: object = {}): Promise<WhichRun> {
    const { of, order } = await standing(traits, more);
    await morningOf('2026-11-14');
    const [run] = (await read({ of, order })).runs;
    if (!run) throw new Error('No run was made.');
    return { of, order, runId: run.id };
  }

  const runPath = ({ of, order, runId }: WhichRun, rest = ''): string => path(of, `/${order.id}/runs/${runId}${rest}`);
  const readRun = async (which: WhichRun) =>
    (await ask<RunDetails>('GET', runPath(which), { token: (await again(which.of.buyer)).token })).body;
  const confirm = async (which: WhichRun, total = 190, by: Person = which.of.buyer) =>
    ask<RunDetails>('POST', runPath(which, '/confirm'), { token: (await again(by)).token, body: { total } });
  const change = async <Body = StandingOrder>(
    { of, order }: Pick<WhichRun, 'of' | 'order'>,
    what: 'pause' | 'skip',
    body: object,
  ) => ask<Body>('POST', path(of, `/${order.id}/${what}`), { token: (await again(of.buyer)).token, body });

  const mailsTo = async (to: string) => {
    await deps.jobs.finishAll();
    return shop.mails.filter((mail) => mail.to === to);
  };
  /** The token of the link in the last mail about a standing order to somebody. */
  const tokenFor = async ({ email }: Person): Promise<string> =>
    (await mailsTo(email)).flatMap(({ text }) => /\/trade\/standing-order\?t=(\S+)/.exec(text)?.[1] ?? []).at(-1) ?? '';
  const byMail = (what: 'read' | 'confirm' | 'skip' | 'pause', token: string, more: object = {}) =>
    ask<RunDetails>('POST', `/v1/trade/standing-orders/by-mail/${what}`, { body: { token, ...more } });

  return {
    ...base,
    readApproval: base.read,
    cleanerItem,
    mopItem,
    path,
    listOf,
    input,
    add,
    standing,
    read,
    morningOf,
    due,
    readRun,
    confirm,
    change,
    mailsTo,
    tokenFor,
    byMail,
  };
}
