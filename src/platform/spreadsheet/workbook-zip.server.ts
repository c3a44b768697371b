import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { Problem } from '#lib/api/problem.ts';
import type { FileSource } from './file-chunks.server.ts';

/** The most bytes that are unpacked from a workbook: a zip of 64 MB could contain 60 GB. */
const mostUnpacked = 1024 * 1024 * 1024;
const mostParts = 5_000;

export const workbookSentences = {
  damaged: 'The Excel file is damaged or not complete. Open it in Excel, save it again and choose it again.',
  other: 'This file is not an Excel workbook. Choose a CSV or Excel (.xlsx) file.',
  binary: 'This is a binary Excel file (.xlsb). Save it as .xlsx or CSV.',
  openDocument: 'This is an OpenDocument file. Save it as .xlsx or CSV.',
  tooLarge: 'The Excel file contains too much. Save the sheet that you need as CSV, or split it into several files.',
} as const;

/** A workbook, which is a zip file of parts. */
export interface WorkbookZip {
  has(name: string): boolean;
  /** The unpacked bytes of a part. Throws `Problem` 400 if there are more than `most`, or if they are damaged. */
  read(name: string, most: number): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens a workbook. Throws `Problem` 400 if the file is not one. */
export async function openWorkbookZip(source: FileSource): Promise<WorkbookZip> {
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
    requireWorkbook(entries);
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

function requireWorkbook(entries: ReadonlyMap<string, Entry>): void {
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
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most || count(chunk.length) > mostUnpacked) throw new Problem(400, workbookSentences.tooLarge);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, workbookSentences.damaged);
  }
}
