import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { Problem } from '#lib/api/problem.ts';
import type { Source } from './file-chunks.server.ts';

/** The most bytes that the parts read from a workbook may unpack to: a zip of 64 MB could contain 60 GB. */
const mostUnpacked = 1024 * 1024 * 1024;
const mostParts = 5_000;

export const workbookSentences = {
  damaged: 'The Excel file is damaged or not complete. Open it in Excel, save it again and choose it again.',
  other: 'This file is not an Excel workbook. Choose a CSV or Excel (.xlsx) file.',
  binary: 'This is a binary Excel file (.xlsb). Save it as .xlsx or CSV.',
  openDocument: 'This is an OpenDocument file. Save it as .xlsx or CSV.',
  tooLarge: 'The Excel file contains too much. Save the sheet that you need as CSV, or split it into several files.',
} as const;

/** The parts of a workbook, which is a zip file. */
export interface Parts {
  has(name: string): boolean;
  /** The unpacked bytes. Throws `Problem` 400 beyond `most` bytes, and if they are damaged. */
  read(name: string, most: number): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens the zip file. Throws `Problem` 400 if it is no workbook. */
export async function openParts(source: Source): Promise<Parts> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: true } as const;
  const damaged = (): never => {
    throw new Problem(400, workbookSentences.damaged);
  };
  const zip = await (typeof source === 'string'
    ? openPromise(source, options)
    : fromBufferPromise(source, options)
  ).catch(damaged);
  try {
    if (zip.entryCount > mostParts) throw new Problem(400, workbookSentences.tooLarge);
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
    } catch {
      damaged();
    }
    refuseOthers(entries);
    let unpacked = 0;
    const count = (bytes: number): number => (unpacked += bytes);
    return {
      has: (name) => entries.has(name.toLowerCase()),
      read: (name, most) => unpack(zip, entries.get(name.toLowerCase()), { most, count }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function refuseOthers(entries: ReadonlyMap<string, Entry>): void {
  if (entries.has('xl/workbook.bin')) throw new Problem(400, workbookSentences.binary);
  if (entries.has('mimetype') && entries.has('content.xml')) throw new Problem(400, workbookSentences.openDocument);
  if (!entries.has('[content_types].xml') || ![...entries.keys()].some((name) => name.startsWith('xl/')))
    throw new Problem(400, workbookSentences.other);
}

interface Bounds {
  most: number;
  /** Adds to the bytes unpacked from the whole workbook and returns their sum. */
  count(bytes: number): number;
}

async function* unpack(zip: ZipFile, entry: Entry | undefined, { most, count }: Bounds): AsyncGenerator<Buffer> {
  if (!entry || entry.isEncrypted()) throw new Problem(400, workbookSentences.damaged);
  if (entry.uncompressedSize > most) throw new Problem(400, workbookSentences.tooLarge);
  let size = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most || count(piece.length) > mostUnpacked) throw new Problem(400, workbookSentences.tooLarge);
      yield piece;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, workbookSentences.damaged);
  }
}
