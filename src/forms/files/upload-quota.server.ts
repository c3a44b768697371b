import { sql } from 'kysely';
import { ipSiteSubject } from '#accounts/sign-in/sign-in-failures.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';

/** Number and bytes of unclaimed files. */
interface FileUsage {
  files: number;
  bytes: number;
}

const gigabyte = 1024 ** 3;

/**
 * The limits are generous: a network (for IPv6 a /48) may be an office whose staff all upload photos at once, or a town
 * behind one address, and members' files are stored as long as their drafts name them. `ofGuests`, for all guests together, stops
 * somebody who uploads from many networks.
 */
const limits = {
  ofNetwork: { files: 2_000, bytes: 4 * gigabyte },
  ofMember: { files: 1_000, bytes: 2 * gigabyte },
  ofGuests: { files: 20_000, bytes: 20 * gigabyte },
} satisfies Record<string, FileUsage>;

/** The time between sweeps, in seconds. */
const retryAfter = 3_600;

/**
 * Throws `Problem` 429 if another file of `size` bytes would exceed the uploader's limit for unclaimed files. Returns the
 * network that the file counts towards; null for members. Uploads that share a limit run one after another until the
 * transaction ends.
 */
export async function requireQuota(tx: Tx, actor: Actor | null, ip: string, size: number): Promise<string | null> {
  const network = actor ? null : ipSiteSubject(ip);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${actor?.id ?? 'guests'}`}, 0))`.execute(tx);
  const requireBelow = (used: FileUsage, limit: FileUsage, sentence: string): void => {
    if (used.files < limit.files && used.bytes + size <= limit.bytes) return;
    throw Object.assign(new Problem(429, sentence), { retryAfter });
  };
  if (actor) requireBelow(await usageOfMember(tx, actor.id), limits.ofMember, sentences.manyOfMember);
  else {
    const { own, all } = await usageOfGuests(tx, network);
    requireBelow(own, limits.ofNetwork, sentences.manyOfNetwork);
    requireBelow(all, limits.ofGuests, sentences.manyOfGuests);
  }
  return network;
}

const files = sql<number>`count(*)::float8`;
const bytes = sql<number>`coalesce(sum(size), 0)::float8`;

const usageOfMember = (tx: Tx, userId: string): Promise<FileUsage> =>
  tx
    .selectFrom('form_files')
    .select([files.as('files'), bytes.as('bytes')])
    .where('user_id', '=', userId)
    .where('submission_id', 'is', null)
    .executeTakeFirstOrThrow();

async function usageOfGuests(tx: Tx, network: string | null): Promise<{ own: FileUsage; all: FileUsage }> {
  const guests = tx.selectFrom('form_files').select([files.as('files'), bytes.as('bytes')]);
  return {
    own: await guests.where('sent_from', '=', network).executeTakeFirstOrThrow(),
    all: await guests.where('sent_from', 'is not', null).executeTakeFirstOrThrow(),
  };
}
