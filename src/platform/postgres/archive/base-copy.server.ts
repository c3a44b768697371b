import { type FileHandle, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '#lib/error-code.ts';
import type { Clock } from '../../process/clock.server.ts';
import { type BaseCopy, type BaseManifest, type Line } from './archive-line.server.ts';
import { pack, unpacked, writeWhole } from './packed-file.server.ts';
import { checkSpace } from './wal-files.server.ts';
import { type Lsn, parseLsn } from './wal-segment.server.ts';

const chunkBytes = 256 * 1024;
const controlFile = 'global/pg_control';

/** Folders whose content PostgreSQL recreates (its documentation, "Making a Base Backup Using the Low Level API"). */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)pgsql_tmp/;
const ofTheProcess = /(^|\/)(postmaster\.(pid|opts)|spruce\.json|backup_label(\.old)?|pg_internal\.init.*|.*\.signal)$/;

interface CopyOptions {
  /** The database's data folder. */
  folder: string;
  connection: pg.ClientConfig;
  line: Line;
  clock: Clock;
  /** Bytes of the disk that must remain free. */
  reserveBytes: number;
  signal: AbortSignal;
  /** Resolves once the line has all WAL before `lsn`; rejects if it never will. */
  archived(lsn: Lsn): Promise<void>;
}

/** Copies all files of the running database into the line. Throws if that is impossible now, and leaves nothing behind. */
export async function makeBaseCopy(options: CopyOptions): Promise<void> {
  const { folder, line, clock, reserveBytes, signal, archived } = options;
  const client = new pg.Client(options.connection);
  client.on('error', () => {}); // reported by query() too
  const startedAt = clock.now();
  const file = join(line.folder, `base-${startedAt.toISOString().replaceAll(/[:.]/g, '-')}`);
  await client.connect();
  try {
    // A copy takes about a quarter of the database.
    await checkSpace(line.folder, { bytes: (await databaseBytes(client)) / 2, reserveBytes });
    const start = await client.query<{ lsn: string }>("select pg_backup_start('spruce', true) as lsn");
    const { folders, files } = await listFiles(folder);
    const copied: BaseManifest['files'] = [];
    await pack(contentOf(folder, { files, copied, signal }), `${file}.zst`);
    const stop = await client.query<{ lsn: string; labelfile: string; spcmapfile: string }>(
      'select lsn, labelfile, spcmapfile from pg_backup_stop(false)',
    );
    const [begun, ended] = [start.rows[0], stop.rows[0]];
    if (!begun || !ended) throw new Error('the database returned no position');
    if (ended.spcmapfile !== '') throw new Error('the database has a tablespace outside its folder');
    const stopLsn = parseLsn(ended.lsn);
    await archived(stopLsn);
    const manifest: BaseManifest = {
      postgres: (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim(),
      machine: process.arch,
      startedAt,
      stoppedAt: clock.now(),
      startLsn: parseLsn(begun.lsn),
      stopLsn,
      backupLabel: ended.labelfile,
      folders,
      files: copied,
    };
    await writeWhole(`${file}.json`, JSON.stringify(manifest));
  } catch (error) {
    await rm(`${file}.zst`, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(pg_database_size(oid))::text as bytes from pg_database',
  );
  return Number(rows[0]?.bytes);
}

async function listFiles(folder: string): Promise<{ folders: string[]; files: string[] }> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof all)[number]): string => join(entry.parentPath, entry.name).slice(folder.length + 1);
  const folders = all.filter((entry) => entry.isDirectory()).map(pathOf);
  const files = all.filter((entry) => entry.isFile()).map(pathOf);
  return {
    folders: folders.filter((path) => !emptied.test(path)).sort(),
    // The control file last, as PostgreSQL's own tool copies it.
    files: [
      ...files.filter((path) => !emptied.test(path) && !ofTheProcess.test(path) && path !== controlFile),
      controlFile,
    ],
  };
}

interface Content {
  files: readonly string[];
  /** Receives the files with their sizes as they are read. */
  copied: BaseManifest['files'];
  signal: AbortSignal;
}

async function* contentOf(folder: string, { files, copied, signal }: Content): AsyncGenerator<Buffer> {
  for (const path of files) {
    signal.throwIfAborted();
    if (path === controlFile) {
      const content = await readControlFile(folder);
      copied.push({ path, size: content.length });
      yield content;
      continue;
    }
    const file = await openIfThere(join(folder, path));
    if (!file) continue; // its table was dropped; replaying the WAL drops it again
    try {
      const { size } = await file.stat();
      copied.push({ path, size });
      yield* firstBytes(file, size);
    } finally {
      await file.close();
    }
  }
}

/** Exactly `size` bytes; zeros for what has been truncated meanwhile, because replaying the WAL truncates it again. */
async function* firstBytes(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - at));
    await file.read(chunk, 0, chunk.length, at);
    yield chunk;
    at += chunk.length;
  }
}

/** PostgreSQL overwrites this file now and then, so it is read until two readings agree. */
async function readControlFile(folder: string): Promise<Buffer> {
  let last = await readFile(join(folder, controlFile));
  for (;;) {
    await sleep(20);
    const next = await readFile(join(folder, controlFile));
    if (next.equals(last)) return next;
    last = next;
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the files of a base copy to the empty folder `target`. Throws if the packed file is damaged, incomplete or too long. */
export async function unpackBaseCopy(
  { packedFile, folders, files, backupLabel }: BaseCopy,
  target: string,
): Promise<void> {
  for (const folder of folders) await mkdir(join(target, folder), { recursive: true, mode: 0o700 });
  let rest: Buffer = Buffer.alloc(0);
  const content = unpacked(packedFile)[Symbol.asyncIterator]();
  const next = async (atMost: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { done, value } = await content.next();
      if (done) return rest;
      rest = value;
    }
    const taken = rest.subarray(0, atMost);
    rest = rest.subarray(taken.length);
    return taken;
  };
  for (const { path, size } of files) {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    const file = await open(join(target, path), 'wx', 0o600);
    try {
      for (let left = size; left > 0; ) {
        const chunk = await next(left);
        if (chunk.length === 0) throw new Error(`${packedFile} ends too early`);
        await file.writeFile(chunk); // `write` may write only a part
        left -= chunk.length;
      }
    } finally {
      await file.close();
    }
  }
  if ((await next(1)).length > 0) throw new Error(`${packedFile} is too long`);
  await writeFile(join(target, 'backup_label'), backupLabel, { mode: 0o600 });
}
