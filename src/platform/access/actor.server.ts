import { AsyncLocalStorage } from 'node:async_hooks';
import { administratorType, may } from '#lib/api/access.ts';
import type { Access, Claim } from '#lib/api/endpoint.ts';
import { notFound, Problem } from '#lib/api/problem.ts';

/** Who calls, read from the database at each request, so that a change of type or claims bites at once. */
export interface Actor {
  id: string;
  sessionId: string;
  userType: number;
  claims: readonly Claim[];
  firstName: string;
  lastName: string;
  email: string;
}

const inside = new AsyncLocalStorage<{ actor: Actor | null }>();

/**
 * Runs calls that a page makes while it is rendered, as its reader; no cookie is handed along. `work` is awaited inside,
 * because `inject` answers a thenable that only begins when somebody awaits it.
 */
export const runAs = <T>(actor: Actor | null, work: () => PromiseLike<T>): Promise<T> =>
  inside.run({ actor }, async () => await work());

/** The reader of the page that makes this call; undefined when the call came over the network. */
export const insideCall = (): { actor: Actor | null } | undefined => inside.getStore();

/** 401 for the unknown, 403 for those who are known and not allowed. */
export function demand(actor: Actor | null, access: Access): void {
  if (may(actor, access)) return;
  throw actor === null ? notSignedIn() : notAllowed();
}

export const notSignedIn = (): Problem => new Problem(401, 'Please sign in to continue.');

/** Lets pass the owner and holders of `access`. For others it is a 404 to members and a 403 to administrators (section 4). */
export function demandOwn(actor: Actor, ownerId: string, access: Access): void {
  if (actor.id === ownerId || may(actor, access)) return;
  throw actor.userType === administratorType ? notAllowed() : notFound();
}

const notAllowed = (): Problem => new Problem(403, 'You are not allowed to do this.');
