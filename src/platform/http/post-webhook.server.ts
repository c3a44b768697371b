import { createHmac, randomBytes } from 'node:crypto';
import type { ResolveHost } from './public-ip-address.server.ts';
import { requestPublicly } from './request-publicly.server.ts';

/*
 * Posts events to other systems and signs them the way well-known providers do: `Webhook-Signature: t=1762000000,v1=<hex>`, where
 * `v1` is the HMAC-SHA256 of `<t>.<body>` under the secret, in hex. A receiver computes the HMAC over the bytes received and
 * refuses events that are some minutes old, so that events can't be forged or replayed. While a secret is being replaced, there
 * is a `v1` for the old and one for the new secret.
 */

export interface WebhookEvent {
  /** Stays the same when the event is sent again, so that a receiver can detect duplicates. */
  id: string;
  /** `test`, `submission.created` */
  type: string;
  createdAt: Date;
  data: object;
}

export interface WebhookTarget {
  /** `https:`, or `http:` on this machine. */
  url: string;
  /** The secrets in use; the newest first. */
  secrets: readonly string[];
}

/** The result of posting an event. The body of a response is never read. */
export type WebhookResult =
  | { kind: 'answered'; status: number; isTaken: boolean; milliseconds: number }
  /** Why there was no response: a sentence. */
  | { kind: 'failed'; reason: string };

/** A new signing secret: `whsec_` and 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** The value of `Webhook-Signature` for a body that is sent at `at`. */
export function signatureOf(body: string, { secrets, at }: { secrets: readonly string[]; at: Date }): string {
  const time = Math.floor(at.getTime() / 1000);
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  return [`t=${time}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}

/**
 * Posts an event once, to public addresses only: the host is looked up and checked here, and the connection is made to the checked
 * address. Never throws for a receiver's failure: the caller decides about retries. Redirects are not followed, because the signature
 * is meant for one address.
 */
export async function postWebhook(
  { url, secrets }: WebhookTarget,
  { id, type, createdAt, data }: WebhookEvent,
  { at, resolve }: { at: Date; resolve?: ResolveHost | undefined },
): Promise<WebhookResult> {
  const body = JSON.stringify({ id, type, createdDate: createdAt.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Shop-Webhook/1',
    'webhook-id': id,
    'webhook-signature': signatureOf(body, { secrets, at }),
  };
  const began = performance.now();
  const answer = await requestPublicly(new URL(url), { method: 'POST', headers, body, resolve });
  if (answer.kind === 'failed') return answer;
  const { status } = answer;
  const milliseconds = Math.round(performance.now() - began);
  return { kind: 'answered', status, isTaken: status >= 200 && status < 300, milliseconds };
}
