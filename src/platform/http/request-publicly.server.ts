import type { LookupAddress } from 'node:dns';
import http, { type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { publicAddresses, type ResolveHost } from './public-ip-address.server.ts';

/** The time that a server has to respond. */
const timeoutMs = 10_000;

interface PublicRequest {
  method: 'GET' | 'HEAD' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: string;
  resolve?: ResolveHost | undefined;
}

/** The body of a response is never read. */
export type PublicAnswer =
  | { kind: 'answered'; status: number; location: string | undefined }
  /** Why there was no response: a sentence. */
  | { kind: 'failed'; reason: string };

/**
 * Sends a request to public addresses only: the host is looked up and checked here, and the connection is made to the checked address.
 * Redirects are not followed. Never throws for a failure of the network or of the other server.
 */
export async function requestPublicly(
  url: URL,
  { resolve = publicAddresses, ...request }: PublicRequest,
): Promise<PublicAnswer> {
  try {
    const addresses = await resolve(url.hostname);
    if (addresses.length === 0) return { kind: 'failed', reason: noServer(url.host) };
    return { kind: 'answered', ...(await send(url, { ...request, addresses })) };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, url.host) };
  }
}

interface Sending extends Omit<PublicRequest, 'resolve'> {
  /** The connection is made to one of these, even if the host's addresses have changed in the meantime. */
  addresses: LookupAddress[];
}

function send(
  url: URL,
  { method, headers, body, addresses }: Sending,
): Promise<{ status: number; location: string | undefined }> {
  const checkedLookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
  const begin = url.protocol === 'https:' ? https.request : http.request;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const request = begin(url, { method, headers, lookup: checkedLookup, signal, agent: false }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
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
