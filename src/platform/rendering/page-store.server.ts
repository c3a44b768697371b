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

/** Stored pages on disk, by the address that was requested. */
export interface PagesOnDisk {
  /** Undefined also if the page cannot be read: no fault of the disk may fail a request. */
  get(key: string): StoredPage | undefined;
  /** Throws if the page cannot be written. */
  set(key: string, stored: StoredPage): void;
  close(): void;
}

/** So many pages make room for new ones at once: a few, because nothing else happens meanwhile. */
const removedAtOnce = 20;

/**
 * Pages on disk, at most about `maxBytes` in all; the oldest go first. Nothing outlives the process: the file is deleted while it is
 * open, so that a crash leaves nothing behind and several processes can use one folder. Without the disk (undefined, with the
 * reason to `failed`) there are fewer pages, and nothing else changes.
 */
export function openPagesOnDisk(
  folder: string,
  maxBytes: number,
  failed: (error: unknown) => void,
): PagesOnDisk | undefined {
  try {
    return pagesIn(openUnnamedDatabase(folder), maxBytes, failed);
  } catch (error) {
    failed(error);
    return undefined;
  }
}

function pagesIn(db: DatabaseSync, maxBytes: number, failed: (error: unknown) => void): PagesOnDisk {
  const select = db.prepare('select facts, body from pages where key = ?');
  const insert = db.prepare('insert or replace into pages (key, facts, body) values (?, ?, ?)');
  const used = db.prepare(`select (pages.page_count - free.freelist_count) * size.page_size as bytes
    from pragma_page_count pages, pragma_freelist_count free, pragma_page_size size`);
  const removeOldest = db.prepare('delete from pages where rowid in (select rowid from pages order by rowid limit ?)');
  const close = (): void => {
    if (db.isOpen) db.close();
  };
  return {
    get(key) {
      try {
        const row = db.isOpen && (select.get(key) as { facts: string; body: Uint8Array<ArrayBuffer> } | undefined); // as created below
        if (!row) return undefined;
        const { facts, ...rest } = JSON.parse(row.facts) as Omit<StoredPage, 'page'> & { facts: PageFacts }; // written by `set`
        return { ...rest, page: new Page(facts, Buffer.from(row.body.buffer)) };
      } catch (error) {
        close(); // what cannot be read once is not read again
        failed(error);
        return undefined;
      }
    },
    set(key, { page, ...rest }) {
      if (!db.isOpen) return;
      if ((used.get() as { bytes: number }).bytes > maxBytes) removeOldest.run(removedAtOnce);
      insert.run(key, JSON.stringify({ facts: page.facts, ...rest }), page.packed);
    },
    close,
  };
}

/** An empty table of pages whose file in `folder` has no name any more. SQLite accepts that in exclusive mode, once it has written. */
function openUnnamedDatabase(folder: string): DatabaseSync {
  const own = mkdtempSync(join(folder, 'pages-'));
  try {
    const db = new DatabaseSync(join(own, 'pages.db'));
    db.exec(`pragma locking_mode = exclusive; pragma journal_mode = memory; pragma synchronous = off;
      create table pages (key text primary key, facts text not null, body blob not null)`);
    return db;
  } finally {
    rmSync(own, { recursive: true });
  }
}
