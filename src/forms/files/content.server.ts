import { type FileHandle, open } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import { demandReadable } from '#platform/storage/images.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { endingOf, uploadSentences } from '#lib/uploads.ts';
import { compoundNames } from './compound-file.server.ts';

interface Sent {
  path: string;
  /** Tidied. */
  name: string;
  /** Bytes. */
  size: number;
}

interface Looked extends Sent {
  /** Open to be read. */
  file: FileHandle;
  /** Its first bytes, one letter each. */
  head: string;
}

interface Kind {
  contentType: string;
  /** Whether the content is what the ending says. */
  isSo: (sent: Looked) => boolean | Promise<boolean>;
}

const headSize = 16;

/** Readers of PDF look for its end mark so far from the end of the file (ISO 32000-1, annex H, takes 1024). */
const tailSize = 4096;

/** `begins` has a dot for each byte that may be any. */
const picture = (contentType: string, ...begins: string[]): Kind => ({
  contentType,
  async isSo({ head, path }) {
    if (!begins.some((begin) => beginsWith(head, begin))) return false;
    await demandReadable(path);
    return true;
  },
});

const beginsWith = (head: string, begin: string): boolean =>
  [...begin].every((letter, at) => letter === '.' || letter === head[at]);

const jpeg = picture('image/jpeg', '\xff\xd8\xff');

const pdf: Kind = {
  contentType: 'application/pdf',
  async isSo({ head, file, size }) {
    if (!head.startsWith('%PDF-')) return false;
    const start = Math.max(size - tailSize, 0);
    return (await textAt(file, start, size - start)).includes('%%EOF');
  },
};

/** Documents since 2007: a zip with a folder of its own, and no program for macros in it. */
const packed = (kind: string, folder: string): Kind => ({
  contentType: `application/vnd.openxmlformats-officedocument.${kind}`,
  isSo: ({ head, path }) => head.startsWith('PK\x03\x04') && isPacked(path, folder),
});

/** Documents before. */
const compound = (contentType: string, ...streams: string[]): Kind => ({
  contentType,
  async isSo({ file }) {
    const names = await compoundNames(file);
    return streams.some((name) => names?.has(name) === true);
  },
});

const kinds: Readonly<Record<string, Kind>> = {
  '.png': picture('image/png', '\x89PNG\r\n\x1a\n'),
  '.jpg': jpeg,
  '.jpeg': jpeg,
  '.gif': picture('image/gif', 'GIF87a', 'GIF89a'),
  '.webp': picture('image/webp', 'RIFF....WEBP'),
  '.pdf': pdf,
  '.docx': packed('wordprocessingml.document', 'word/'),
  '.xlsx': packed('spreadsheetml.sheet', 'xl/'),
  '.pptx': packed('presentationml.presentation', 'ppt/'),
  '.doc': compound('application/msword', 'WordDocument'),
  '.xls': compound('application/vnd.ms-excel', 'Workbook', 'Book'),
  '.ppt': compound('application/vnd.ms-powerpoint', 'PowerPoint Document'),
};

/** What a file of this name is to be; undefined where nobody takes such files. */
export const typeOfName = (name: string): string | undefined => kinds[endingOf(name)]?.contentType;

/** Pictures are the only content that a browser may show beside our pages. */
export const isShown = (contentType: string): boolean => contentType.startsWith('image/');

const notSupported = (): Problem => new Problem(415, uploadSentences.type);

/**
 * The media type of a file whose name and content agree. Throws `Problem` 415 where they don't, or nobody takes such files, and 400 for
 * pictures that can't be read or have too many pixels.
 */
export async function contentTypeOf(sent: Sent): Promise<string> {
  const kind = kinds[endingOf(sent.name)];
  if (!kind) throw notSupported();
  const file = await open(sent.path);
  try {
    const head = await textAt(file, 0, headSize);
    if (!(await kind.isSo({ ...sent, file, head }))) throw notSupported();
  } finally {
    await file.close();
  }
  return kind.contentType;
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}

/** What even a long workbook stays below. */
const mostParts = 20_000;

async function isPacked(path: string, folder: string): Promise<boolean> {
  const zip = await openPromise(path, { lazyEntries: true }).catch(() => undefined);
  if (!zip) return false;
  const found = { types: false, document: false, program: false };
  try {
    if (zip.entryCount > mostParts) return false;
    for await (const { fileName } of zip.eachEntry()) {
      found.types ||= fileName === '[Content_Types].xml';
      found.document ||= fileName.startsWith(folder) && fileName.endsWith('.xml');
      found.program ||= /vbaProject[^/]*\.bin$/i.test(fileName);
    }
  } catch {
    return false;
  } finally {
    zip.close();
  }
  return found.types && found.document && !found.program;
}
