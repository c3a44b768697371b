import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { mailLimit } from '#platform/mail/mail.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { sentences } from '../contract.ts';
import type { AccountsDeps } from '../sign-in/sessions.server.ts';

export type LinkKind = 'reset-password' | 'confirm-email' | 'join-orders';

const minutes = 60_000;

/** How long a link can be opened: to reset as the contract says (section 3), to prove an address for a day. */
export const linkLifeMs: Record<LinkKind, number> = {
  'reset-password': 60 * minutes,
  'confirm-email': 24 * 60 * minutes,
  'join-orders': 24 * 60 * minutes,
};

/** Kept a while after they ran out, for the mails about them that are still to leave. */
const keptMs = 30 * 24 * 60 * minutes;
const sweptAtOnce = 100;

/**
 * The secret of a link. Jobs hold ids only and the database hashes only, so it is made anew from the link's id and a key of
 * this house: whoever reads the database can open nothing.
 */
export function tokenOf({ sessionSecret }: Pick<Env, 'sessionSecret'>, linkId: string): string {
  const key = hkdfSync('sha256', sessionSecret, '', 'mailed links', 32);
  return createHmac('sha256', Buffer.from(key)).update(linkId).digest('base64url');
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewLink {
  userId: string;
  kind: LinkKind;
  /** Where it is mailed to. */
  email: string;
  /** Of a new e-mail: the one that it takes the place of. */
  previousEmail?: string;
}

/**
 * Makes a link, which ends the one of its kind before it, and answers its id. The caller holds the user's row. Throws 429
 * where five were mailed in the last 15 minutes.
 */
export async function makeLink({ env, clock }: AccountsDeps, tx: Tx, link: NewLink): Promise<string> {
  const now = clock.now();
  await refuseAfterMails(tx, link, now);
  await endLinks(tx, link.userId, { kinds: [link.kind], now });
  const old = tx.selectFrom('mailed_links').select('id').limit(sweptAtOnce);
  await tx
    .deleteFrom('mailed_links')
    .where(
      'id',
      'in',
      old
        .where('expires_at', '<', new Date(now.getTime() - keptMs))
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
      hash: hashOf(tokenOf(env, id)),
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
  const decisive = recent[mailLimit.most - 1];
  if (!decisive) return;
  const problem = new Problem(429, sentences.tooManyMails);
  problem.retryAfter = Math.ceil((decisive.at.getTime() + mailLimit.withinMs - now.getTime()) / 1000);
  throw problem;
}

/** A link as it was made. */
export interface MailedLink {
  id: string;
  userId: string;
  email: string;
}

/** Uses up a link; of callers at the same time exactly one gets it. Undefined where it is unknown, ended or ran out. */
export async function useLink(tx: Tx, token: string, { kind, now }: { kind: LinkKind; now: Date }) {
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

/** A link in whatever state, with whom it is for; undefined where there is none or its user is archived. */
export async function linkOf(db: Db | Tx, by: { token: string } | { id: string }, kind: LinkKind) {
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

/** Ends a user's links of some kinds. */
export async function endLinks(
  tx: Tx,
  userId: string,
  { kinds, now }: { kinds: readonly LinkKind[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('mailed_links')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('ended_at', 'is', null)
    .execute();
}
