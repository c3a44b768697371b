import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inject } from 'light-my-request';
import { RouterContextProvider } from 'react-router';
import type { PageServices, provide } from '#lib/api/api-context.ts';
import { type Actor, type InternalCall, runAs, setupCookie } from '../access/actor.server.ts';
import type { PageBundle, PageCaching } from './page-bundle.server.ts';
import type { Rendered } from './cached-page.server.ts';
import { makeNonce } from './page-headers.server.ts';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import type { Topic } from '../db/changes.server.ts';
import type { Sources } from '../db/invalidations.server.ts';
import { logFailure } from '../http/problems.server.ts';
import { positionIn, positionOf, readAfterHeaders } from '../http/read-after.server.ts';
import { anonymousHeaders, ownHeaders, sharedHeaders, tagHeader } from '../http/shared-caching.server.ts';

/** A page request. */
export interface PageRequest {
  app: FastifyInstance;
  bundle: PageBundle;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Scheme and host of the site. */
  publicUrl: string;
  actor: Actor | null;
  /** Whether the page is rendered for all readers: then nothing specific to this request may appear in it. */
  isShared: boolean;
}

/** A rendered page. */
export interface Answer {
  nonce: string;
  response: Response;
  /** The body of a shared page, which is then not in `response`. */
  html: string | undefined;
  /** Cookies set by the called endpoints, for the reader's browser; those of the last call first. */
  cookies: string[];
  /** Whether an error occurred, even if the page has handled it. */
  hasFaults: boolean;
  /** The tags of the called endpoints' replies; null if one of the replies has none. */
  tags: Set<CacheTag> | null;
  /** What the page depends on besides the topics of its route. */
  topics: readonly Topic[];
}

/** The header by which a page's loader names further topics that the page depends on. It is not sent to browsers. */
const topicsHeader = 'x-page-topics';

export async function renderPage(pageRequest: PageRequest): Promise<Answer> {
  const tags = new Set<CacheTag>();
  const answer: Omit<Answer, 'response' | 'html'> = {
    nonce: makeNonce(),
    cookies: [],
    hasFaults: false,
    tags,
    topics: [],
  };
  const context = new RouterContextProvider();
  const report = (error: unknown): void => {
    answer.hasFaults = true;
    logFailure(pageRequest.request, error, 'page failed');
  };
  const page: PageServices = {
    nonce: answer.nonce,
    viewer: pageRequest.actor,
    origin: pageRequest.publicUrl,
    isShared: pageRequest.isShared,
    isData: /\.data(?:\?|$)/.test(pageRequest.request.url),
    send: deduplicateCalls(sender(pageRequest, answer)),
    report,
  };
  // Keys of the router's context are compared by identity, so the bundle's copy of `provide` must set them.
  const entry = pageRequest.bundle.build.entry.module as unknown as { provide: typeof provide }; // src/entry.server.tsx exports it
  entry.provide(context, page);
  const response = await pageRequest.bundle.handle(asRequest(pageRequest), context);
  answer.topics = (response.headers.get(topicsHeader)?.split(' ') ?? []) as Topic[]; // written by a page's loader
  response.headers.delete(topicsHeader);
  return Object.assign(answer, { response, html: page.html });
}

/** Lets parts of a page that make the same GET call share the response. */
function deduplicateCalls(send: PageServices['send']): PageServices['send'] {
  const answers = new Map<string, ReturnType<PageServices['send']>>();
  return (method, url, body) => {
    if (method !== 'GET') return send(method, url, body);
    const answer = answers.get(url) ?? send(method, url, body);
    answers.set(url, answer);
    return answer;
  };
}

/**
 * Calls `/v1` within the process, on behalf of the page's reader. Passes on only the cookie of the set-up link, because its holder is
 * not an actor. Does not use `app.inject`, which refuses calls while the server stops.
 */
