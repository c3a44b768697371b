import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { slug } from '#lib/text/slug.ts';

interface Owner {
  name: string;
  isArchived: boolean;
}

/** Says so if the product is archived, because the user does not find it in the usual lists. */
const belongsTo = ({ name, isArchived }: Owner): string =>
  `belongs to '${name}'${isArchived ? ', which is archived' : ''}.`;
const urlTaken = (url: string, by: Owner): string => `The url '${url}' ${belongsTo(by)}`;
const codeTaken = (code: string, by: Owner): string => `Code '${code}' ${belongsTo(by)}`;

export interface RequestedCode {
  code: string;
  /** The field of the request. */
  path: string;
  /** The item that gets the code; undefined for the only item of a product. */
  itemId?: string;
}

/**
 * Faults for codes that other items already have, ignoring case: items of other products and, if `requested` names items,
 * the product's other items.
 */
export async function takenCodes(tx: Tx, productId: string, requested: readonly RequestedCode[]): Promise<Fault[]> {
  const requestedItems = requested.flatMap(({ itemId }) => itemId ?? []);
  const codes = requested.map(({ code }) => code.toLowerCase());
  const { rows } = await sql<Owner & { code: string }>`
    select lower(i.code) as code, case when i.product_id = ${productId} then i.label else p.name end as name,
      p.archived_at is not null as "isArchived"
    from product_items i join products p on p.id = i.product_id
    where lower(i.code) = any(${codes}::text[]) and i.archived_at is null
      and (i.product_id <> ${productId} or (${requestedItems.length > 0} and i.id <> all(${requestedItems}::uuid[])))`.execute(
    tx,
  );
  const owners = new Map(rows.map((row) => [row.code, row]));
  return requested.flatMap(({ code, path }) => {
    const owner = owners.get(code.toLowerCase());
    return owner === undefined ? [] : [{ path, message: codeTaken(code, owner) }];
  });
}

/** A fault if the url belongs to another product, archived or not. */
export async function takenUrl(tx: Tx, id: string, url: string): Promise<Fault[]> {
  const { rows } = await sql<Owner>`
    select name, archived_at is not null as "isArchived" from products where url = ${url} and id <> ${id}`.execute(tx);
  return rows.map((owner) => ({ path: 'productUrl', message: urlTaken(url, owner) }));
}

/** Throws a 409 with these faults, if there are any. */
export function refuseTaken(faults: readonly Fault[]): void {
  if (faults[0]) throw new Problem(409, faults[0].message, [...faults]);
}

/** Turns the violation of a unique index into a 409: two concurrent transactions may both find the same url or code free. */
export async function withTakenConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const name = violatedConstraint(error);
    if (name === 'products_url_key') throw conflict('Another product has this url.');
    if (name === 'product_items_code_key') throw conflict('Another product has this code.');
    throw error;
  }
}

const mostNumbered = 20;

/** A free url made from a product's name, with a number if the plain url is taken. `isRandom` adds a random suffix instead. */
export async function freeProductUrl(tx: Tx, name: string, isRandom = false): Promise<string> {
  const words = slug(name).slice(0, 140).replace(/-$/, '');
  const base = words.length < 2 ? `product-${words}`.replace(/-$/, '') : words;
  const random = `${base}-${crypto.randomUUID().slice(0, 8)}`;
  if (isRandom) return random;
  const candidates = [base, ...Array.from({ length: mostNumbered }, (_, n) => `${base}-${n + 2}`)];
  const { rows } = await sql<{ url: string }>`
    select url from products where url = any(${candidates}) union all
    select old_url from product_redirects where old_url = any(${candidates})`.execute(tx);
  const taken = new Set(rows.map(({ url }) => url));
  return candidates.find((url) => !taken.has(url)) ?? random;
}
