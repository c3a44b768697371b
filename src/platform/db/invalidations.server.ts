import type { CacheTag } from '#lib/api/cache-tags.ts';
import { type Topic, topics } from './changes.server.ts';

/** What a cached copy is made from. */
export interface Sources {
  topics: readonly Topic[];
  /** All that it shows of the topics; null if any change of a topic may show in it. */
  tags: readonly CacheTag[] | null;
}

const none = (): Record<Topic, number> => ({ catalogue: 0, settings: 0, site: 0 });

/** If more tags than this have changed, all copies are out of date, and counting starts again. */
const defaultMostTags = 20_000;

/**
 * Says whether a cached copy is still up to date. Changes are counted; a copy stores the count at which it was begun. Nothing
 * has to be searched for when a change comes: each copy is checked when it is read.
 */
export class Invalidations {
  readonly #mostTags: number;
  /** The number of the last change that concerns a topic at all. */
  readonly #changed = none();
  /** The number of the last change that may concern everything of a topic. */
  readonly #changedWholly = none();
  readonly #changedTags = new Map<string, number>();
  #count = 0;

  constructor(mostTags = defaultMostTags) {
    this.#mostTags = mostTags;
  }

  /** The number of changes so far. Store it with a copy before its sources are read. */
  get count(): number {
    return this.#count;
  }

  /** Notes a change; without `tags`, anything of the topic may have changed. */
  note(topic: Topic, tags?: readonly CacheTag[]): void {
    this.#count += 1;
    this.#changed[topic] = this.#count;
    if (tags === undefined || tags.includes(topic)) this.#changedWholly[topic] = this.#count;
    else for (const tag of tags) this.#changedTags.set(tag, this.#count);
    if (this.#changedTags.size <= this.#mostTags) return;
    this.#changedTags.clear();
    for (const each of topics) this.#changedWholly[each] = this.#count;
  }

  /** Whether nothing of these sources has changed since the count was `begun`. */
  isCurrent(begun: number, sources: Sources): boolean {
    const last = sources.tags === null ? this.#changed : this.#changedWholly;
    return (
      sources.topics.every((topic) => last[topic] <= begun) &&
      (sources.tags ?? []).every((tag) => (this.#changedTags.get(tag) ?? 0) <= begun)
    );
  }
}