function sender(
  { app, request, actor }: PageRequest,
  answerSoFar: Pick<Answer, 'cookies' | 'hasFaults' | 'tags'>,
): PageServices['send'] {
  const agent = request.headers['user-agent'] ?? '';
  const link = request.cookies[setupCookie];
  const cookies = link === undefined ? {} : { cookies: { [setupCookie]: link } };
  let position = positionOf(request);
  return async (method, url, body) => {
    const headers = { 'user-agent': agent, 'x-session': 'cookie', ...readAfterHeaders(position) };
    const call = { method: method as 'GET', url, headers, remoteAddress: request.ip, ...cookies }; // inject supports every endpoint's method
    const payload = body === undefined ? {} : { payload: body as object }; // body shapes are objects
    const inner: InternalCall = { actor };
    const answer = await runAs(inner, () => inject((sent, reply) => app.routing(sent, reply), { ...call, ...payload }));
    position = positionIn(answer.headers) ?? position;
    answerSoFar.cookies.unshift(...[answer.headers['set-cookie'] ?? []].flat());
    if (answer.statusCode >= 500) answerSoFar.hasFaults = true;
    noteTags(answerSoFar, answer.headers[tagHeader]);
    const read: unknown = answer.body === '' ? inner.reply : JSON.parse(answer.body);
    const numberIn = (name: string) => (answer.headers[name] === undefined ? undefined : Number(answer.headers[name]));
    const [retryAfter, total] = [numberIn('retry-after'), numberIn('x-total-count')];
    return { status: answer.statusCode, body: read, retryAfter, total };
  };
}

function noteTags(answerSoFar: Pick<Answer, 'tags'>, header: unknown): void {
  if (typeof header !== 'string') answerSoFar.tags = null;
  else for (const tag of header.split(' ')) answerSoFar.tags?.add(tag as CacheTag); // written by `sharedHeaders`
}

/**
 * The request as the router expects it. For a shared page it carries no data about the visitor, and it is not aborted when
 * the visitor's request is.
 */
function asRequest({ request, reply, publicUrl, isShared }: PageRequest): Request {
  if (isShared) return new Request(publicUrl + request.url);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? ((request.body ?? null) as Buffer<ArrayBuffer> | null) : null; // our parser returns buffers
  const site = request.host ? `${request.protocol}://${request.host}` : publicUrl; // HTTP/1.0 may send no host
  // The router treats a POST to `/` as sent to the root route, not the home page.
  const address = request.method === 'POST' ? request.url.replace(/^\/(?:$|\?)/, '/?index&') : request.url;
  const url = site + address;
  return new Request(url, { method: request.method, headers, body, signal: gone.signal });
}

/** More tags than this are of no use, because caches limit the length of headers. */
const mostTags = 100;

/** The rendered page if it can be shared with other readers, otherwise null. `cdn`: whether shared caches may keep it. */
export async function shareable(answer: Answer, caching: PageCaching, cdn: boolean): Promise<Rendered | null> {
  const { nonce, html, response } = answer;
  const { status, headers } = response;
  const contentType = headers.get('content-type');
  const text = html ?? (status === 200 ? await response.text() : undefined);
  if (text === undefined) return null;
  const isPersonal = answer.cookies.length > 0 || headers.has('set-cookie');
  if (status !== 200 || contentType === null || answer.hasFaults || isPersonal) {
    answer.response = new Response(text, { status, headers });
    return null;
  }
  const sources = {
    topics: [...new Set([...caching.topics, ...answer.topics])],
    tags: answer.tags && [...answer.tags],
  };
  const { isForVisitors } = caching;
  return { text, nonce, contentType, isForVisitors, sources, caching: cachingHeaders(sources, caching, cdn) };
}

/** The caching headers of a page: shared caches may keep it only if every reply that it shows has tags. */
function cachingHeaders({ topics, tags }: Sources, { isForVisitors }: PageCaching, cdn: boolean): readonly string[] {
  if (isForVisitors) return ownHeaders;
  if (!cdn || tags === null) return anonymousHeaders;
  const [tag, ...more] = new Set<CacheTag>([...topics, ...tags]);
  return tag === undefined || more.length > mostTags ? anonymousHeaders : sharedHeaders([tag, ...more]);
}
