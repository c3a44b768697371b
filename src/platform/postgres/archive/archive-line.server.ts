import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isDraft, writeWhole } from './packed-file.server.ts';
import { segmentName, segmentNumber, segmentOf } from './wal-segment.server.ts';

const lineShape = z.object({ systemId: z.string(), timeline: z.number() });
const progressShape = z.object({ until: z.coerce.date(), lsn: z.number() });
const baseShape = z.object({
  postgres: z.string(),
  machine: z.string(),
  startedAt: z.coerce.date(),
  /** From this moment on the copy, with the WAL that follows, can be restored. */
  stoppedAt: z.coerce.date(),
  startLsn: z.number(),
  stopLsn: z.number(),
  backupLabel: z.string(),
  folders: z.array(z.string()),
  /** In the order of the packed file. */
  files: z.array(z.object({ path: z.string(), size: z.number() })),
});

/**
 * A line: an unbroken run of WAL, with the base copies made during it. It ends, and another line begins with a base copy of its own,
 * whenever WAL was not archived, or may differ from the archived WAL: after a restore, a full disk, or a time with WAL_ARCHIVE=off.
 */
export interface Line {
  folder: string;
  systemId: string;
  timeline: number;
}

/** How far a line reaches: every change up to `until` is in the WAL before `lsn`. */
export type Progress = z.infer<typeof progressShape>;

export type BaseManifest = z.infer<typeof baseShape>;

/** A base copy: all files of the database in one packed file, described by its manifest. */
export interface BaseCopy extends BaseManifest {
  line: Line;
  packedFile: string;
  manifestFile: string;
}

/** The folder of the archive: `wal-archive` in the data folder. */
export const archiveFolder = (dataDir: string): string => join(dataDir, 'wal-archive');

const closedFile = (line: Line): string => join(line.folder, 'closed');
export const isClosed = (line: Line): boolean => existsSync(closedFile(line));

/** Ends a line: no more WAL is added to it. */
export const closeLine = (line: Line): void => writeFileSync(closedFile(line), '');

/** Ends all lines of an archive, because WAL is going to be written that won't be archived. */
export const closeLines = (archive: string): void => readLines(archive).forEach(closeLine);

/** Whether WAL can be added to a line of an archive. */
export const hasOpenLine = (archive: string): boolean => readLines(archive).some((line) => !isClosed(line));

/** Begins a line. */
export async function openLine(
  archive: string,
  { at, ...identity }: Omit<Line, 'folder'> & { at: Date },
): Promise<Line> {
  const line = { folder: join(archive, at.toISOString().replaceAll(/[:.]/g, '-')), ...identity };
  await mkdir(join(line.folder, 'wal'), { recursive: true, mode: 0o700 });
  await writeWhole(join(line.folder, 'line.json'), JSON.stringify(identity));
  return line;
}

/** All lines, the oldest first. */
export function readLines(archive: string): Line[] {
  return namesIn(archive)
    .sort()
    .flatMap((name) => {
      const read = readJson(join(archive, name, 'line.json'), lineShape);
      return read ? [{ folder: join(archive, name), ...read }] : [];
    });
}

const progressFile = (line: Line): string => join(line.folder, 'progress.json');
export const readProgress = (line: Line): Progress | undefined => readJson(progressFile(line), progressShape);
export const writeProgress = (line: Line, progress: Progress): Promise<void> =>
  writeWhole(progressFile(line), JSON.stringify(progress));

/** All complete base copies of the lines, the oldest first. */
export function readBaseCopies(lines: readonly Line[]): BaseCopy[] {
  const copies = lines.flatMap((line) =>
    namesIn(line.folder).flatMap((name) => {
      const manifestFile = join(line.folder, name);
      const manifest = /^base-.*\.json$/.test(name) ? readJson(manifestFile, baseShape) : undefined;
      return manifest ? [{ ...manifest, line, manifestFile, packedFile: manifestFile.replace(/json$/, 'zst') }] : [];
    }),
  );
  return copies.sort((a, b) => a.stoppedAt.getTime() - b.stoppedAt.getTime());
}

export const walFile = (line: Line, segment: number, ending: '.zst' | '.part.zst' = '.zst'): string =>
  join(line.folder, 'wal', segmentName(line.timeline, segment) + ending);

/** The numbers of a line's complete segments, the oldest first. */
export function archivedSegments(line: Line): number[] {
  return namesIn(join(line.folder, 'wal'))
    .flatMap((name) => (/^\w+\.zst$/.test(name) ? (segmentNumber(line.timeline, name.slice(0, -4)) ?? []) : []))
    .sort((a, b) => a - b);
}

interface Keep {
  /** Every moment from here on stays restorable; undefined keeps only the newest base copy. */
  since: Date | undefined;
  current: Line | undefined;
}

/** Removes base copies that no moment from `since` on needs, WAL that no remaining copy needs, and lines without base copies. */
export async function prune(archive: string, { since, current }: Keep): Promise<void> {
  const lines = readLines(archive);
  const all = readBaseCopies(lines);
  const first = since ? all.findLastIndex(({ stoppedAt }) => stoppedAt <= since) : all.length - 1;
  const kept = all.slice(Math.max(0, first));
  for (const copy of all.filter((one) => !kept.includes(one))) {
    await rm(copy.manifestFile); // the manifest first, because the packed file is useless without it
    await rm(copy.packedFile, { force: true });
  }
  for (const line of lines) {
    const firstLsn = kept.find((copy) => copy.line.folder === line.folder)?.startLsn;
    if (firstLsn === undefined) {
      if (line.folder !== current?.folder) await rm(line.folder, { recursive: true, force: true });
      continue;
    }
    for (const segment of archivedSegments(line).filter((one) => one < segmentOf(firstLsn)))
      await rm(walFile(line, segment));
  }
}

/** Removes the unfinished files that an interrupted process left. */
export async function clearDrafts(archive: string): Promise<void> {
  for (const name of readdirSync(archive, { recursive: true, encoding: 'utf8' }))
    if (isDraft(name)) await rm(join(archive, name), { force: true });
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

function readJson<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined; // missing, or not ours
  }
}
