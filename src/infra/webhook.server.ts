import { createHmac, randomBytes } from 'node:crypto';

/*
 * Events for other systems, posted and signed as well-known providers do: `Webhook-Signature: t=1762000000,v1=<hex>`, where `v1`
 * is the HMAC-SHA256 of `<t>.<body>` under the secret, in hex. A receiver computes it over the bytes that came and refuses what is
 * older than some minutes, so that nothing can be forged or sent again. While a secret is being replaced there is a `v1` for each.
 */

export interface WebhookEvent {
  /** Of this event: sent again it keeps it, so that a receiver can tell. */
  id: string;
  /** `test`, `submission.created` */
  type: string;
  createdAt: Date;
  data: object;
}

export interface WebhookTarget {
  /** `https:`, or `http:` on this machine. */
  url: string;
  /** Those that sign now; the newest first. */
  secrets: readonly string[];
}

/** What came of posting an event. Nothing of an answer's body is read. */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; isTaken: boolean; milliseconds: number }
  /** Why there was no answer: a sentence. */
  | { kind: 'failed'; reason: string };

/** A receiver has so long to answer. */
const timeoutMs = 10_000;

/** A new signing secret: `whsec_` and 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** The value of `Webhook-Signature` for a body that is sent at `at`. */
export function signatureOf(body: string, { secrets, at }: { secrets: readonly string[]; at: Date }): string {
  const time = Math.floor(at.getTime() / 1000);
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  return [`t=${time}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}

/**
 * Posts an event once. Never throws for what a receiver does or fails to do: whoever calls it decides what is tried again.
 * Redirects are not followed, since what is signed is for one address.
 */
export async function postWebhook(
  { url, secrets }: WebhookTarget,
  { id, type, createdAt, data }: WebhookEvent,
  at: Date,
): Promise<WebhookAnswer> {
  const body = JSON.stringify({ id, type, createdDate: createdAt.toISOString(), data });
  const began = performance.now();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Spruce-Webhook/1',
        'webhook-id': id,
        'webhook-signature': signatureOf(body, { secrets, at }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel().catch(() => {}); // or its connection would wait for a reader
    const milliseconds = Math.round(performance.now() - began);
    return { kind: 'answered', status: answer.status, isTaken: answer.ok, milliseconds };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, new URL(url).host) };
  }
}

/** Codes of Node's and of its TLS; each certificate's fault has one of its own. */
const reasons: readonly [codes: RegExp, say: (host: string) => string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, (host) => `There is no server with the name ${host}.`],
  [/^ECONNREFUSED$/, (host) => `${host} refused the connection.`],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, (host) => `${host} broke the connection off.`],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, (host) => `${host} can not be reached.`],
  [/CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_/, (host) => `The certificate of ${host} is not valid.`],
  [/SSL|EPROTO/, (host) => `${host} does not speak https.`],
];

function reasonOf(error: unknown, host: string): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${host} did not answer within ${timeoutMs / 1000} seconds.`;
  }
  const { code = '' } = ((error as Error | undefined)?.cause ?? {}) as { code?: string }; // fetch says why as its cause
  const known = reasons.find(([codes]) => codes.test(code));
  return known ? known[1](host) : `${host} can not be reached${code && ` (${code})`}.`;
}
