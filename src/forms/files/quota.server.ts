import { sql } from 'kysely';
import { ipSiteSubject } from '#accounts/sign-in/sign-in-failures.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';

/** Number and bytes of unclaimed files. */
interface FileUsage {
  pieces: number;
  bytes: number;
}

const gigabyte = 1024 ** 3;

/**
 * Limits. A network (for IPv6 a /48) may be an office whose staff all upload photos at once, or a town behind one address.
 * Members' files wait as long as the drafts that name them. `ofGuests` limits anyone with many networks.
 */
const limits = {
  ofNetwork: { pieces: 2_000, bytes: 4 * gigabyte },
  ofMember: { pieces: 1_000, bytes: 2 * gigabyte },
  ofGuests: { pieces: 20_000, bytes: 20 * gigabyte },
} satisfies Record<string, FileUsage>;

/** Seconds; the interval of the sweep. */
const retryAfter = 3_600;

/**
 * Throws `Problem` 429 if the sender has too many unclaimed files for one more of `size` bytes. Returns the network that the file is counted
 * for; null for members. Senders who share a limit are serialised until the transaction ends.
 */
export async function demandQuota(tx: Tx, actor: Actor | null, ip: string, size: number): Promise<string | null> {
  const network = actor ? null : ipSiteSubject(ip);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${actor?.id ?? 'guests'}`}, 0))`.execute(tx);
  const demand = (waiting: FileUsage, limit: FileUsage, sentence: string): void => {
    if (waiting.pieces < limit.pieces && waiting.bytes + size <= limit.bytes) return;
    throw Object.assign(new Problem(429, sentence), { retryAfter });
  };
  if (actor) demand(await ofMember(tx, actor.id), limits.ofMember, sentences.manyOfMember);
  else {
    const { own, all } = await ofGuests(tx, network);
    demand(own, limits.ofNetwork, sentences.manyOfNetwork);
    demand(all, limits.ofGuests, sentences.manyOfGuests);
  }
  return network;
}

const pieces = sql<number>`count(*)::float8`;
const bytes = sql<number>`coalesce(sum(size), 0)::float8`;

const ofMember = (tx: Tx, userId: string): Promise<FileUsage> =>
  tx
    .selectFrom('form_files')
    .select([pieces.as('pieces'), bytes.as('bytes')])
    .where('user_id', '=', userId)
    .where('submission_id', 'is', null)
    .executeTakeFirstOrThrow();

async function ofGuests(tx: Tx, network: string | null): Promise<{ own: FileUsage; all: FileUsage }> {
  const guests = tx.selectFrom('form_files').select([pieces.as('pieces'), bytes.as('bytes')]);
  return {
    own: await guests.where('sent_from', '=', network).executeTakeFirstOrThrow(),
    all: await guests.where('sent_from', 'is not', null).executeTakeFirstOrThrow(),
  };
}
