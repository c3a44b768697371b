import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';

/** What an administrator reads who sets the webhook up. */
export const webhookSentences = {
  noAddress: 'Save a web address first.',
  noSecret: 'Make a signing secret first.',
  readFailed: 'Unable to read the signing secret.',
  secretFailed: 'Unable to make a signing secret.',
  testFailed: 'Unable to send a test.',
  taken: (status: number, milliseconds: number) =>
    `The event was taken: ${status} after ${milliseconds.toLocaleString('en-AU')} ms.`,
  refused: (status: number) => `The event was not taken: the answer was ${status}.`,
  redirected: (status: number) =>
    `The event was not taken: the answer was ${status}, and events do not follow to other addresses.`,
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
    'Posts a signed event of the type `test` to the saved address and tells what came of it. 409 without address or secret.',
  reply: z.object({
    isTaken: z.boolean().meta({ description: 'The answer was 200 to 299.' }),
    status: z.int().nullable().meta({ description: 'Null where there was no answer.' }),
    message: z.string(),
  }),
  status: 200,
  rate: 'send',
});
export type TestReply = z.output<(typeof testWebhook)['shapes']['reply']>;
