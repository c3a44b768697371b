import type { Db } from '#platform/db/db.server.ts';
import type { FormDefinition } from './definition.ts';

/** Characters of JSON of all definitions that one database keeps in memory; the one used longest ago goes first. */
const mostCharacters = 8_000_000;

interface Kept {
  form: FormDefinition;
  characters: number;
}

/** Versions of forms in memory. A version never changes, so nothing has to be taken out but for room. */
export class DefinitionCache {
  private readonly kept = new Map<string, Kept>();
  private characters = 0;

  get(key: string): FormDefinition | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key); // the newest stand last
    this.kept.set(key, found);
    return found.form;
  }

  keep(key: string, form: FormDefinition): void {
    const characters = JSON.stringify(form).length;
    if (characters > mostCharacters || this.kept.has(key)) return;
    this.kept.set(key, { form, characters });
    this.characters += characters;
    for (const [oldest, { characters: gone }] of this.kept) {
      if (this.characters <= mostCharacters) return;
      this.kept.delete(oldest);
      this.characters -= gone;
    }
  }
}

const caches = new WeakMap<Db, DefinitionCache>();

/** The cache of a connection pool; transactions have none, since what they have written may be rolled back. */
export function cacheOf(db: Db): DefinitionCache {
  const cache = caches.get(db) ?? new DefinitionCache();
  caches.set(db, cache);
  return cache;
}
