import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Problem } from '#lib/api/problem.ts';
import type { Files } from '#platform/storage/files.server.ts';
import {
  type ArchivedFile,
  filesFolder,
  secretsEntry,
  secretsShape,
  sumOf,
  summing,
} from '../archive/manifest.server.ts';
import type { Archive } from '../archive/read-archive.server.ts';
import { archiveSentences } from '../archive/sentences.ts';
import type { Place, ShopBeside } from './place.server.ts';

/** Content types by extension, for files that were backed up from a folder, which has no content types, and are restored into a bucket. */
const contentTypes: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
};

const contentTypeOf = ({ key, contentType }: ArchivedFile): string =>
  contentType ?? contentTypes[extname(key).toLowerCase()] ?? 'application/octet-stream';

/** Unpacks the archive's files and session secret beside those in use. */
export async function unpackBeside(
  { env, files }: Pick<Place, 'env' | 'files'>,
  archive: Archive,
  { beside, onProgress }: { beside: ShopBeside; onProgress: (done: number, of: number) => unknown },
): Promise<void> {
  const byEntry = new Map(archive.manifest.files.map((file) => [filesFolder + file.key, file]));
  await mkdir(join(beside.folder, 'files'), { recursive: true, mode: 0o700 });
  let done = 0;
  for await (const { name, open } of archive.parts()) {
    if (name === secretsEntry) await writeSecret(beside, await open());
    const file = byEntry.get(name);
    if (!file) continue;
    await onProgress(done++, byEntry.size);
    if (env.s3Bucket === undefined) await writeLocal(join(beside.folder, 'files', file.key), file, await open());
    else if (!(await isEqual(files, file))) await upload(files, file, { beside, content: await open() });
  }
  await onProgress(byEntry.size, byEntry.size);
  if (env.s3Bucket !== undefined) await rm(join(beside.folder, 'files'), { recursive: true });
}

async function writeSecret({ folder }: ShopBeside, content: AsyncIterable<Buffer>): Promise<void> {
  const { sessionSecret } = secretsShape.parse(await json(Readable.from(content)));
  await writeFile(join(folder, 'session-secret'), sessionSecret, { mode: 0o600 });
}

async function writeLocal(path: string, file: ArchivedFile, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const { data, sum } = summing(content);
  await pipeline(data, createWriteStream(path, { flush: true }));
  if (sum().sha256 !== file.sha256) throw new Problem(400, archiveSentences.damaged);
}

/** Whether the bucket already has the file with the same content. */
async function isEqual(files: Files, file: ArchivedFile): Promise<boolean> {
  const present = await files.stream(file.key);
  if (!present) return false;
  if (present.size === file.size) return (await sumOf(present.body)).sha256 === file.sha256;
  present.body.destroy();
  return false;
}

async function upload(
  files: Files,
  file: ArchivedFile,
  { beside, content }: { beside: ShopBeside; content: AsyncIterable<Buffer> },
): Promise<void> {
  const path = join(beside.folder, 'files', 'upload');
  await writeLocal(path, file, content);
  const key = beside.prefix + file.key;
  if (file.size > 0) await files.putFile(key, path, contentTypeOf(file));
  else await files.put(key, Buffer.alloc(0), contentTypeOf(file)); // `putFile` takes no empty file
}
