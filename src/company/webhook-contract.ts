import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

/** What an administrator reads who sets the webhook up. */
export const webhookSentences = {
  noAddress: 'Save a web address first.',
  noSecret: 'Make a signing secret first.',
  readFailed: 'Unable to read the signing secret.',
  secretFailed: 'Unable to make a signing secret.',
  testFailed: 'Unable to send a test.',
  listFailed: 'Unable to read the deliveries.',
  resendFailed: 'Unable to send the event again.',
  noDelivery: 'This delivery does not exist.',
  notTaken: (status: number) => `The answer was ${status}.`,
  taken: (status: number, milliseconds: number) =>
    `The event was taken: ${status} after ${milliseconds.toLocaleString('en-AU')} ms.`,
  /** One for all failures: a test is no way to find out what a network holds. */
  failed: 'The event was not taken. The address must be a public one that answers 200 to 299 within 10 seconds.',
} as const;

/** How long a secret that is replaced still signs, in hours. */
export const formerHours = 24;

const secretInfo = z.object({
  hint: z.string().nullable().meta({ description: 'Its last four characters; null while there is none.' }),
  createdDate: z.iso.datetime().nullable(),
  createdBy: z.string().nullable(),
  formerUntil: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Until when the secret before it signs too; null where none does.' }),
});
export type SecretInfo = z.output<typeof secretInfo>;

export const readWebhookSecret = endpoint('GET', '/v1/settings/webhook/secret', {
  access: 'ManageUserPermissions',
  summary: "What may be told of the webhook's signing secret.",
  reply: secretInfo,
});

export const replaceWebhookSecret = endpoint('POST', '/v1/settings/webhook/secret', {
  access: 'ManageUserPermissions',
  summary: `Makes a new signing secret and tells it this once. The one before it signs too for ${formerHours} hours.`,
  reply: secretInfo.extend({ secret: z.string() }),
  status: 201,
});

export const testWebhook = endpoint('POST', '/v1/settings/webhook/test', {
  access: 'ManageUserPermissions',
  summary:
    'Posts a signed event of the type `test` to the saved address and tells whether it was taken, and not why not. 409 without address or secret.',
  reply: z.object({
    isTaken: z.boolean().meta({ description: 'The answer was 200 to 299.' }),
    status: z.int().nullable().meta({ description: 'Null where the event was not taken.' }),
    message: z.string(),
  }),
  status: 200,
  rate: 'send',
});
export type TestReply = z.output<(typeof testWebhook)['shapes']['reply']>;

/** How long it is told what became of an event, in days. */
export const deliveryDays = 30;

const delivery = z.object({
  id: z.string().meta({ description: "The event's id, the same however often it is sent." }),
  type: z.string().meta({ description: '`submission.created` or `submission.updated`' }),
  submissionId: z.string().nullable(),
  host: z.string().meta({ description: 'Where it was sent to last, or is to be sent.' }),
  state: z
    .enum(['waiting', 'delivered', 'failed'])
    .meta({ description: '`failed` is given up; `waiting` is tried (again).' }),
  attempts: z.int(),
  lastStatus: z.int().nullable().meta({ description: 'Null where there was no answer yet.' }),
  lastReason: z.string().nullable().meta({ description: 'Why the last attempt failed: a sentence.' }),
  nextTryDate: z.iso.datetime().nullable(),
  deliveredDate: z.iso.datetime().nullable(),
  createdDate: z.iso.datetime(),
});
export type Delivery = z.output<typeof delivery>;

export const listDeliveries = endpoint('GET', '/v1/settings/webhook/deliveries', {
  access: 'ManageUserPermissions',
  summary: `What became of the last 50 events of the past ${deliveryDays} days, the newest first.`,
  reply: z.array(delivery),
});

export const resendDelivery = endpoint('POST', '/v1/settings/webhook/deliveries/{id}/resend', {
  access: 'ManageUserPermissions',
  summary: 'Sends an event again, now, under its own id, however often it was tried. 409 without address or secret.',
  params: z.object({ id: uuid }),
  reply: delivery,
  status: 200,
});
