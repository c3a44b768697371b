import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { errorCode } from '#lib/error-code.ts';
import { internalError, tryAgainInAMoment } from '#lib/api/sentences.ts';
import { isConnectionLost } from '../db/lost-connection.server.ts';

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Timed out',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported type',
  429: 'Too many requests',
  431: 'Too large',
  500: 'Server error',
  503: 'Unavailable',
};

const busy = 'The server is busy. Please try again.';

/** The user's sentences for errors that the framework or the database raises before a service could. */
const sentences: Record<string, [number, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The request is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The request is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The request is not complete.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'This type of content is not supported.'],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: [415, 'This type of content is not supported.'],
  FST_ERR_BAD_URL: [400, 'The address is not valid.'],
  '23505': [409, 'This conflicts with an existing record.'],
  '23503': [409, 'This is still in use.'],
  '22P02': [400, 'The request is not valid.'],
  '22021': [400, 'The request contains characters that cannot be stored.'],
  '22P05': [400, 'The request contains characters that cannot be stored.'],
  '40001': [503, busy],
  '40P01': [503, busy],
  '53300': [503, busy],
  // The pool's message when every connection has been taken for 10 s; it has no code.
  'timeout exceeded when trying to connect': [503, busy],
};

/** Turns any thrown value into the `Problem` to report, without a stack, SQL or file path. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as Partial<FastifyError>; // unknown errors have neither
  const known = sentences[code ?? (error instanceof Error ? error.message : '')];
  if (known) return new Problem(...known);
  if (isConnectionLost(error)) return new Problem(503, tryAgainInAMoment);
  if (statusCode === 429) return new Problem(429, 'Too many requests. Please wait a moment and try again.');
  if (statusCode === 503) return new Problem(503, busy);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem(statusCode, 'The request is not valid.');
  return new Problem(500, internalError);
}

/** A problem as JSON (RFC 9457), with the specification's `Message` (contract, section 2). */
export const problemBody = (problem: Problem, requestId: string): object => ({
  type: 'about:blank',
  title: titleOf(problem.status),
  status: problem.status,
  detail: problem.message,
  Message: problem.message,
  requestId,
  ...(problem.faults.length > 0 && { errors: problem.faults }),
});

export const titleOf = (status: number): string => titles[status] ?? 'Error';

/** Seconds until a caller may try again after a 503 that names no time. */
export const retryAfterSeconds = 2;

/** Writes a problem as `application/problem+json`. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer'); // RFC 9110, 15.5.2
  if (problem.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemBody(problem, request.id)));
}

/** The code of requests refused under heavy load. Their 503 is already in the log, in the request's own line. */
const shedCode = 'FST_UNDER_PRESSURE';

/**
 * Logs a failed request: internal errors as errors, a lost database as a warning. Requests that were aborted by the caller or
 * refused under heavy load are not failures.
 */
export function logFailure(request: FastifyRequest, error: unknown, message: string): void {
  const status = (error as { status?: unknown } | null)?.status === 503 ? 503 : asProblem(error).status; // pages throw errors of another class
  if (status < 500 || errorCode(error) === shedCode) return;
  const details = { requestId: request.id, err: error };
  if (request.raw.aborted || request.raw.socket?.destroyed) request.log.debug(details, 'the caller has gone');
  else if (status === 503) request.log.warn(details, message);
  else request.log.error(details, message);
}

/** The one error handler of `/v1`. */
export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error);
    logFailure(request, error, 'request failed');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem(404, 'Not found.')));
}
