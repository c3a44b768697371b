import type { z } from 'zod';
import type { CacheTags } from './cache-tags.ts';
import { notFound } from './problem.ts';

/** The permissions of administrators (contract, section 4). */
export const claims = [
  'ManageUsers',
  'ManageUserPermissions',
  'ManageCartProducts',
  'ManageCartOrders',
  'ManageCartStock',
  'ManageCartPromoCodes',
  'ViewReports',
  'ManageForms',
  'ManageSite',
  'ManageAccounts',
] as const;
export type Claim = (typeof claims)[number];

/**
 * Who may call: `public` ignores the caller; `visitor` identifies the caller if possible (`actor` may be null); `member` is anyone
 * signed in; `administrator` is user type 3; a claim is type 3 with that claim, a list is type 3 with any of them. `setup-link`, alone or
 * in a list, is anyone with the set-up link, until the site has been set up: before that, there are no users.
 */
export type Access =
  | 'public'
  | 'visitor'
  | 'member'
  | 'administrator'
  | Claim
  | 'setup-link'
  | readonly (Claim | 'setup-link')[];

/** Whether the set-up link is enough for an endpoint that requires `access`. */
export const acceptsSetupLink = (access: Access): boolean => [access].flat().includes('setup-link');

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The limit on requests a minute from one address; further requests get 429. `normal` is the default. */
export type Rate = 'normal' | 'typing' | 'sign-in' | 'send' | 'none';

export type FileFormat = 'csv' | 'xlsx' | 'pdf' | 'zip' | 'schema' | 'txt' | 'xml' | 'webp';

export interface Shapes {
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The media type, or types, of a body that is a file: its handler reads the stream `request.body` and limits its size. */
  file?: string | readonly string[];
  /** The response's body; omitted if the response is empty (204) or a file. */
  reply?: z.ZodType;
  /** The formats in which the endpoint offers its file. The handler sends the file, in one of them. */
  download?: readonly FileFormat[];
  status?: 200 | 201 | 202 | 204;
  /** Answered in maintenance mode although its method is not GET, because it only reads, or signs somebody in or out. */
  staysOpen?: true;
  /** Answered before the site has been set up although its method is not GET, because the set-up begins with it. */
  setsUp?: true;
  /** For `visitor`: a call from a page that a member has opened is made as that member or refused (401), never made as a guest. */
  staysMembers?: true;
  /** The largest body in bytes; 256 KB by default. */
  bodyLimit?: number;
  rate?: Rate;
}

export interface Endpoint<M extends Method = Method, P extends string = string, S extends Shapes = Shapes> {
  readonly method: M;
  readonly path: P;
  readonly shapes: S;
  /** Set by `sharedEndpoint` only. */
  tags?(call: { params: unknown; query: unknown; reply: unknown }): CacheTags;
}

/** An endpoint whose reply is the same for everybody, with the tags of what a reply shows. */
export type SharedEndpoint = Endpoint & { tags: NonNullable<Endpoint['tags']> };

/** Declares an endpoint: the server registers it, the client gets its types from it, and OpenAPI describes it. */
export function endpoint<const M extends Method, const P extends string, const S extends Shapes>(
  method: M,
  path: P,
  shapes: S,
): Endpoint<M, P, S> {
  return { method, path, shapes };
}

/** The shapes that a shared endpoint may have: it is public, because its reply is the same for everybody, and it changes nothing. */
type SharedShapes = Pick<Shapes, 'summary' | 'params' | 'query' | 'rate'> & { reply: z.ZodType };

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A call to a shared endpoint and its reply as received. */
interface SharedCall<S extends SharedShapes> {
  params: Parsed<S['params']>;
  query: Parsed<S['query']>;
  reply: z.input<S['reply']>;
}

/**
 * Declares a `GET` whose reply shared caches may keep. `tags` names everything that the reply shows: a change to any of it must publish
 * its tag (`publishChange`).
 */
export const sharedEndpoint = <const P extends string, const S extends SharedShapes>(
  path: P,
  shapes: S,
  tags: (call: SharedCall<S>) => CacheTags,
): Endpoint<'GET', P, S & { access: 'public' }> & SharedEndpoint => ({
  method: 'GET',
  path,
  shapes: { ...shapes, access: 'public' },
  tags: tags as SharedEndpoint['tags'], // called with what these shapes have validated
});

type WireIn<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The caller's input as sent (money in dollars). */
export type InputOf<E extends Endpoint> = (E['shapes']['params'] extends z.ZodType
  ? { params: WireIn<E['shapes']['params']> }
  : { params?: undefined }) &
  (E['shapes']['query'] extends z.ZodType ? { query?: WireIn<E['shapes']['query']> } : { query?: undefined }) &
  (E['shapes']['body'] extends z.ZodType ? { body: WireIn<E['shapes']['body']> } : { body?: undefined });

/** The reply as received (money in dollars). */
export type ReplyOf<E extends Endpoint> = E['shapes']['reply'] extends z.ZodType ? z.input<E['shapes']['reply']> : void;

/** `GET /v1/products`: names an endpoint in the browser without loading its shapes. */
export type RouteOf<E extends Endpoint> = `${E['method']} ${E['path']}`;

/** Encodes a path parameter. Throws 404 if it is empty, `.` or `..`, because these would change the path. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw notFound();
  return encodeURIComponent(value);
}

/** Fills `{id}` in a path and adds the query. Values are encoded. */
export function urlOf(path: string, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>; // the endpoint's shape makes it an object
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
