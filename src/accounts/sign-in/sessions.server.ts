import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { type AccessToken, accessSeconds, accessTokens } from './access-tokens.server.ts';
import { sentences, type Tokens } from '../contract.ts';

/** How long a refresh token, and with it an unused session, lives (contract, section 3). */
export const refreshSeconds = 30 * 24 * 60 * 60;

/** A used token presented again within this time comes from a second tab, not from a thief. */
const graceMs = 10_000;

/** Where a session was begun; its owner sees it among the active ones. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
}

/** What accounts need of the process. */
export type AccountsDeps = Pick<Deps, 'env' | 'db' | 'clock'>;

/** What they need besides where a mail follows. */
export type FlowDeps = AccountsDeps & Pick<Deps, 'jobs'>;

type Signing = Pick<Deps, 'env' | 'clock'>;

/** Tokens of one answer; `refresh_token` is null where the caller keeps the one that another tab got. */
export interface IssuedTokens extends Tokens {
  access_token: string;
}

/** Begins a session in the caller's transaction and gives its tokens. The user must be there and not archived. */
export async function startSession(
  signing: Signing,
  tx: Db | Tx,
  who: { userId: string } & Caller,
): Promise<IssuedTokens> {
  const now = signing.clock.now();
  const session = { userId: who.userId, sessionId: newId(now.getTime()) };
  await tx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      user_id: who.userId,
      created_at: now,
      last_used_at: now,
      expires_at: expiryFrom(now),
      ip: who.ip,
      user_agent: who.userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  return issue(signing, session, await newRefreshToken(tx, session.sessionId, now));
}

const expiryFrom = (now: Date): Date => new Date(now.getTime() + refreshSeconds * 1000);

async function newRefreshToken(tx: Db | Tx, session_id: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('refresh_tokens')
    .values({ hash: hashOf(token), session_id, created_at: now, expires_at: expiryFrom(now) })
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

/** Tokens for a refresh token, and who has them. */
export interface Renewed {
  tokens: IssuedTokens;
  session: AccessToken;
}

/**
 * Rotates a refresh token. One that was used up to 10 seconds ago gets a fresh access token alone; one used earlier ends
 * its session, for it was copied. Throws 401 for that and for unknown, expired and ended ones.
 */
export async function refreshSession(deps: AccountsDeps, token: string): Promise<Renewed> {
  const now = deps.clock.now();
  const outcome = await inTransaction(deps.db, async (tx) => {
    const session = await useUp(tx, token, now);
    if (!session) return reused(tx, token, now);
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: expiryFrom(now) })
      .where('id', '=', session.sessionId)
      .execute();
    await sweepTokens(tx, session.sessionId, now);
    return { session, next: await newRefreshToken(tx, session.sessionId, now) };
  });
  if (!outcome) throw new Problem(401, sentences.sessionEnded);
  return { session: outcome.session, tokens: await issue(deps, outcome.session, outcome.next) };
}

/** Marks a token used; of callers at the same time exactly one succeeds. */
async function useUp(tx: Tx, token: string, now: Date): Promise<AccessToken | undefined> {
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

/** A session that is used for years keeps no more used tokens than tell a thief from a tab. */
async function sweepTokens(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.deleteFrom('refresh_tokens').where('session_id', '=', sessionId).where('expires_at', '<=', now).execute();
}

/** What a token gets that was not there to be used: its session and no new token in the grace time, else nothing. */
async function reused(tx: Tx, token: string, now: Date): Promise<{ session: AccessToken; next: null } | undefined> {
  const found = await tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['t.used_at', 't.expires_at', 's.ended_at', 'u.archived_at', 'u.id as userId', 's.id as sessionId'])
    .where('t.hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!found?.used_at || found.ended_at || found.archived_at || found.expires_at <= now) return undefined;
  const { userId, sessionId } = found;
  if (now.getTime() - found.used_at.getTime() <= graceMs) return { session: { userId, sessionId }, next: null };
  await endSession(tx, sessionId, now);
  return undefined;
}

/** Ends a session: its refresh tokens and access tokens are worth nothing from then on. */
export async function endSession(db: Db | Tx, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends all sessions of a user, or all but one. */
export async function endSessions(
  db: Db | Tx,
  userId: string,
  { now, except }: { now: Date; except?: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (all) => all.where('id', '!=', except ?? ''))
    .execute();
}

/** The session of a refresh token in whatever state, or undefined. */
export async function sessionOf(db: Db, token: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('hash', '=', hashOf(token))
    .executeTakeFirst();
  return found?.session_id;
}

/** Who an access token stands for: one query, which sees at once that the session ended or the user was archived. */
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

const isClaim = (name: string): name is Claim => (claims as readonly string[]).includes(name); // widened to be searched

const sweptAtOnce = 100;

/** Deletes some sessions, with their tokens, a day after they ran out; each sign-in makes one and sweeps more than one. */
export async function sweepSessions({ db, clock }: AccountsDeps): Promise<void> {
  const yesterday = new Date(clock.now().getTime() - 24 * 60 * 60 * 1000);
  const old = db.selectFrom('sessions').select('id').where('expires_at', '<', yesterday).limit(sweptAtOnce);
  await db
    .deleteFrom('sessions')
    .where('id', 'in', old.forUpdate().skipLocked()) // sign-ins at once take others
    .execute();
}
