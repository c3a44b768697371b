import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demandSameOrigin, hasCookies } from './accounts/sign-in/session-cookies.server.ts';
import { byNonce, makeNonce, type PageHeaders } from './platform/rendering/page-headers.server.ts';
import { asProblem, logFailure, retryAfterSeconds } from './platform/http/problems.server.ts';
import { Problem } from './lib/api/problem.ts';
import { sendErrorPage } from './site/fallback-error-page.server.ts';

export interface GuardOptions {
  publicUrl: string;
  headers: PageHeaders;
  /** Whether the page at an address accepts a posted form. */
  acceptsForms(url: string): Promise<boolean>;
}

const formType = 'application/x-www-form-urlencoded';
const formLimit = 256 * 1024; // bytes

/**
 * Guards the pages: reads forms posted without JavaScript, refuses forms of other sites and of other media types, and
 * answers refusals and failures with an error page.
 */
export function guardPages(app: FastifyInstance, { publicUrl, headers, acceptsForms }: GuardOptions): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('preHandler', async (request) => demandOwnForm(request, publicUrl));
  app.addHook('onSend', async ({ url }, reply) => {
    if (reply.statusCode === 405) reply.header('allow', (await acceptsForms(url)) ? 'GET, HEAD, POST' : 'GET, HEAD'); // RFC 9110, 15.5.6
  });
  const refuseMethod = async () => Promise.reject(new Problem(405, 'A page cannot be changed this way.'));
  // Refused before the body is read; otherwise its media type would be refused instead of the method.
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    onRequest: refuseMethod,
    handler: refuseMethod,
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error, headers));
}

/**
 * Refuses forms of other sites, if the browser reports their origin. This includes forms without cookies, because they could sign the
 * reader in to somebody else's account (login CSRF).
 */
function demandOwnForm(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined || site !== undefined || hasCookies(request)) demandSameOrigin(request, publicUrl);
  if (request.method === 'POST') request.headers['content-type'] ??= formType; // an empty form has no media type
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, headers: PageHeaders): FastifyReply {
  const problem = asProblem(error);
  logFailure(request, error, 'page failed');
  if (problem.status === 503) reply.header('retry-after', String(problem.retryAfter ?? retryAfterSeconds));
  return sendErrorPage(reply, headers(byNonce(makeNonce())), problem);
}
