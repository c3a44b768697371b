import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sources } from '../db/invalidations.server.ts';
import { Page, type PageFacts } from './cached-page.server.ts';

/** A cached page, and what decides how long it may be sent. */
export interface StoredPage {
  page: Page;
  sources: Sources;
  /** The count of changes before it was rendered. */
  begun: number;
  /** When it expires, in milliseconds of `performance.now()`. */
  until: number;
}

/** Stored pages by the address that was requested. */
export interface PageStore {
  get(key: string): StoredPage | undefined;
  set(key: string, stored: StoredPage): void | Promise<void>;
  delete(key: string): void;
}

export interface PagesOnDisk extends PageStore {
  close(): void;
}

/** Pages in memory, at most `maxBytes` in all; the least recently used go first. */
export class PagesInMemory implements PageStore {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, { stored: StoredPage; bytes: number }>(); // the least recently used first
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): StoredPage | undefined {
    const stored = this.#pages.get(key)?.stored;
    if (stored) this.set(key, stored); // moves it to the end, and counts the codings that it holds by now
    return stored;
  }

  set(key: string, stored: StoredPage): void {
    this.delete(key);
    const bytes = stored.page.bytes + overhead;
    this.#pages.set(key, { stored, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const { bytes } = this.#pages.get(key) ?? { bytes: 0 };
    this.#pages.delete(key);
    this.#bytes -= bytes;
  }
}

/** About what a page takes besides its bodies, in bytes: its headers twice, its address and tags. */
const overhead = 4_000;

/** A share of the pages makes room for new ones at once. */
const shareRemoved = 0.1;

/**
 * Pages on disk, at most about `maxBytes` in all; the oldest go first. Nothing outlives the process: the file is deleted while it is
 * open, so that a crash leaves nothing behind and several processes can use one folder. Undefined if the folder cannot be written to.
 */
export function openPagesOnDisk(folder: string, maxBytes: number): PagesOnDisk | undefined {
  const db = openUnnamedDatabase(folder);
  if (!db) return undefined;
  const select = db.prepare('select facts, body from pages where key = ?');
  const insert = db.prepare('insert or replace into pages (key, facts, body) values (?, ?, ?)');
  const remove = db.prepare('delete from pages where key = ?');
  const total = db.prepare('select count(*) as count, coalesce(sum(length(body)), 0) as bytes from pages');
  const removeOldest = db.prepare('delete from pages where rowid in (select rowid from pages order by rowid limit ?)');
  let bytes = 0; // at least what the bodies take
  return {
    get(key) {
      const row = select.get(key) as { facts: string; body: Uint8Array<ArrayBuffer> } | undefined; // as created above
      if (!row) return undefined;
      const { facts, ...rest } = JSON.parse(row.facts) as Omit<StoredPage, 'page'> & { facts: PageFacts }; // written by `set`
      return { ...rest, page: new Page(facts, 'br', Buffer.from(row.body.buffer)) };
    },
    async set(key, { page, ...rest }) {
      const body = await page.packed();
      if (!db.isOpen) return;
      bytes += body.length;
      if (bytes > maxBytes) {
        const stored = total.get() as { count: number; bytes: number };
        bytes = stored.bytes + body.length;
        if (bytes > maxBytes) removeOldest.run(Math.ceil(stored.count * shareRemoved));
      }
      insert.run(key, JSON.stringify({ facts: page.facts, ...rest }), body);
    },
    delete: (key) => void remove.run(key),
    close: () => db.close(),
  };
}

/** An empty table of pages whose file in `folder` has no name any more. SQLite accepts that in exclusive mode, once it has written. */
function openUnnamedDatabase(folder: string): DatabaseSync | undefined {
  try {
    const own = mkdtempSync(join(folder, 'pages-'));
    try {
      const db = new DatabaseSync(join(own, 'pages.db'));
      db.exec(`pragma locking_mode = exclusive; pragma journal_mode = off; pragma synchronous = off;
        create table pages (key text primary key, facts text not null, body blob not null)`);
      return db;
    } finally {
      rmSync(own, { recursive: true });
    }
  } catch {
    return undefined;
  }
}
