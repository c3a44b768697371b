import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Remark } from './file/columns.ts';
import type { Step } from './import-step.server.ts';

/** A stored item whose code the file gives to another one. */
interface Owner {
  id: string;
  code: string;
  /** The product's name. */
  name: string;
  row: number;
}

/** Finds codes that belong to items outside the file. Items of the file may exchange their codes. */
export class TakenCodes {
  readonly #owners: Owner[] = [];
  /** The ids of stored items to which the file gives a code. */
  readonly #coded = new Set<string>();

  async add(db: Kysely<Tables>, steps: readonly Step[]): Promise<void> {
    const coded = steps.flatMap(({ items }) => items.filter(({ file }) => file.code !== ''));
    const items = new Map(coded.map((item) => [item.file.code.toLowerCase(), item]));
    if (items.size === 0) return;
    const { rows } = await sql<Omit<Owner, 'row'>>`
      select i.id, i.code, p.name from product_items i join products p on p.id = i.product_id
      where lower(i.code) = any(${[...items.keys()]}) and i.archived_at is null`.execute(db);
    for (const { stored } of coded) if (stored) this.#coded.add(stored.id);
    for (const owner of rows) {
      const row = items.get(owner.code.toLowerCase())?.file.row ?? 0;
      if (!this.#coded.has(owner.id)) this.#owners.push({ ...owner, row });
    }
  }

  /** Call it once all steps have been added. */
  faults(): Remark[] {
    const taken = this.#owners.filter(({ id }) => !this.#coded.has(id));
    return taken.map(({ row, code, name }) => ({
      row,
      column: 'code',
      message: `Code '${code}' belongs to '${name}'.`,
    }));
  }
}
