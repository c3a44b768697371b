import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { type AccessToken, accessSeconds, accessTokens } from './access-tokens.server.ts';
import type { Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { dayMs } from '#lib/durations.ts';

/** Lifetime of a refresh token, and so of an unused session, in seconds (contract, section 3). */
export const refreshSeconds = 30 * 24 * 60 * 60;

/** A used token that is sent again within this time comes from a second tab, not from a thief. */
const graceMs = 10_000;

/** The client that began a session, as shown in the list of active sessions. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
}

/** The client that makes a call. */
export const callerOf = ({ ip, request }: { ip: string; request: FastifyRequest }): Caller => ({
  ip,
  userAgent: request.headers['user-agent'],
});

export type AccountsDeps = Pick<Deps, 'env' | 'db' | 'clock'>;

export type AccountsJobDeps = AccountsDeps & Pick<Deps, 'jobs'>;

type Signing = Pick<Deps, 'env' | 'clock'>;

/** The tokens of a reply; `refresh_token` is null if another tab received the new one. */
export interface IssuedTokens extends Tokens {
  access_token: string;
}

/** Begins a session in the caller's transaction and returns its tokens. The user must exist and not be archived. */
export async function startSession(
  signing: Signing,
  tx: Db | Tx,
  owner: { userId: string } & Caller,
): Promise<IssuedTokens> {
  const now = signing.clock.now();
  const session = { userId: owner.userId, sessionId: newId(now.getTime()) };
  await tx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      user_id: owner.userId,
      created_at: now,
      last_used_at: now,
      expires_at: expiryAfter(now),
      ip: owner.ip,
      user_agent: owner.userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  return issue(signing, session, await newRefreshToken(tx, session.sessionId, now));
}

const expiryAfter = (now: Date): Date => new Date(now.getTime() + refreshSeconds * 1000);

async function newRefreshToken(tx: Db | Tx, session_id: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('refresh_tokens')
    .values({ hash: hashOf(token), session_id, created_at: now, expires_at: expiryAfter(now) })
    .execute();
  return token;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

async function issue(
  { env, clock }: Signing,
  session: AccessToken,
  refreshToken: string | null,
): Promise<IssuedTokens> {
  const access_token = await accessTokens(env, clock).sign(session);
  return { access_token, refresh_token: refreshToken, expires_in: accessSeconds };
}

export interface RenewedSession {
  tokens: IssuedTokens;
  session: AccessToken;
}

/**
 * Rotates a refresh token. A token that was used within the last 10 seconds gets only a new access token. A token that was used
 * earlier than that has been copied, so its session ends. Throws 401 in that case, and for unknown, expired and ended tokens.
 */
export async function refreshSession(deps: AccountsDeps, token: string): Promise<RenewedSession> {
  const now = deps.clock.now();
  const outcome = await inTransaction(deps.db, async (tx) => {
    const session = await markUsed(tx, token, now);
    if (!session) return reuseToken(tx, token, now);
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: expiryAfter(now) })
      .where('id', '=', session.sessionId)
      .execute();
    await deleteExpiredTokens(tx, session.sessionId, now);
    return { session, next: await newRefreshToken(tx, session.sessionId, now) };
  });
  if (!outcome) throw new Problem(401, sentences.sessionEnded);
  return { session: outcome.session, tokens: await issue(deps, outcome.session, outcome.next) };
}

/** Marks a token as used; exactly one of several concurrent callers succeeds. */
async function markUsed(tx: Tx, token: string, now: Date): Promise<AccessToken | undefined> {
  return tx
    .updateTable('refresh_tokens as t')
    .from('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .set({ used_at: now })
    .whereRef('s.id', '=', 't.session_id')
    .where('t.hash', '=', hashOf(token))
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('s.ended_at', 'is', null)
    .where('u.archived_at', 'is', null)
    .returning(['u.id as userId', 's.id as sessionId'])
    .executeTakeFirst();
}

/** Deletes expired tokens, so that a session that is used for years does not accumulate them. */
async function deleteExpiredTokens(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.deleteFrom('refresh_tokens').where('session_id', '=', sessionId).where('expires_at', '<=', now).execute();
}

/**
 * The session of a token that was used within the grace period; undefined for other tokens. If a token was used earlier, its
 * session ends.
 */
async function reuseToken(tx: Tx, token: string, now: Date): Promise<{ session: AccessToken; next: null } | undefined> {
  const row = await tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['t.used_at', 't.expires_at', 's.ended_at', 'u.archived_at', 'u.id as userId', 's.id as sessionId'])
    .where('t.hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row?.used_at || row.ended_at || row.archived_at || row.expires_at <= now) return undefined;
  const { userId, sessionId } = row;
  if (now.getTime() - row.used_at.getTime() <= graceMs) return { session: { userId, sessionId }, next: null };
  await endSession(tx, sessionId, now);
  return undefined;
}

/** Ends a session; its refresh and access tokens become invalid. */
export async function endSession(db: Db | Tx, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends all sessions of these users, except `keptSession`. */
export async function endSessions(
  db: Db | Tx,
  userIds: readonly string[],
  now: Date,
  keptSession?: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('ended_at', 'is', null)
    .$if(keptSession !== undefined, (sessions) => sessions.where('id', '!=', keptSession ?? ''))
    .execute();
}

/** The id of a refresh token's session, in whatever state; undefined if there is no such token. */
export async function sessionOf(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('hash', '=', hashOf(token))
    .executeTakeFirst();
  return row?.session_id;
}

/** The user of an access token; null if the session has ended or the user is archived. */
export async function actorOf({ db, clock }: AccountsDeps, { userId, sessionId }: AccessToken): Promise<Actor | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 's.id as sessionId', 'u.user_type', 'u.claims', 'u.first_name', 'u.last_name', 'u.email'])
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', clock.now())
    .where('u.archived_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    sessionId: row.sessionId,
    userType: row.user_type,
    claims: row.claims.filter(isClaim),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
  };
}

const isClaim = (name: string): name is Claim => (claims as readonly string[]).includes(name); // widened for `includes`

const sweepBatchSize = 100;

/** Deletes up to 100 sessions, with their tokens, that expired over a day ago. Called at each sign-in, because that adds a session. */
export async function deleteExpiredSessions({ db, clock }: AccountsDeps): Promise<void> {
  const yesterday = new Date(clock.now().getTime() - dayMs);
  const old = db.selectFrom('sessions').select('id').where('expires_at', '<', yesterday).limit(sweepBatchSize);
  await db
    .deleteFrom('sessions')
    .where('id', 'in', old.forUpdate().skipLocked()) // concurrent sign-ins delete other sessions
    .execute();
}
