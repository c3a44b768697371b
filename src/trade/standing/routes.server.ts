import { Problem } from '#lib/api/problem.ts';
import { dayOf } from '#lib/day.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import type { Due } from '#platform/jobs/job-schedule.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { requireSiteAccess } from '../accounts/site-access.server.ts';
import {
  addStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  saveStandingOrder,
  skipDay,
} from './change-standing-orders.server.ts';
import * as contract from './contract.ts';
import { makeRuns, pauseUnable } from './make-runs.server.ts';
import { placeDueRuns, placeRun } from './place-run.server.ts';
import { dueDay, readStoredRun, runDetails, type StoredRun } from './read-run.server.ts';
import { readOfAccount, readStandingOrder, readStandingOrders } from './read-standing-orders.server.ts';
import { standingSentences as sentences } from './sentences.ts';
import { runByToken } from './standing-mails.server.ts';

/** Standing orders, for the people of a site, for the links in their mails, and for staff. */
export function standingRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const { db, clock } = deps;
  const buyerOf = async (userId: string, siteId: string) => ({
    ...(await requireSiteAccess(db, { userId, siteId, permission: 'Order' })),
    day: dayOf(clock.now()),
  });
  /** A standing order that was changed. If it is due within two days, its run is made at once. */
  const readWithRun = async (buyer: Awaited<ReturnType<typeof buyerOf>>, id: string) => {
    await makeRuns(deps, buyer.day, id).catch(() => undefined); // it is logged, and the hourly job tries again
    return readStandingOrder(db, buyer, id);
  };
  on(contract.listStandingOrders, async ({ actor, params }) =>
    readStandingOrders(db, await buyerOf(actor.id, params.siteId)),
  );
  on(contract.addStandingOrder, async ({ actor, params, body: { listId, ...input }, context }) => {
    const buyer = await buyerOf(actor.id, params.siteId);
    return readWithRun(buyer, await addStandingOrder(deps, { buyer, listId }, input, context));
  });
  on(contract.saveStandingOrder, async ({ actor, params: { siteId, id }, body: { version, ...input }, context }) => {
    const buyer = await buyerOf(actor.id, siteId);
    await saveStandingOrder(deps, { buyer, id, version }, input, context);
    return readWithRun(buyer, id);
  });
  on(contract.pauseStandingOrder, async ({ actor, params: { siteId, id }, body: { isPaused } }) => {
    const buyer = await buyerOf(actor.id, siteId);
    await pauseStandingOrder(deps, { buyer, id, isPaused });
    return readWithRun(buyer, id);
  });
  on(contract.skipStandingOrder, async ({ actor, params: { siteId, id }, body }) => {
    const buyer = await buyerOf(actor.id, siteId);
    await skipDay(deps, { buyer, id, ...body });
    return readStandingOrder(db, buyer, id);
  });
  on(contract.endStandingOrder, async ({ actor, params: { siteId, id }, context }) => {
    await endStandingOrder(deps, { buyer: await buyerOf(actor.id, siteId), id }, context);
  });

  const runOf = async ({ siteId, id, runId }: { siteId: string; id: string; runId: string }): Promise<StoredRun> => {
    const run = await readStoredRun(db, runId);
    if (run.siteId !== siteId || run.standingOrderId !== id) throw new Problem(404, sentences.notFound);
    return run;
  };
  on(contract.readRun, async ({ actor, params }) =>
    runDetails(deps, await runOf(params), await buyerOf(actor.id, params.siteId)),
  );
  on(contract.confirmRun, async ({ actor, params, body: { total: seenTotal }, ip }) => {
    const buyer = await buyerOf(actor.id, params.siteId);
    const { id: runId } = await runOf(params);
    await placeRun(deps, { runId, memberId: buyer.memberId, seenTotal, ip });
    return runDetails(deps, await runOf(params), buyer);
  });
  on(contract.listOfAccount, ({ params: { id } }) => readOfAccount(db, id));
  byMailRoutes(on, deps);
}

/** What the link in a mail can do, as the person to whom it was sent. */
function byMailRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const details = async (token: string) => {
    const { run, buyer } = await runByToken(deps, token);
    return runDetails(deps, run, buyer);
  };
  on(contract.readRunByMail, ({ body }) => details(body.token));
  on(contract.confirmRunByMail, async ({ body: { token, total: seenTotal }, ip }) => {
    const { run, buyer } = await runByToken(deps, token);
    await placeRun(deps, { runId: run.id, memberId: buyer.memberId, seenTotal, ip });
    return details(token);
  });
  on(contract.skipRunByMail, async ({ body: { token } }) => {
    const { run, buyer } = await runByToken(deps, token);
    await skipDay(deps, { buyer, id: run.standingOrderId, on: dueDay(run), isSkipped: true });
    return details(token);
  });
  on(contract.pauseByMail, async ({ body: { token } }) => {
    const { run, buyer } = await runByToken(deps, token);
    await pauseStandingOrder(deps, { buyer, id: run.standingOrderId, isPaused: true });
    return details(token);
  });
}

const dailyJob = jobKind<Due>('standing-orders');

/** Registers the job that makes and places what is due, daily at 6; call before the queue starts. It runs again every hour. */
export function startStandingOrders(deps: OrderDeps): void {
  deps.jobs.recurring(dailyJob, { time: '06:00' }, async ({ due }) => {
    const today = dayOf(new Date(due));
    await pauseUnable(deps);
    await placeDueRuns(deps, today).finally(() => makeRuns(deps, today));
  });
}
