import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { slug } from '#lib/text/slug.ts';

interface Owner {
  name: string;
  isArchived: boolean;
}

/** Archived products keep their url and codes but appear in no default list, so the message says so. */
const belongs = ({ name, isArchived }: Owner): string =>
  `belongs to '${name}'${isArchived ? ', which is archived' : ''}.`;
const urlTaken = (url: string, by: Owner): string => `The url '${url}' ${belongs(by)}`;
const codeTaken = (code: string, by: Owner): string => `Code '${code}' ${belongs(by)}`;

/** A requested code of an item; `path` names the field, `itemId` the item if there are several. */
export interface RequestedCode {
  code: string;
  path: string;
  itemId?: string;
}

/**
 * Codes that belong to items of other products, ignoring case. If `wanted` names its items, the product's own items
 * that are not among them count as well.
 */
export async function takenCodes(tx: Tx, productId: string, requested: readonly RequestedCode[]): Promise<Fault[]> {
  const recoded = requested.flatMap(({ itemId }) => itemId ?? []);
  const codes = requested.map(({ code }) => code.toLowerCase());
  const { rows } = await sql<Owner & { code: string }>`
    select lower(i.code) as code, case when i.product_id = ${productId} then i.label else p.name end as name,
      p.archived_at is not null as "isArchived"
    from product_items i join products p on p.id = i.product_id
    where lower(i.code) = any(${codes}::text[]) and i.archived_at is null
      and (i.product_id <> ${productId} or (${recoded.length > 0} and i.id <> all(${recoded}::uuid[])))`.execute(tx);
  const owners = new Map(rows.map((row) => [row.code, row]));
  return requested.flatMap(({ code, path }) => {
    const owner = owners.get(code.toLowerCase());
    return owner === undefined ? [] : [{ path, message: codeTaken(code, owner) }];
  });
}

/** The fault if the url belongs to another product, archived or not. */
export async function takenUrl(tx: Tx, id: string, url: string): Promise<Fault[]> {
  const { rows } = await sql<Owner>`
    select name, archived_at is not null as "isArchived" from products where url = ${url} and id <> ${id}`.execute(tx);
  return rows.map((owner) => ({ path: 'productUrl', message: urlTaken(url, owner) }));
}

/** Throws a 409 that names every conflicting field. */
export function refuseTaken(faults: readonly Fault[]): void {
  if (faults[0]) throw new Problem(409, faults[0].message, [...faults]);
}

/**
 * Turns a violated unique index into a 409: two transactions that take a name at the same moment have both found it
 * free.
 */
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

const attempts = 20;

/** The url of a new product: the words of its name, numbered if taken, or with a random suffix if `isHurried`. */
export async function freeUrl(tx: Tx, name: string, isHurried = false): Promise<string> {
  const own = slug(name).slice(0, 140).replace(/-$/, '');
  const base = own.length < 2 ? `product-${own}`.replace(/-$/, '') : own;
  const byChance = `${base}-${crypto.randomUUID().slice(0, 8)}`;
  if (isHurried) return byChance;
  const candidates = [base, ...Array.from({ length: attempts }, (_, n) => `${base}-${n + 2}`)];
  const { rows } = await sql<{ url: string }>`
    select url from products where url = any(${candidates}) union all
    select old_url from product_redirects where old_url = any(${candidates})`.execute(tx);
  const taken = new Set(rows.map(({ url }) => url));
  return candidates.find((url) => !taken.has(url)) ?? byChance;
}
