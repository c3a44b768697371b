import { addDays, dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { setExpectedDays } from '#orders/deliveries/back-orders.server.ts';
import { changeState, saveDelivery } from '#orders/deliveries/change-deliveries.server.ts';
import { storeProofPicture } from '#orders/deliveries/proof-files.server.ts';
import { readOpenLines } from '#orders/deliveries/read-deliveries.server.ts';
import type { Random } from './random.server.ts';
import { by, type World } from './world.server.ts';

/** Where the deliveries of an order begin and end on the timeline, counted from now. */
interface Way {
  orderId: string;
  packed: number;
  sent: number;
}

const drivers = [
  { carrier: 'Own driver', number: '' },
  { carrier: 'StarTrack', number: 'ST' },
  { carrier: 'TNT', number: 'TN' },
];

/** Plans how an order goes out: at once, or in two parts with the rest on back order; our own drivers record a proof. */
export function deliver(world: World, { orderId, packed, sent }: Way): void {
  const { timeline } = world;
  const random = world.random.part(`deliveries of ${Math.floor(timeline.now())}`);
  const isParted = random.happens(0.4);
  const first = { id: newId(), ...parcelBy(random) };
  const rest = { id: newId(), ...parcelBy(random) };
  timeline.after(packed, () => pack(world, { orderId, parcel: first, share: isParted ? 0.5 : 1 }));
  if (isParted) timeline.after(packed + 0.1, () => promise(world, orderId, random.whole(4, 12)));
  // The last ones are still to be packed, and those before them on their way.
  const share = timeline.now() / world.orders;
  if (share > 0.975) return;
  timeline.after(sent, () => send(world, orderId, first.id));
  if (share > 0.95) return;
  timeline.after(sent + 1.5, () => arrive(world, { orderId, parcel: first, random }));
  if (!isParted) return;
  timeline.after(sent + 8, async () => {
    await pack(world, { orderId, parcel: rest, share: 1 }); // and sent at once, as goods may be refunded from now on
    await send(world, orderId, rest.id);
  });
  timeline.after(sent + 10.5, () => arrive(world, { orderId, parcel: rest, random }));
}

interface Parcel {
  id: string;
  carrier: string;
  consignmentNumber: string;
}

function parcelBy(random: Random): Omit<Parcel, 'id'> {
  const { carrier, number } = random.one(drivers);
  return { carrier, consignmentNumber: number && `${number}${random.whole(100_000, 999_999)}` };
}

interface Packed {
  orderId: string;
  parcel: Parcel;
  /** How much of each line goes into the parcel, of what is left. */
  share: number;
}

async function pack(world: World, { orderId, parcel: { id, ...parcel }, share }: Packed): Promise<void> {
  const { deps } = world;
  const lines = (await readOpenLines(deps.db, orderId)).flatMap(({ orderItemId, left }, place) => {
    const quantity = share < 1 && place > 0 ? Math.floor(left * share) : Math.ceil(left * share);
    return quantity > 0 ? [{ orderItemId, quantity }] : [];
  });
  if (lines.length === 0) return;
  const plannedDay = addDays(dayOf(deps.clock.now()), 1);
  await saveDelivery(
    deps,
    { orderId, deliveryId: id, ...parcel, plannedDay, lines, version: undefined },
    by(world, 'orders'),
  );
}

/** Says when the rest is expected, some days from now. */
async function promise(world: World, orderId: string, days: number): Promise<void> {
  const { deps } = world;
  const expectedDay = addDays(dayOf(deps.clock.now()), days);
  const left = (await readOpenLines(deps.db, orderId)).filter((line) => line.left > 0);
  const lines = left.map(({ orderItemId, expectedDay: was }) => ({ orderItemId, expectedDay, was }));
  await setExpectedDays(deps, { orderId, lines }, by(world, 'orders'));
}

const exists = async ({ deps }: World, id: string): Promise<boolean> =>
  (await deps.db.selectFrom('deliveries').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

async function send(world: World, orderId: string, deliveryId: string): Promise<void> {
  if (!(await exists(world, deliveryId))) return;
  const change = { state: 'dispatched', receivedBy: '', failure: '' } as const;
  await changeState(world.deps, { orderId, deliveryId, ...change }, by(world, 'orders'));
}

/** Hands a parcel over; our own driver's phone records photo and signature. */
async function arrive(
  world: World,
  { orderId, parcel: { id, carrier }, random }: { orderId: string; parcel: Parcel; random: Random },
): Promise<void> {
  const { deps, content } = world;
  if (!(await exists(world, id))) return;
  const { firstName, lastName } = random.one(content.people.customers);
  const change = { state: 'delivered', receivedBy: `${firstName} ${lastName}`, failure: '' } as const;
  if (carrier !== 'Own driver') {
    await changeState(deps, { orderId, deliveryId: id, ...change }, by(world, 'orders'));
    return;
  }
  const report = { id: newId(), hasPhoto: true, hasSignature: true };
  const proof = { id, reportId: report.id };
  const files = { photo: 'store-room.jpg', signature: `signature-${random.whole(1, 4)}.png` } as const;
  for (const picture of ['photo', 'signature'] as const)
    await storeProofPicture(deps.files, proof, { picture, dataUrl: content.files[files[picture]] ?? '' });
  await changeState(deps, { orderId, deliveryId: id, ...change, report }, { ...by(world, 'orders'), actor: null });
}
