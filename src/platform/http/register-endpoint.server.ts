import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { acceptsSetupLink, type Access, type Endpoint, type Rate, type Shapes } from '#lib/api/endpoint.ts';
import type { Fault } from '#lib/api/problem.ts';
import { type ActionContext, type Actor, requireAccess, internalCall, notSignedIn } from '../access/actor.server.ts';
import { isAnonymousRead, sharedHeaders, tagHeader } from './shared-caching.server.ts';
import { validateInput } from './validate-input.server.ts';

/** A reply that is JSON already, as text or in UTF-8; it is sent unchanged. Bytes are sent without being copied. */
export class JsonText {
  readonly text: string | Buffer;
  constructor(text: string | Buffer) {
    this.text = text;
  }
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type IsSignedIn<A extends Access> = A extends 'public' | 'visitor' | 'setup-link'
  ? false
  : A extends readonly unknown[]
    ? 'setup-link' extends A[number]
      ? false
      : true
    : true;
/** Null if the caller need not be signed in. */
type IfSignedIn<E extends Endpoint, T> = IsSignedIn<E['shapes']['access']> extends true ? T : T | null;

export interface Call<E extends Endpoint> {
  actor: IfSignedIn<E, Actor>;
  /** Recorded with every change. */
  context: IfSignedIn<E, ActionContext>;
  params: Parsed<E['shapes']['params']>;
  query: Parsed<E['shapes']['query']>;
  body: Parsed<E['shapes']['body']>;
  /** The caller's address as the server sees it; `TRUST_PROXY` decides whether forwarded addresses count. */
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends Endpoint> = E['shapes']['reply'] extends z.ZodType
  ? z.output<E['shapes']['reply']> | JsonText | FastifyReply
  : void | FastifyReply;

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>;

/** A body as received, of any type, and its sender. */
export interface ReceivedBody {
  body: unknown;
  actor: Actor | null;
  request: FastifyRequest;
}

/**
 * Registers an endpoint. `furtherFaults` finds faults that a shape can't express; they are reported together with the faults of
 * the body's shape, so that the caller gets all at once.
 */
export type RegisterEndpoint = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  furtherFaults?: (given: ReceivedBody) => Fault[],
) => void;

export interface Registry {
  on: RegisterEndpoint;
  /** All registered endpoints, in order; the source of the OpenAPI document. */
  endpoints: Endpoint[];
}

/** Identifies the caller by token or cookies; implemented by the accounts slice. It renews an expired session by setting cookies on `reply`. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Actor | null>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls made while pages render count against the limit too. */
    isAlwaysCounted?: boolean;
    /** Requests to all processes count together. */
    isCountedTogether?: boolean;
    /** The request is answered in maintenance mode although its method is not GET. */
    staysOpen?: boolean | undefined;
    /** The request is answered while nobody has set up the site although its method is not GET. */
    setsUp?: boolean;
  }
}

/** Allowed requests a minute from one address, by rate. */
const perMinute: Record<Rate, number | false> = {
  normal: 600,
  typing: 240,
  'sign-in': 60,
  send: 20,
  none: false,
};

/** Rates that limit attempts and mails, and therefore apply to all processes together. */
const sharedRates: ReadonlySet<Rate | undefined> = new Set<Rate>(['sign-in', 'send']);

const defaultBodyLimit = 256 * 1024;

/** A path in the router's syntax, without `/v1`: `/v1/users/{id}` becomes `/users/:id`. */
const routeOf = (path: string): string => path.replace(/^\/v1/, '').replace(/\{(\w+)\}/g, ':$1');

export interface RegistryOptions {
  /** Whether replies of shared endpoints say that shared caches may keep them. */
  cdn?: boolean;
  /** Whether the caller has the link for setting up the site; implemented by the set-up slice. Nobody has it by default. */
  hasSetupLink?: (request: FastifyRequest) => Promise<boolean>;
}

