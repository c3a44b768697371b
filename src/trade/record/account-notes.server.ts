import { sql } from 'kysely';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import type { StaffNote } from '#lib/api/staff-note.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { isoInstant } from '#platform/db/iso-instant.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { sentences } from '../accounts/contract.ts';
import { lockAccount } from '../accounts/sites.server.ts';

type NotesDeps = Pick<Deps, 'db' | 'clock'>;

/** The notes of an account, newest first; with `id`, only that one. */
export async function readAccountNotes(db: Db | Tx, accountId: string, id: string | null = null): Promise<StaffNote[]> {
  const { rows } = await sql<StaffNote>`
    select id, text, author_id as "authorId", author_name as "authorName", version, ${isoInstant('created_at')} as "createdAt",
      ${isoInstant('edited_at')} as "editedAt"
    from trade_account_notes where account_id = ${accountId} and (${id}::uuid is null or id = ${id}::uuid) order by created_at desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Adds a note. Throws 404 for an unknown account. */
export function addAccountNote(
  { db, clock }: NotesDeps,
  { accountId, text }: { accountId: string; text: string },
  { actor, requestId }: ActionContext,
): Promise<StaffNote> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const at = clock.now();
    const id = newId(at.getTime());
    const author = { author_id: actor.id, author_name: `${actor.firstName} ${actor.lastName}` };
    await tx
      .insertInto('trade_account_notes')
      .values({ id, account_id: accountId, text, ...author, created_at: at })
      .execute();
    const entry = { actor, requestId, action: 'note', entity: 'trade-account', entityId: accountId, at };
    await audit(tx, { ...entry, after: { note: text } });
    return noteOf(tx, accountId, id);
  });
}

/** Changes a note and records its earlier text in the history. Throws 404 for an unknown note, 409 for an outdated `version`. */
export function updateAccountNote(
  { db, clock }: NotesDeps,
  {
    accountId,
    noteId,
    text,
    version,
  }: { accountId: string; noteId: string; text: string; version: number | undefined },
  { actor, requestId }: ActionContext,
): Promise<StaffNote> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await noteOf(tx, accountId, noteId);
    requireVersion(version, before.version);
    if (text === before.text) return before;
    const at = clock.now();
    await tx
      .updateTable('trade_account_notes')
      .set({ text, edited_at: at, version: before.version + 1 })
      .where('id', '=', noteId)
      .execute();
    const entry = { actor, requestId, action: 'note', entity: 'trade-account', entityId: accountId, at };
    await audit(tx, { ...entry, before: { note: before.text }, after: { note: text } });
    return noteOf(tx, accountId, noteId);
  });
}

async function noteOf(tx: Tx, accountId: string, id: string): Promise<StaffNote> {
  const [note] = await readAccountNotes(tx, accountId, id);
  if (!note) throw notFound(sentences.noteGone);
  return note;
}
