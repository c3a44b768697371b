import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

export const webhookSentences = {
  noAddress: 'Save a web address first.',
  noSecret: 'Create a signing secret first.',
  readFailed: 'Unable to read the signing secret.',
  secretFailed: 'Unable to create a signing secret.',
  testFailed: 'Unable to send a test.',
  listFailed: 'Unable to read the deliveries.',
  resendFailed: 'Unable to send the event again.',
  noDelivery: 'This delivery does not exist.',
  notTaken: (status: number) => `The response was ${status}.`,
  taken: (status: number, milliseconds: number) =>
    `The event was accepted: ${status} after ${milliseconds.toLocaleString('en-AU')} ms.`,
  /** One message for all failures, so that a test cannot be used to probe the network. */
  failed:
    'The event was not accepted. The address must be public and respond with a status from 200 to 299 within 10 seconds.',
} as const;

/** How many hours events are also signed with a replaced secret. */
export const formerHours = 24;

const secretInfo = z.object({
  hint: z
    .string()
    .nullable()
    .meta({ description: 'The last four characters of the secret; null if there is no secret.' }),
  createdDate: z.iso.datetime().nullable(),
  createdBy: z.string().nullable(),
  formerUntil: z.iso.datetime().nullable().meta({
    description: 'The time until which events are also signed with the previous secret; null if they are not.',
  }),
});
export type SecretInfo = z.output<typeof secretInfo>;

export const readWebhookSecret = endpoint('GET', '/v1/settings/webhook/secret', {
  access: 'ManageUserPermissions',
  summary: "What may be shown of the webhook's signing secret.",
  reply: secretInfo,
});

export const replaceWebhookSecret = endpoint('POST', '/v1/settings/webhook/secret', {
  access: 'ManageUserPermissions',
  summary: `Creates a new signing secret and returns it this once. For ${formerHours} more hours, events are also signed with the previous secret.`,
  reply: secretInfo.extend({ secret: z.string() }),
  status: 201,
});

export const testWebhook = endpoint('POST', '/v1/settings/webhook/test', {
  access: 'ManageUserPermissions',
  summary:
    'Posts a signed event of the type `test` to the saved address and returns whether it was accepted, but no reason if it was not. 409 without an address or secret.',
  reply: z.object({
    isTaken: z.boolean().meta({ description: 'Whether the status of the response was 200 to 299.' }),
    status: z.int().nullable().meta({ description: 'Null if the event was not accepted.' }),
    message: z.string(),
  }),
  status: 200,
  rate: 'send',
});
export type TestReply = z.output<(typeof testWebhook)['shapes']['reply']>;

/** How many days deliveries are stored and listed. */
export const deliveryDays = 30;

const delivery = z.object({
  id: z.string().meta({ description: "The event's id, the same for every attempt." }),
  type: z.string().meta({ description: '`submission.created` or `submission.updated`' }),
  submissionId: z.string().nullable(),
  host: z.string().meta({ description: 'The host to which the event was last sent, or will be sent.' }),
  state: z
    .enum(['waiting', 'delivered', 'failed'])
    .meta({ description: '`failed`: given up; `waiting`: will be tried (again).' }),
  attempts: z.int(),
  lastStatus: z.int().nullable().meta({ description: 'Null until there is a response.' }),
  lastReason: z.string().nullable().meta({ description: 'Why the last attempt failed, as a sentence.' }),
  nextTryDate: z.iso.datetime().nullable(),
  deliveredDate: z.iso.datetime().nullable(),
  createdDate: z.iso.datetime(),
});
export type Delivery = z.output<typeof delivery>;

export const listDeliveries = endpoint('GET', '/v1/settings/webhook/deliveries', {
  access: 'ManageUserPermissions',
  summary: `The last 50 events of the past ${deliveryDays} days, newest first, with their state.`,
  reply: z.array(delivery),
});

export const resendDelivery = endpoint('POST', '/v1/settings/webhook/deliveries/{id}/resend', {
  access: 'ManageUserPermissions',
  summary:
    'Sends an event again at once, with the same id, no matter how often it has been tried. 409 without an address or secret.',
  params: z.object({ id: uuid }),
  reply: delivery,
  status: 200,
});