/** Creates the registry of one server. `identify` is called only for endpoints whose access depends on the caller. */
export function registry(
  app: FastifyInstance,
  identify: Identify,
  { cdn = false, hasSetupLink = async () => false }: RegistryOptions = {},
): Registry {
  const endpoints: Endpoint[] = [];
  const on: RegisterEndpoint = (endpoint, handler, furtherFaults) => {
    endpoints.push(endpoint);
    const { shapes } = endpoint;
    const max = perMinute[shapes.rate ?? 'normal'];
    mount(app, shapes.file, {
      method: endpoint.method,
      url: routeOf(endpoint.path),
      bodyLimit: shapes.bodyLimit ?? defaultBodyLimit,
      config: {
        rateLimit: max === false ? false : { max, timeWindow: 60_000 },
        isCountedTogether: sharedRates.has(shapes.rate),
        isAlwaysCounted: shapes.rate === 'send',
        staysOpen: shapes.staysOpen,
        setsUp: acceptsSetupLink(shapes.access) || shapes.setsUp === true,
      },
      handler: async (request, reply) => {
        const actor = shapes.access === 'public' ? null : await actorOf(request, reply, identify);
        const isByLink = acceptsSetupLink(shapes.access) && (await hasSetupLink(request));
        if (!isByLink) requireAccess(actor, shapes.access);
        requireSameViewer(request, actor, shapes);
        const input = validateInput(
          endpoint,
          request,
          () => furtherFaults?.({ body: request.body, actor, request }) ?? [],
        );
        const context = actor && { actor, requestId: request.id };
        const call = { ...input, actor, context, ip: request.ip, request, reply } as Call<typeof endpoint>; // parsed by these shapes
        const answer = await handler(call);
        // A handler may send the reply itself and return it, but awaiting a reply does not return it again.
        if (reply.sent) return reply;
        const text = textOf(endpoint, answer);
        if ((cdn || internalCall()) && text !== undefined) allowSharing(endpoint, { request, reply, input, text });
        return sendReply(endpoint, reply, text);
      },
    });
  };
  return { on, endpoints };
}

/** Registers a route. A route that receives a file gets bodies of its media type as a stream; all other routes refuse that type. */
function mount(app: FastifyInstance, file: string | readonly string[] | undefined, route: RouteOptions): void {
  if (file === undefined) return void app.route(route);
  app.register(async (scope) => {
    scope.addContentTypeParser(typeof file === 'string' ? file : [...file], (_request, stream, done) =>
      done(null, stream),
    );
    scope.route(route);
  });
}

async function actorOf(request: FastifyRequest, reply: FastifyReply, identify: Identify): Promise<Actor | null> {
  const inner = internalCall();
  if (inner) return inner.actor;
  const actor = await identify(request, reply);
  // An invalid token is refused, because otherwise a member's order would become a guest's (RFC 6750, 3.1).
  if (actor === null && /^bearer\b/i.test(request.headers.authorization ?? '')) throw notSignedIn();
  return actor;
}

/** Throws 401 if the calling page was opened by another member: what one member typed is never stored for another, or for a guest. */
function requireSameViewer({ headers }: FastifyRequest, actor: Actor | null, { access, staysMembers }: Shapes): void {
  const viewer = headers['x-viewer'];
  if (viewer === undefined || access === 'public' || (access === 'visitor' && !staysMembers)) return;
  if (actor?.id !== viewer) throw notSignedIn();
}

/** The reply's body as JSON; undefined if it has none, empty if a page calls a shared endpoint, as it gets the reply as a value. */
function textOf({ tags, shapes: { reply } }: Endpoint, answer: unknown): string | Buffer | undefined {
  if (!reply) return undefined;
  if (answer instanceof JsonText) return answer.text;
  const encoded: unknown = reply.encode(answer as never); // checked by encode
  const inner = tags && internalCall();
  if (!inner) return JSON.stringify(encoded);
  inner.reply = encoded;
  return '';
}

function sendReply(
  { shapes: { status } }: Endpoint,
  reply: FastifyReply,
  text: string | Buffer | undefined,
): FastifyReply {
  if (text === undefined) return reply.code(status ?? 204).send();
  if (status && reply.statusCode === 200) reply.code(status);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

interface SharedReply {
  request: FastifyRequest;
  reply: FastifyReply;
  input: { params: unknown; query: unknown };
  text: string | Buffer;
}

/** Lets shared caches keep the reply of a shared endpoint. A page that makes the call while it is rendered gets only the tags. */
function allowSharing(endpoint: Endpoint, { request, reply, input, text }: SharedReply): void {
  if (!endpoint.tags || reply.statusCode !== 200) return;
  const { params, query } = input;
  const tags = endpoint.tags({
    params,
    query,
    get reply(): unknown {
      return internalCall()?.reply ?? JSON.parse(String(text)); // parsed only if the tags depend on the reply, as few do
    },
  });
  if (internalCall()) return void reply.header(tagHeader, tags.join(' '));
  if (!isAnonymousRead(request.raw)) return;
  for (const name of Object.keys(reply.getHeaders())) if (name.startsWith('x-ratelimit-')) reply.removeHeader(name);
  const headers = sharedHeaders(tags);
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
}
