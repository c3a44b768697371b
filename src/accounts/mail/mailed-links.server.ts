import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { deriveKey } from '#platform/process/derived-keys.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { mailLimit } from '#platform/mail/send-mail.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { sentences } from '../sentences.ts';
import type { AccountsDeps } from '../sign-in/sessions.server.ts';
import { dayMs, hourMs } from '#lib/durations.ts';

export const linkKinds = ['reset-password', 'confirm-email', 'join-orders'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** How long a link is valid: 60 minutes for a reset (contract, section 3), a day to confirm an address. */
export const linkLifeMs: Record<LinkKind, number> = {
  'reset-password': hourMs,
  'confirm-email': dayMs,
  'join-orders': dayMs,
};

/** Expired links are deleted only after this time, because queued mails may still refer to them. */
const retentionMs = 30 * dayMs;
const sweepBatchSize = 100;

/**
 * The token of a link, derived from its id and the session secret. The database has only the id and a hash of the token, so that
 * somebody who can read the database still cannot open a link.
 */
export const linkToken = (env: Pick<Env, 'sessionSecret'>, linkId: string): string =>
  createHmac('sha256', deriveKey(env, 'mailed links')).update(linkId).digest('base64url');

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewLink {
  userId: string;
  kind: LinkKind;
  email: string;
  /** The current address, which a change of e-mail replaces. */
  previousEmail?: string;
}

/**
 * Creates a link, ends earlier links of its kind and returns its id. The caller must have locked the user's row. Throws
 * 429 after five links within 15 minutes.
 */
export async function createLink({ env, clock }: AccountsDeps, tx: Tx, link: NewLink): Promise<string> {
  const now = clock.now();
  await refuseAfterMails(tx, link, now);
  await endLinks(tx, [link.userId], [link.kind], now);
  const old = tx.selectFrom('mailed_links').select('id').limit(sweepBatchSize);
  await tx
    .deleteFrom('mailed_links')
    .where(
      'id',
      'in',
      old
        .where('expires_at', '<', new Date(now.getTime() - retentionMs))
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  const id = newId(now.getTime());
  await tx
    .insertInto('mailed_links')
    .values({
      id,
      user_id: link.userId,
      kind: link.kind,
      hash: hashOf(linkToken(env, id)),
      email: link.email,
      previous_email: link.previousEmail ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifeMs[link.kind]),
    })
    .execute();
  return id;
}

async function refuseAfterMails(tx: Tx, { userId, kind }: NewLink, now: Date): Promise<void> {
  const recent = await tx
    .selectFrom('mailed_links')
    .select('created_at as at')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(now.getTime() - mailLimit.withinMs))
    .orderBy('created_at', 'desc')
    .limit(mailLimit.most)
    .execute();
  const oldestCounted = recent[mailLimit.most - 1];
  if (!oldestCounted) return;
  const problem = new Problem(429, sentences.tooManyMails);
  problem.retryAfter = Math.ceil((oldestCounted.at.getTime() + mailLimit.withinMs - now.getTime()) / 1000);
  throw problem;
}

export interface MailedLink {
  id: string;
  userId: string;
  email: string;
}

/** Ends a link and returns it; only one of several concurrent callers gets it. Undefined if the link is unknown, ended or expired. */
export async function consumeLink(tx: Tx, token: string, kind: LinkKind, now: Date) {
  const link: MailedLink | undefined = await tx
    .updateTable('mailed_links')
    .set({ ended_at: now })
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'user_id as userId', 'email'])
    .executeTakeFirst();
  return link;
}

/** A link in any state, with its user; undefined if there is no such link or its user is archived. */
export async function findLink(db: Db | Tx, by: { token: string } | { id: string }, kind: LinkKind) {
  return db
    .selectFrom('mailed_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id as userId', 'l.email', 'l.previous_email as previousEmail'])
    .select(['l.created_at as createdAt', 'l.expires_at as expiresAt', 'l.ended_at as endedAt'])
    .select(['u.first_name as firstName', 'u.email as currentEmail'])
    .where((eb) => ('token' in by ? eb('l.hash', '=', hashOf(by.token)) : eb('l.id', '=', by.id)))
    .where('l.kind', '=', kind)
    .where('u.archived_at', 'is', null)
    .executeTakeFirst();
}

export async function endLinks(
  tx: Tx,
  userIds: readonly string[],
  kinds: readonly LinkKind[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('mailed_links')
    .set({ ended_at: now })
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('kind', 'in', kinds)
    .where('ended_at', 'is', null)
    .execute();
}
