import { type RawBuilder, sql } from 'kysely';

/**
 * Many rows as one parameter: `insert ... select ... from ${recordset(rows, 'id uuid, name text')}`. The alias is `r`.
 * `columns` becomes part of the SQL, so it must never contain user input.
 */
export const recordset = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(columns)})`;

/** The names of columns like those of `recordset`, for `insert into ... (...)`. */
export const namesOf = (columns: string): RawBuilder<unknown> => sql.raw(columns.replace(/(\w+) \w+/g, '$1'));
