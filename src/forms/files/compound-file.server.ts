import type { FileHandle } from 'node:fs/promises';

/*
 * Reads the directory of a compound file (OLE), the container of Word, Excel and PowerPoint before 2007 (MS-CFB, sections 2.2
 * to 2.6). Only names are read: they distinguish documents from installers, which use the same container.
 */

const signature = 'd0cf11e0a1b11ae1';
const headSize = 512;
const entrySize = 128;
const lastSector = 0xfffffffa;

/** Number of FAT sectors listed in the header; further ones are listed in a chain of DIFAT sectors. */
const fatSectorsInHeader = 109;

/** No document exceeds these limits; they also stop cyclic chains. */
const limits = { directorySectors: 1_000, furtherSectors: 64 };

interface Compound {
  head: Buffer;
  sectorSize: number;
  /** Undefined if the file ends before this sector. */
  sector(sectorNumber: number): Promise<Buffer | undefined>;
}

/** The names in the directory; undefined if the file is damaged or not a compound file. */
export async function compoundNames(file: FileHandle): Promise<Set<string> | undefined> {
  const compound = await openCompound(file);
  if (!compound) return undefined;
  const names = new Set<string>();
  let sectorNumber: number | undefined = compound.head.readUInt32LE(0x30);
  for (let count = 0; sectorNumber !== undefined && sectorNumber < lastSector; count++) {
    const entries = await compound.sector(sectorNumber);
    if (!entries || count === limits.directorySectors) return undefined;
    for (let at = 0; at < compound.sectorSize; at += entrySize) names.add(nameAt(entries, at));
    sectorNumber = await next(compound, sectorNumber);
  }
  return names;
}

async function openCompound(file: FileHandle): Promise<Compound | undefined> {
  const head = await bytesAt(file, 0, headSize);
  if (head?.toString('hex', 0, 8) !== signature) return undefined;
  const shift = head.readUInt16LE(0x1e);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorSize = 2 ** shift;
  return { head, sectorSize, sector: (sectorNumber) => bytesAt(file, (sectorNumber + 1) * sectorSize, sectorSize) };
}

/** The number of the sector that follows this one, according to the FAT. */
async function next(compound: Compound, sectorNumber: number): Promise<number | undefined> {
  const perSector = compound.sectorSize / 4;
  const part = await fatSector(compound, Math.floor(sectorNumber / perSector));
  const table = part === undefined ? undefined : await compound.sector(part);
  return table?.readUInt32LE(4 * (sectorNumber % perSector));
}

/** The number of the sector that holds this part of the FAT. */
async function fatSector({ head, sectorSize, sector }: Compound, part: number): Promise<number | undefined> {
  if (part < fatSectorsInHeader) return head.readUInt32LE(0x4c + 4 * part);
  const inEach = sectorSize / 4 - 1;
  const steps = Math.floor((part - fatSectorsInHeader) / inEach);
  if (steps >= limits.furtherSectors) return undefined;
  let further = await sector(head.readUInt32LE(0x44));
  for (let step = 0; step < steps; step++) further = further && (await sector(further.readUInt32LE(4 * inEach)));
  return further?.readUInt32LE(4 * ((part - fatSectorsInHeader) % inEach));
}

/** An entry's name is in UTF-16, followed by its length in bytes, which includes the terminating NUL. */
function nameAt(entries: Buffer, at: number): string {
  const length = Math.min(Math.max(entries.readUInt16LE(at + 64) - 2, 0), 62);
  return entries.toString('utf16le', at, at + length);
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}
