import { createHmac, randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import http, { type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { publicAddresses, type ResolveHost } from './public-ip-address.server.ts';

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

/** The time a receiver has to respond. */
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
 * Posts an event once, to public addresses only: the host is looked up and checked here, and the connection is made to the checked
 * address. Never throws for a receiver's failure: the caller decides about retries. Redirects are not followed, because the signature
 * is meant for one address.
 */
export async function postWebhook(
  { url, secrets }: WebhookTarget,
  { id, type, createdAt, data }: WebhookEvent,
  { at, resolve = publicAddresses }: { at: Date; resolve?: ResolveHost | undefined },
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
  const target = new URL(url);
  try {
    const addresses = await resolve(target.hostname);
    if (addresses.length === 0) return { kind: 'failed', reason: noServer(target.host) };
    const status = await post(target, { body, headers, addresses });
    const milliseconds = Math.round(performance.now() - began);
    return { kind: 'answered', status, isTaken: status >= 200 && status < 300, milliseconds };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, target.host) };
  }
}

interface Post {
  body: string;
  headers: OutgoingHttpHeaders;
  /** The connection is made to one of these, even if the host's addresses have changed in the meantime. */
  addresses: LookupAddress[];
}

/** Returns the status; the body of the response is not read. */
function post(url: URL, { body, headers, addresses }: Post): Promise<number> {
  const checkedLookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
  const begin = url.protocol === 'https:' ? https.request : http.request;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const request = begin(url, { method: 'POST', headers, lookup: checkedLookup, signal, agent: false }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    request.once('error', reject);
    request.end(body);
  });
}

const noServer = (host: string): string => `There is no public server with the name ${host}.`;

/** Sentences for the error codes of Node's network and TLS modules; each fault of a certificate has its own code. */
const reasons: readonly [codes: RegExp, sentence: (host: string) => string][] = [
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/, noServer],
  [/^ECONNREFUSED$/, (host) => `${host} refused the connection.`],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, (host) => `${host} closed the connection.`],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, (host) => `${host} cannot be reached.`],
  [/CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_/, (host) => `The certificate of ${host} is not valid.`],
  [/SSL|EPROTO/, (host) => `${host} does not support https.`],
];

function reasonOf(error: unknown, host: string): string {
  const { code = '', cause } = (error ?? {}) as NodeJS.ErrnoException; // Node's errors have both
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return `${host} did not answer within ${timeoutMs / 1000} seconds.`;
  }
  const known = reasons.find(([codes]) => codes.test(code));
  return known ? known[1](host) : `${host} cannot be reached${code && ` (${code})`}.`;
}
