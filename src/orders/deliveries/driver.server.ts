import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict, notFound, Problem } from '#lib/api/problem.ts';
import { personName } from '../stored/read-orders.server.ts';
import { proofKey, proofPictures } from '../stored/proof-key.server.ts';
import type { StoredOrder } from '../stored/stored-order.server.ts';
import { idInToken } from '#platform/process/signed-token.server.ts';
import { changeState, type DeliveryContext } from './change-deliveries.server.ts';
import { type DrivenDelivery, driverSentences as sentences } from './driver-contract.ts';
import { storeProofPicture } from './proof-files.server.ts';
import {
  deliveryOf,
  isDriverLinkAlive,
  isDriverToken,
  readStored,
  type StoredDelivery,
} from './read-deliveries.server.ts';

type DriverDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'jobs' | 'files'>;

/** The delivery of a driver's link; throws 404 for a wrong or replaced link, and a week after the delivery. */
async function requireDriven({ db, env, clock }: DriverDeps, token: string): Promise<StoredDelivery> {
  const id = idInToken(token);
  const [stored] = id === undefined ? [] : await readStored(db, sql`d.id = ${id}`);
  if (!stored || !isDriverToken(env, stored, token) || !isDriverLinkAlive(stored, clock.now()))
    throw notFound(sentences.invalid);
  return stored;
}

/** What a driver needs to hand a delivery over. Throws 404. */
export async function readDriven(deps: DriverDeps, token: string): Promise<DrivenDelivery> {
  const stored = await requireDriven(deps, token);
  const { rows } = await sql<Pick<StoredOrder, 'number' | 'shipping' | 'billing'>>`
    select number, shipping, billing from orders where id = ${stored.orderId}`.execute(deps.db);
  const [order] = rows;
  if (!order) throw notFound(sentences.invalid);
  const { shipping, billing } = order;
  const { lines, state, receivedBy, deliveredAt, failedAt, failure, number } = deliveryOf(stored);
  return {
    deliveryId: stored.id,
    number,
    orderNumber: order.number ?? '',
    state: state as DrivenDelivery['state'], // the link of a cancelled one does not work
    name: personName(shipping),
    siteName: shipping.siteName ?? '',
    address: fullAddress(shipping),
    instructions: shipping.instructions ?? '',
    phone: shipping.mobile,
    poNumber: billing.purchaseOrder ?? '',
    lines: lines.map(({ orderItemId: _id, ...line }) => line),
    receivedBy,
    deliveredAt,
    failedAt,
    failure,
  };
}

interface Proof {
  token: string;
  reportId: string;
  receivedBy: string;
  photo?: string | null | undefined;
  signature?: string | null | undefined;
}

/**
 * Records that a delivery was handed over, at the time of the server's clock. The same report sent again changes nothing; of a refused one no picture
 * is kept. Throws `Problem` 404 for a link that does not work, 409 if another report was first, and what the pictures' check throws.
 */
export async function recordProof(
  deps: DriverDeps,
  { token, reportId, receivedBy, ...pictures }: Proof,
  context: DeliveryContext,
): Promise<void> {
  const stored = await requireDriven(deps, token);
  if (isRepeated(stored, reportId)) return;
  if (stored.state === 'delivered') throw conflict(sentences.recorded);
  const proof = { id: stored.id, reportId };
  for (const picture of proofPictures) {
    const dataUrl = pictures[picture];
    if (dataUrl) await storeProofPicture(deps.files, proof, { picture, dataUrl });
  }
  const report = { id: reportId, hasPhoto: Boolean(pictures.photo), hasSignature: Boolean(pictures.signature) };
  const change = { state: 'delivered', receivedBy, failure: '', report } as const;
  try {
    await changeState(deps, { orderId: stored.orderId, deliveryId: stored.id, ...change }, context);
    await requireRecorded(deps, { token, reportId });
  } catch (error) {
    if (error instanceof Problem)
      for (const picture of proofPictures) await deps.files.remove(proofKey(proof, picture));
    throw error;
  }
}

const isRepeated = ({ reportId: last }: StoredDelivery, reportId: string): boolean => last === reportId;

/** Throws 409 if another report was recorded at the same moment, so that this one was not. */
async function requireRecorded(
  deps: DriverDeps,
  { token, reportId }: Pick<Proof, 'token' | 'reportId'>,
): Promise<void> {
  if (!isRepeated(await requireDriven(deps, token), reportId)) throw conflict(sentences.recorded);
}

/** Records that a delivery could not be handed over. Like `recordProof`, once for each report. */
export async function recordFailure(
  deps: DriverDeps,
  { token, reportId, reason }: { token: string; reportId: string; reason: string },
  context: DeliveryContext,
): Promise<void> {
  const stored = await requireDriven(deps, token);
  if (isRepeated(stored, reportId)) return;
  if (stored.state === 'packing') throw conflict(sentences.notOnItsWay);
  if (stored.state !== 'dispatched') throw conflict(sentences.recorded);
  const change = { state: 'failed', receivedBy: '', failure: reason } as const;
  const report = { id: reportId, hasPhoto: false, hasSignature: false };
  await changeState(deps, { orderId: stored.orderId, deliveryId: stored.id, ...change, report }, context);
  await requireRecorded(deps, { token, reportId });
}
