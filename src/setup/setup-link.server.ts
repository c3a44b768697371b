import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasAdministrator } from '#accounts/registration/first-administrator.server.ts';
import { attributesOf, demandSameOrigin } from '#accounts/sign-in/session-cookies.server.ts';
import { internalCall, setupCookie } from '#platform/access/actor.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { deriveKey } from '#platform/process/derived-keys.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { dayMs } from '#lib/durations.ts';
import { Problem } from '#lib/api/problem.ts';
import { setupLinkNeeded } from '#lib/api/sentences.ts';

type LinkDeps = Pick<Deps, 'db' | 'env'>;

/**
 * Derived from a random id and the session secret. The database stores only the id, so that somebody who can read it still cannot open the
 * link.
 */
const tokenOf = (env: Pick<Env, 'sessionSecret'>, linkId: string): string =>
  createHmac('sha256', deriveKey(env, 'set-up link')).update(linkId).digest('base64url');

/** The set-up that has begun and is not finished; undefined if there is none, or if somebody is an administrator. */
export async function openSetupOf(db: Db | Tx): Promise<{ linkId: string } | undefined> {
  const row = await db
    .selectFrom('setup')
    .select('link_id as linkId')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row && !(await hasAdministrator(db)) ? row : undefined;
}

/**
 * The address at which the site is set up; undefined if somebody is an administrator, if the environment names an administrator, or if this
 * is a demo. All processes on a database return the same address at every start until the set-up is finished, even a process that would
 * fill a new database with demo content.
 */
export async function beginSetup({ db, env }: LinkDeps): Promise<string | undefined> {
  if (env.adminEmail !== undefined || (await hasAdministrator(db))) return undefined;
  if (env.demoContent === false)
    await db
      .insertInto('setup')
      .values({ link_id: randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const setup = await openSetupOf(db);
  return setup && `${env.publicUrl}/setup/?t=${tokenOf(env, setup.linkId)}`;
}

/** Whether the site still has to be set up. Once it has been, the database is not asked again. */
export function followSetup(db: Db): NonNullable<Deps['setup']> {
  let isFinished = false;
  return {
    async isOpen() {
      isFinished ||= (await openSetupOf(db)) === undefined;
      return !isFinished;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a token is the one in the link, as long as the set-up is open. */
export async function isSetupToken({ db, env }: LinkDeps, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  const setup = await openSetupOf(db);
  return setup !== undefined && timingSafeEqual(digest(token), digest(tokenOf(env, setup.linkId)));
}

/** Whether a request has the link's cookie. A request that changes something must also come from our own pages. */
export function setupLinkIn(deps: LinkDeps): (request: FastifyRequest) => Promise<boolean> {
  return async (request) => {
    const token = request.cookies[setupCookie];
    if (!(await isSetupToken(deps, token))) return false;
    if (!internalCall()) demandSameOrigin(request, deps.env.publicUrl);
    return true;
  };
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const cookieSeconds = (30 * dayMs) / 1000;

/** Sets the link's cookie, so that its token need not stay in the address. Throws 401 for a token that is not valid. */
export async function openLink(deps: LinkDeps, token: string, { request, reply }: Exchange): Promise<void> {
  if (!(await isSetupToken(deps, token))) throw new Problem(401, setupLinkNeeded);
  reply.setCookie(setupCookie, token, { ...attributesOf(request, deps.env.publicUrl), maxAge: cookieSeconds });
}
