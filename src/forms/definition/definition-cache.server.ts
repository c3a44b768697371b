import type { Db } from '#platform/db/db.server.ts';
import type { FormDefinition } from './definition.ts';

/** Limit for a database's cached definitions, in characters of JSON; the least recently used one is dropped first. */
const maxCharacters = 8_000_000;

/** Least-recently-used cache of form versions. A version never changes, so entries are only dropped to make room. */
export class DefinitionCache {
  private readonly entries = new Map<string, { form: FormDefinition; characters: number }>();
  private characters = 0;

  get(key: string): FormDefinition | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key); // most recently used last
    this.entries.set(key, entry);
    return entry.form;
  }

  set(key: string, form: FormDefinition): void {
    const characters = JSON.stringify(form).length;
    if (characters > maxCharacters || this.entries.has(key)) return;
    this.entries.set(key, { form, characters });
    this.characters += characters;
    for (const [oldest, { characters: size }] of this.entries) {
      if (this.characters <= maxCharacters) return;
      this.entries.delete(oldest);
      this.characters -= size;
    }
  }
}

const caches = new WeakMap<Db, DefinitionCache>();

/** The cache of a connection pool. Transactions have none, because their writes may be rolled back. */
export function cacheOf(db: Db): DefinitionCache {
  const cache = caches.get(db) ?? new DefinitionCache();
  caches.set(db, cache);
  return cache;
}
