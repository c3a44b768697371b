import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { text, uuid } from '#lib/api/wire.ts';

/** Sentences on the driver's page. */
export const driverSentences = {
  invalid: 'This link is not valid, or it has expired. Please ask the office for a new one.',
  waiting:
    'This has not been sent yet. This phone keeps it and sends it by itself once there is a connection; leave this page open.',
  unavailable: 'Unable to load the delivery. Please try again in a moment.',
  nameMissing: 'Enter the name of the person who took the goods.',
  nameLong: 'Name is too long.',
  noProof: 'Take a photo or ask for a signature.',
  reasonMissing: 'Say why it could not be delivered.',
  reasonLong: 'Reason is too long.',
  recorded: 'This delivery has been recorded already.',
  notOnItsWay: 'This delivery has not been dispatched yet. Please ask the office.',
} as const;

const instant = z.iso.datetime().nullable();

const drivenDelivery = z.object({
  deliveryId: uuid,
  number: z.int(),
  orderNumber: z.string(),
  state: z.enum(['packing', 'dispatched', 'failed', 'delivered']),
  name: z.string(),
  siteName: z.string(),
  address: z.string(),
  instructions: z.string(),
  phone: z.string(),
  poNumber: z.string(),
  lines: z.array(
    z.object({ productName: z.string(), variation: z.string(), productCode: z.string(), quantity: z.int() }),
  ),
  receivedBy: z.string(),
  deliveredAt: instant,
  failedAt: instant,
  failure: z.string(),
});
export type DrivenDelivery = z.output<typeof drivenDelivery>;

const token = z.string().max(200);
/** Made by the phone: the same report sent again, because the answer was lost, is recorded once. */
const reportId = uuid;

export const readDriven = endpoint('POST', '/v1/driver-deliveries/read', {
  access: 'public',
  summary: "A delivery for its driver, by the link's token.",
  staysOpen: true,
  body: z.object({ token }),
  status: 200,
  reply: drivenDelivery,
});

const longestReport = 100;

/** A picture as a data URL; '' for none. */
const picture = z
  .string()
  .max(7_500_000)
  .regex(/^$|^data:image\/[\w.+-]{1,40};base64,/, { error: 'Not a picture.' })
  .nullish()
  .meta({ description: 'A picture of at most 5 MB as a data URL.' });

export const proofBody = z
  .object({
    reportId,
    receivedBy: text({ required: driverSentences.nameMissing, max: longestReport, long: driverSentences.nameLong }),
    photo: picture,
    signature: picture,
  })
  .refine(({ photo, signature }) => Boolean(photo || signature), {
    path: ['photo'],
    error: driverSentences.noProof,
    when: () => true, // beside a missing name
  });

export const recordProof = endpoint('POST', '/v1/driver-deliveries/proof', {
  access: 'public',
  summary:
    'Records who took a delivery, now, with a photo or a signature or both. Camera metadata, such as the place, is removed.',
  body: proofBody.and(z.object({ token })),
  bodyLimit: 16 * 1024 * 1024,
  rate: 'send',
  status: 200,
  reply: drivenDelivery,
});

export const failureBody = z.object({
  reportId,
  reason: text({ required: driverSentences.reasonMissing, max: 300, long: driverSentences.reasonLong }),
});

export const recordFailure = endpoint('POST', '/v1/driver-deliveries/failed', {
  access: 'public',
  summary: 'Records that a delivery could not be handed over, and why.',
  body: failureBody.extend({ token }),
  rate: 'send',
  status: 200,
  reply: drivenDelivery,
});
