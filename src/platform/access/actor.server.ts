import { AsyncLocalStorage } from 'node:async_hooks';
import { administratorType, hasAccess } from '#lib/api/access.ts';
import type { Viewer } from '#lib/api/api-context.ts';
import type { Access } from '#lib/api/endpoint.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { setupLinkNeeded } from '#lib/api/sentences.ts';

/** The caller, read from the database at each request, so that a change of type or claims takes effect at once. */
export interface Actor extends Viewer {
  sessionId: string;
}

/** Who acts, and in which request: both are recorded with every change. */
export interface ActionContext {
  actor: Actor;
  requestId: string;
}

/** A call that a page makes while it is rendered. */
export interface InternalCall {
  actor: Actor | null;
  /** The reply of a shared endpoint as a value, as no text is needed within the process. It may be cached, so it must not be changed. */
  reply?: unknown;
}

const pageCalls = new AsyncLocalStorage<InternalCall>();

/**
 * Runs the calls that a page makes while it is rendered, on behalf of its reader. No session cookie is passed on. `work` is awaited
 * here, because `inject` returns a thenable that starts only when it is awaited.
 */
export const runAs = <T>(call: InternalCall, work: () => PromiseLike<T>): Promise<T> =>
  pageCalls.run(call, async () => await work());

/** The current call, if a page makes it while it is rendered; undefined for a call over the network. */
export const internalCall = (): InternalCall | undefined => pageCalls.getStore();

/** Throws 401 if nobody is signed in, 403 if the actor lacks `access`. */
export function requireAccess(actor: Actor | null, access: Access): void {
  if (hasAccess(actor, access)) return;
  if (actor !== null) throw notAllowed();
  throw access === 'setup-link' ? new Problem(401, setupLinkNeeded) : notSignedIn();
}

/** The cookie with the token of the link for setting up the site. */
export const setupCookie = 'setup';

export const notSignedIn = (): Problem => new Problem(401, 'Please sign in to continue.');

/** Admits the owner and holders of `access`. Throws 404 for other members and 403 for other administrators (contract, section 4). */
export function requireOwnerOrAccess(actor: Actor, ownerId: string, access: Access): void {
  if (actor.id === ownerId || hasAccess(actor, access)) return;
  throw actor.userType === administratorType ? notAllowed() : notFound();
}

const notAllowed = (): Problem => new Problem(403, 'You are not allowed to do this.');
