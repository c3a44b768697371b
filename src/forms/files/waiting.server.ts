import { sql } from 'kysely';
import { subjectOfSite } from '#accounts/sign-in/failures.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';

/** Files that no submission has yet: how many, and their bytes. */
interface Waiting {
  pieces: number;
  bytes: number;
}

const gigabyte = 1024 ** 3;

/**
 * A network, of IPv6 a whole /48, may be an office whose people all send photos at once, or a town behind one address. Members' files wait as long as the
 * drafts that name them. The last holds whoever has many networks.
 */
const most = {
  ofNetwork: { pieces: 2_000, bytes: 4 * gigabyte },
  ofMember: { pieces: 1_000, bytes: 2 * gigabyte },
  ofGuests: { pieces: 20_000, bytes: 20 * gigabyte },
} satisfies Record<string, Waiting>;

/** Seconds; so often files are swept that have waited for a day. */
const retryAfter = 3_600;

/** Who sends a file ahead of its submission. */
interface Sender {
  actor: Actor | null;
  ip: string;
  /** Bytes. */
  size: number;
}

/**
 * Demands that a sender may keep one more file that no submission has, and answers the network that it is counted by; null for members.
 * Senders who share a bound wait for each other until the transaction ends. Throws `Problem` 429.
 */
export async function demandRoom(tx: Tx, { actor, ip, size }: Sender): Promise<string | null> {
  const network = actor ? null : subjectOfSite(ip);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${actor?.id ?? 'guests'}`}, 0))`.execute(tx);
  const demand = (waiting: Waiting, bound: Waiting, sentence: string): void => {
    if (waiting.pieces < bound.pieces && waiting.bytes + size <= bound.bytes) return;
    throw Object.assign(new Problem(429, sentence), { retryAfter });
  };
  if (actor) demand(await ofMember(tx, actor.id), most.ofMember, sentences.manyOfMember);
  else {
    const { own, all } = await ofGuests(tx, network);
    demand(own, most.ofNetwork, sentences.manyOfNetwork);
    demand(all, most.ofGuests, sentences.manyOfGuests);
  }
  return network;
}

const pieces = sql<number>`count(*)::float8`;
const bytes = sql<number>`coalesce(sum(size), 0)::float8`;

const ofMember = (tx: Tx, userId: string): Promise<Waiting> =>
  tx
    .selectFrom('form_files')
    .select([pieces.as('pieces'), bytes.as('bytes')])
    .where('user_id', '=', userId)
    .where('submission_id', 'is', null)
    .executeTakeFirstOrThrow();

async function ofGuests(tx: Tx, network: string | null): Promise<{ own: Waiting; all: Waiting }> {
  const guests = tx.selectFrom('form_files').select([pieces.as('pieces'), bytes.as('bytes')]);
  return {
    own: await guests.where('sent_from', '=', network).executeTakeFirstOrThrow(),
    all: await guests.where('sent_from', 'is not', null).executeTakeFirstOrThrow(),
  };
}
