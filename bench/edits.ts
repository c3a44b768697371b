import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { BenchRequest } from './load.ts';
import type { Row } from './rows.ts';

type Headers = Record<string, string>;

/** Two administrators who save continuously. */
const connections = 2;

/** As many of them for each connection, so that each changes its own records to and fro. */
const shared = (count: number): number => count - (count % connections);

/** Saves edits of an administrator, of another record each time. 95 % must take at most 100 ms. */
export async function editRows(db: Db, headers: Headers): Promise<Row[]> {
  return [
    row('a product', { path: '/v1/manage-products', headers, edits: await productEdits(db) }),
    row('a supplier', { path: '/v1/manage-product-suppliers', headers, edits: await supplierEdits(db) }),
    row('a user', { path: '/v1/users/admin/update-user', headers, edits: await userEdits(db) }),
  ];
}

/** Edits and their reversals: sent in turn, they can be repeated forever. */
interface Edit {
  there: object;
  back: object;
}

function row(name: string, saved: { path: string; headers: Headers; edits: readonly Edit[] }): Row {
  const { path, edits } = saved;
  const headers = { ...saved.headers, 'content-type': 'application/json' };
  const ask = (body: object): BenchRequest => ({ path, method: 'PUT', headers, body: JSON.stringify(body) });
  const some = edits.slice(0, shared(edits.length));
  const asks = [...some.map(({ there }) => ask(there)), ...some.map(({ back }) => ask(back))];
  return { name: `admin edit, ${name}`, server: 'cached', asks: () => asks, connections, allowedMs: 100 };
}

const most = 200;

const bodies = async (db: Db, statement: RawBuilder<{ body: Record<string, unknown> }>) =>
  (await statement.execute(db)).rows.map(({ body }) => body);

/** A text that an edit makes longer, also where a bench ended before it was put back. */
const longer = (text: unknown): string => `${shorter(text)} Edited.`;
const shorter = (text: unknown): string => String(text).replace(/ Edited\.$/, '');

/** Details as the page sends them, of products without variations; another text is searched for, listed and shown. */
async function productEdits(db: Db): Promise<Edit[]> {
  const found = await bodies(
    db,
    sql`select json_build_object('id', p.id, 'productName', p.name, 'productUrl', p.url,
        'shortDescription', p.short_description, 'longDescription', p.long_description, 'isActive', p.is_active,
        'categories', (select json_agg(k.category_id) from product_categories k where k.product_id = p.id),
        'productSupplierId', p.supplier_id, 'productCode', p.code, 'sellingPrice', p.price_cents / 100.0) as body
      from products p where p.archived_at is null and not p.has_variations and p.price_cents is not null
      order by md5(p.id::text) limit ${most}`,
  );
  return found.map((body) => ({
    there: { ...body, shortDescription: longer(body['shortDescription']) },
    back: { ...body, shortDescription: shorter(body['shortDescription']) },
  }));
}

async function supplierEdits(db: Db): Promise<Edit[]> {
  const found = await bodies(
    db,
    sql`select json_build_object('id', id, 'name', name) as body from suppliers
      order by md5(id::text) limit ${most}`,
  );
  return found.map((body) => ({
    there: { ...body, name: longer(body['name']) },
    back: { ...body, name: shorter(body['name']) },
  }));
}

async function userEdits(db: Db): Promise<Edit[]> {
  const found = await bodies(
    db,
    sql`select json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email, 'mobile', mobile,
        'userType', user_type) as body
      from users where user_type = 1 and archived_at is null and email like 'user.%' order by md5(id::text) limit ${most}`,
  );
  return found.map((body) => ({
    there: { ...body, lastName: longer(body['lastName']) },
    back: { ...body, lastName: shorter(body['lastName']) },
  }));
}
