import { type RawBuilder, sql } from 'kysely';

/** The SQL of an instant as JSON has it, `2026-11-27T06:44:21.000Z`; null stays null. `column` is a column's name, never input. */
export const isoInstant = (column: string): RawBuilder<string> =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
