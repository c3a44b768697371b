import { type Endpoint, type InputOf, type ReplyOf, type RouteOf, urlOf } from './endpoint.ts';
import { type Fault, Problem } from './problem.ts';
import { internalError } from './sentences.ts';
import { withSession, viewerHeader } from './session-guard.ts';

interface ProblemBody {
  status?: number;
  detail?: string;
  Message?: string;
  errors?: Fault[];
  requestId?: string;
}

/** The `Problem` that the server threw, rebuilt from its response. */
export function problemFrom(status: number, body: unknown): Problem {
  const problemBody = (body ?? {}) as ProblemBody; // an unknown body has none of these fields
  const problem = new Problem(
    status,
    problemBody.Message ?? problemBody.detail ?? internalError,
    problemBody.errors ?? [],
  );
  problem.requestId = problemBody.requestId;
  return problem;
}

/** The problem to report when no response arrived. */
export const noConnection = (): Problem => new Problem(0, 'No connection. Check your network and try again.');

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** A background call: if the session has expired it fails, without a prompt to sign in. */
  isQuiet?: boolean;
  /** The call continues when the page is closed; its body must be below 64 kB. */
  outlivesPage?: boolean;
}

/**
 * Calls an endpoint from the browser: `call<typeof priceCart>('POST /v1/shopping-cart-items', { body })`. Only the type of
 * the endpoint is needed, so that its shapes stay out of the page's script. Throws `Problem`; status 0 is "no connection".
 * A change that is refused because the session has expired is sent again once the viewer has signed in (`session-guard.ts`).
 */
export async function call<E extends Endpoint>(
  route: RouteOf<E>,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const [method, path] = route.split(' ') as [string, string]; // RouteOf has exactly one space
  const url = urlOf(path, input);
  const attempt = () => callOnce(method, url, { ...options, body: input.body }) as Promise<ReplyOf<E>>; // the server encoded it with the same shapes
  return options.isQuiet ? attempt() : withSession(method, url, attempt);
}

async function callOnce(method: string, url: string, options: CallOptions & { body: unknown }): Promise<unknown> {
  const hasBody = options.body !== undefined;
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    signal: options.signal ?? null,
    keepalive: options.outlivesPage ?? false,
    headers: {
      accept: 'application/json',
      'x-session': 'cookie',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...viewerHeader(method, url),
      ...options.headers,
    },
    body: hasBody ? JSON.stringify(options.body) : null,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw noConnection();
  });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : parse(text);
  if (!response.ok) throw problemFrom(response.status, body);
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls endpoints while a page is rendered, see `api-context.ts`: `api(context)(listProducts, { query })`. */
export type Api = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<ReplyOf<E>>;
