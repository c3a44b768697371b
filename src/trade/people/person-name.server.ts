import { type RawBuilder, sql } from 'kysely';

/** SQL for the name of one of an account's people, or the address that was invited. `column` holds the member's id and is a column's name, never input. */
export const personOf = (column: string): RawBuilder<string> =>
  sql.raw(`(select coalesce(u.first_name || ' ' || u.last_name, m.email) from trade_members m left join users u on u.id = m.user_id
    where m.id = ${column})`);
