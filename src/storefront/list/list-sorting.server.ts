import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, Sort } from '../list-query.ts';

type Sql = RawBuilder<unknown>;

const standardSort: Sort = 3;

interface Order {
  columns: Sql;
  by: Sql;
  /** The reverse order. */
  back: Sql;
}

/** Every sort ends with the id, so that pages neither overlap nor leave anything out. Each has an index. */
const orders: Record<Sort, Order> = (() => {
  const up = (...names: string[]): Order => ({ columns: refs(names), by: refs(names), back: downward(names) });
  const down = (...names: string[]): Order => ({ columns: refs(names), by: downward(names), back: refs(names) });
  return {
    1: up('code_key', 'product_id'),
    2: down('code_key', 'product_id'),
    3: up('name_key', 'product_id'),
    4: down('name_key', 'product_id'),
    5: up('price_cents', 'name_key', 'product_id'),
    6: down('price_cents', 'name_key', 'product_id'),
  };
})();

function refs(names: string[]): Sql {
  return sql.join(names.map((name) => sql.ref(name)));
}

function downward(names: string[]): Sql {
  return sql.join(names.map((name) => sql`${sql.ref(name)} desc`));
}

export const orderOf = ({ sort = standardSort }: ListQuery): Order => orders[sort];
