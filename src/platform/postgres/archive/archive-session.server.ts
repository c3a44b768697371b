import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { formatLsn, type Lsn, parseLsn } from './wal-segment.server.ts';

export interface Position {
  systemId: string;
  timeline: number;
  /** All WAL before this position is on disk. */
  flushed: Lsn;
}

/** A connection that makes the database keep the WAL that is still to be archived. */
export interface ArchiveSession {
  /** False once the connection is lost. */
  isOpen(): boolean;
  position(): Promise<Position>;
  /** Commits a transaction without changes and returns its time: all WAL up to it is on disk. Restores to an earlier moment end at it. */
  beat(): Promise<Date>;
  /** Lets the database remove WAL before `lsn`, if it may not do so already. */
  release(lsn: Lsn): Promise<void>;
  end(): Promise<void>;
}

/**
 * Opens the session. Its replication slot is temporary: it ends with the connection, and when the WAL that it keeps exceeds
 * `max_slot_wal_keep_size`, the server ends both rather than fill the disk.
 */
export async function openSession(connection: pg.ClientConfig): Promise<ArchiveSession> {
  const client = new pg.Client({ ...connection, application_name: 'archive' });
  const slot = `spruce_${randomBytes(6).toString('hex')}`; // the slot of a lost connection may still exist
  let isOpen = true;
  for (const event of ['error', 'end'] as const)
    client.on(event, () => {
      isOpen = false;
    });
  await client.connect();
  try {
    await client.query('set synchronous_commit = on');
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  } catch (error) {
    await client.end();
    throw error;
  }
  const row = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await client.query<Row>(text, values);
    if (!rows[0]) throw new Error(`no row: ${text}`);
    return rows[0];
  };
  return {
    isOpen: () => isOpen,
    async position() {
      const { id, timeline, lsn } = await row<{ id: string; timeline: number; lsn: string }>(
        `select system_identifier::text as id, timeline_id as timeline, pg_current_wal_flush_lsn()::text as lsn
         from pg_control_system(), pg_control_checkpoint()`,
      );
      return { systemId: id, timeline, flushed: parseLsn(lsn) };
    },
    async beat() {
      const { at } = await row<{ at: Date }>(
        // A commit is flushed only if its transaction has written something.
        "select clock_timestamp() as at, pg_logical_emit_message(true, 'spruce', '')",
      );
      return at;
    },
    async release(lsn) {
      // A new slot may begin after `lsn`, and moving it back would be an error.
      await client.query(
        'select pg_replication_slot_advance($1, $2) from pg_replication_slots where slot_name = $1 and restart_lsn < $2',
        [slot, formatLsn(lsn)],
      );
    },
    end: () => client.end(),
  };
}
