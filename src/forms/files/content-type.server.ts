import { type FileHandle, open } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import { readImageSize } from '#platform/storage/check-picture.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { endingOf, uploadSentences } from '#lib/uploads.ts';
import { compoundNames } from './compound-file.server.ts';

interface UploadedFile {
  path: string;
  /** The sanitised file name. */
  name: string;
  /** Size in bytes. */
  size: number;
}

interface FileKind {
  contentType: string;
  /** Whether the content is of this kind; `head` is its first bytes, as latin1. */
  matches: (sent: UploadedFile & { file: FileHandle; head: string }) => boolean | Promise<boolean>;
}

const headSize = 16;

/** The PDF end marker must be within this many bytes of the end (readers accept the last 1024: ISO 32000-1, annex H). */
const tailSize = 4096;

/** An image that starts with one of the prefixes, in which a dot matches any byte. */
const imageKind = (contentType: string, ...prefixes: string[]): FileKind => ({
  contentType,
  async matches({ head, path }) {
    if (!prefixes.some((prefix) => startsWith(head, prefix))) return false;
    await readImageSize(path);
    return true;
  },
});

const startsWith = (head: string, prefix: string): boolean =>
  [...prefix].every((letter, at) => letter === '.' || letter === head[at]);

const jpeg = imageKind('image/jpeg', '\xff\xd8\xff');

const pdf: FileKind = {
  contentType: 'application/pdf',
  async matches({ head, file, size }) {
    if (!head.startsWith('%PDF-')) return false;
    const start = Math.max(size - tailSize, 0);
    return (await textAt(file, start, size - start)).includes('%%EOF');
  },
};

/** Office Open XML files, used since 2007: zips that contain the folder of their kind and no VBA project. */
const openXml = (kind: string, folder: string): FileKind => ({
  contentType: `application/vnd.openxmlformats-officedocument.${kind}`,
  matches: ({ head, path }) => head.startsWith('PK\x03\x04') && isOpenXml(path, folder),
});

/** Office document formats before 2007. */
const compound = (contentType: string, ...streams: string[]): FileKind => ({
  contentType,
  async matches({ file }) {
    const names = await compoundNames(file);
    return streams.some((name) => names?.has(name) === true);
  },
});

const kinds: Readonly<Record<string, FileKind>> = {
  '.png': imageKind('image/png', '\x89PNG\r\n\x1a\n'),
  '.jpg': jpeg,
  '.jpeg': jpeg,
  '.gif': imageKind('image/gif', 'GIF87a', 'GIF89a'),
  '.webp': imageKind('image/webp', 'RIFF....WEBP'),
  '.pdf': pdf,
  '.docx': openXml('wordprocessingml.document', 'word/'),
  '.xlsx': openXml('spreadsheetml.sheet', 'xl/'),
  '.pptx': openXml('presentationml.presentation', 'ppt/'),
  '.doc': compound('application/msword', 'WordDocument'),
  '.xls': compound('application/vnd.ms-excel', 'Workbook', 'Book'),
  '.ppt': compound('application/vnd.ms-powerpoint', 'PowerPoint Document'),
};

/** The media type expected for the name's ending; undefined if no field accepts such files. */
export const typeOfName = (name: string): string | undefined => kinds[endingOf(name)]?.contentType;

/** Whether browsers may show the file inline; only images. */
export const isInline = (contentType: string): boolean => contentType.startsWith('image/');

const notSupported = (): Problem => new Problem(415, uploadSentences.type);

/**
 * The media type of a file, after checking that name and content match. Throws `Problem` 415 if they do not match or no field
 * accepts such files, and 400 for images that can't be read or have too many pixels.
 */
export async function contentTypeOf(sent: UploadedFile): Promise<string> {
  const kind = kinds[endingOf(sent.name)];
  if (!kind) throw notSupported();
  const file = await open(sent.path);
  try {
    const head = await textAt(file, 0, headSize);
    if (!(await kind.matches({ ...sent, file, head }))) throw notSupported();
  } finally {
    await file.close();
  }
  return kind.contentType;
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}

/** Even a long workbook has fewer entries. */
const maxEntries = 20_000;

async function isOpenXml(path: string, folder: string): Promise<boolean> {
  const zip = await openPromise(path, { lazyEntries: true }).catch(() => undefined);
  if (!zip) return false;
  const seen = { types: false, document: false, program: false };
  try {
    if (zip.entryCount > maxEntries) return false;
    for await (const { fileName } of zip.eachEntry()) {
      seen.types ||= fileName === '[Content_Types].xml';
      seen.document ||= fileName.startsWith(folder) && fileName.endsWith('.xml');
      seen.program ||= /vbaProject[^/]*\.bin$/i.test(fileName);
    }
  } catch {
    return false;
  } finally {
    zip.close();
  }
  return seen.types && seen.document && !seen.program;
}
