import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setExpectedDays } from './back-orders.server.ts';
import { changeState, renewLink, requireDelivery, saveDelivery } from './change-deliveries.server.ts';
import * as driver from './driver-contract.ts';
import { readDriven, recordFailure, recordProof } from './driver.server.ts';
import * as contract from './contract.ts';
import { sendProofPicture } from './proof-files.server.ts';
import { readOrderDeliveries } from './read-deliveries.server.ts';
import { readTracking as read, trackedDelivery } from './track.server.ts';
import { readTracking, trackedPhoto } from './track-contract.ts';

/** Routes for deliveries of orders: for staff, and for holders of a link. */
export function deliveriesRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, env, clock, files } = deps;
  const ofOrder = (orderId: string) => readOrderDeliveries({ db, env, now: clock.now() }, orderId);

  on(contract.readDeliveries, ({ params }) => ofOrder(params.orderId));
  on(contract.saveDelivery, async ({ params, body, context }) => {
    await saveDelivery(deps, { ...params, ...body }, context);
    return ofOrder(params.orderId);
  });
  on(contract.changeDeliveryState, async ({ params, body, context }) => {
    await changeState(deps, { ...params, ...body }, context);
    return ofOrder(params.orderId);
  });
  on(contract.setExpectedDays, async ({ params, body, context }) => {
    await setExpectedDays(deps, { ...params, ...body }, context);
    return ofOrder(params.orderId);
  });
  on(contract.renewDriverLink, async ({ params, context }) => {
    await renewLink(deps, params, context);
    return ofOrder(params.orderId);
  });

  on(contract.readProof, async ({ params: { picture, ...ids }, reply }) =>
    sendProofPicture({ files, reply }, await requireDelivery(db, ids), picture),
  );
  linkRoutes(on, deps);
}

/** Routes for holders of the link of an order, or of a driver's link; nobody is signed in. */
function linkRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { files } = deps;
  on(driver.readDriven, ({ body }) => readDriven(deps, body.token));
  on(driver.recordProof, async ({ body, request }) => {
    await recordProof(deps, body, { actor: null, requestId: request.id });
    return readDriven(deps, body.token);
  });
  on(driver.recordFailure, async ({ body, request }) => {
    await recordFailure(deps, body, { actor: null, requestId: request.id });
    return readDriven(deps, body.token);
  });
  on(readTracking, ({ body }) => read(deps, body.token));
  on(trackedPhoto, async ({ params, query, reply }) =>
    sendProofPicture({ files, reply }, await trackedDelivery(deps, { ...params, ...query }), 'photo'),
  );
}
