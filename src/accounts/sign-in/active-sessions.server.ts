import type { Actor } from '#platform/access/actor.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { deviceOf } from './device-name.ts';
import type { AccountsDeps } from './sessions.server.ts';

const maxShown = 100;

/** A user's active sessions: the current one first, then by last use. */
export async function activeSessions({ db, clock }: AccountsDeps, actor: Actor) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy((eb) => eb('id', '=', actor.sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map(({ id, user_agent, created_at, last_used_at }) => ({
    id,
    device: deviceOf(user_agent),
    createdDate: created_at.toISOString(),
    lastUsedDate: last_used_at.toISOString(),
    isCurrent: id === actor.sessionId,
  }));
}

/** Ends one of the user's own sessions. Throws 404 for another user's session or an ended one. */
export async function endOwnSession({ db, clock }: AccountsDeps, actor: Actor, sessionId: string): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: clock.now() })
    .where('id', '=', sessionId)
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw notFound();
}
