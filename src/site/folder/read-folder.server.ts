import { createHash } from 'node:crypto';
import type { RecordKind } from '../content/record-shapes.ts';
import { isTooDeep } from '#lib/text/json-depth.ts';
import {
  contentFiles,
  formerAddressesFile,
  largest,
  listedPicture,
  type ListedPicture,
  menusFile,
  mostPages,
  picturesFile,
  recordFiles,
} from './folder-files.ts';
import { type FolderFault, faultOf, type JsonFile, parseJsonFile } from './json-file.server.ts';

/** The files of a site's content: a folder, or a zip. Names have slashes: `pages/home.json`. */
export interface FolderSource {
  names: readonly string[];
  /** What is wrong with files that cannot be read at all. */
  faults: readonly FolderFault[];
  /** Throws `Problem` if the file has more than `most` bytes or is damaged. */
  read(name: string, most: number): Promise<Buffer>;
}

const pageFile = /^pages\/([a-z0-9-]+)\.json$/;

/** The files of a folder, parsed. */
export interface ReadFolder {
  pages: { name: string; file: JsonFile }[];
  records: { kind: RecordKind; file: JsonFile }[];
  menus: JsonFile | undefined;
  formerAddresses: JsonFile | undefined;
  pictures: ListedPicture[];
  faults: FolderFault[];
  /** A hash of everything but the pictures' files. */
  hash: string;
}

/** Parses all files of a folder but the pictures. Returns all faults with file and line. */
export async function readFolder(source: FolderSource): Promise<ReadFolder> {
  const hash = createHash('sha256');
  const read: ReadFolder = {
    pages: [],
    records: [],
    menus: undefined,
    formerAddresses: undefined,
    pictures: [],
    faults: [...source.faults, ...namesFaults(source.names)],
    hash: '',
  };
  const kinds = new Map(Object.entries(recordFiles).map(([kind, name]) => [name, kind as RecordKind])); // its own keys
  for (const name of [...source.names].sort()) {
    const page = pageFile.exec(name)?.[1];
    if (page === undefined && !contentFiles.has(name)) continue;
    const file = await readJson(source, name, page === undefined ? largest.list : largest.page);
    if (Array.isArray(file)) read.faults.push(...file);
    else {
      hash.update(`${name}\n${JSON.stringify(file.value)}\n`);
      const kind = kinds.get(name);
      if (page !== undefined) read.pages.push({ name: page, file });
      else if (kind !== undefined) read.records.push({ kind, file });
      else if (name === menusFile) read.menus = file;
      else if (name === formerAddressesFile) read.formerAddresses = file;
      else if (name === picturesFile) readPictures(read, file, new Set(source.names));
    }
  }
  return { ...read, hash: hash.digest('hex') };
}

/** Faults for files that look like content, but would not be read. */
function namesFaults(names: readonly string[]): FolderFault[] {
  const fault = (file: string, message: string): FolderFault => ({ file, line: null, message });
  const pages = names.filter((name) => name.startsWith('pages/') && !/(^|\/)\./.test(name));
  const wrong = [
    ...pages
      .filter((name) => !pageFile.test(name))
      .map((name) =>
        fault(name, 'Files of pages are named with small letters, digits and hyphens: pages/our-team.json.'),
      ),
    ...names
      .filter((name) => /^[^/]+\.json$/.test(name) && !contentFiles.has(name))
      .map((name) => fault(name, 'This program does not know this file.')),
  ];
  if (pages.length > mostPages) wrong.push(fault('pages', `A site has at most ${mostPages} pages.`));
  return wrong;
}

async function readJson(source: FolderSource, name: string, most: number): Promise<JsonFile | FolderFault[]> {
  try {
    const bytes = await source.read(name, most);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // without a byte order mark
    if (isTooDeep(text)) return [{ file: name, line: null, message: 'The file is nested too deeply.' }];
    return parseJsonFile(name, text);
  } catch (error) {
    if (error instanceof TypeError) return [{ file: name, line: null, message: 'The file is not UTF-8 text.' }];
    return [faultOf(name, error)];
  }
}

/** The values in a file; none, and a fault, if it is not an array. */
export function valuesIn({ value, fault }: JsonFile, faults: FolderFault[]): unknown[] {
  if (Array.isArray(value)) return value;
  faults.push(fault([], 'This file must be an array.'));
  return [];
}

function readPictures(read: ReadFolder, file: JsonFile, names: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const [i, value] of valuesIn(file, read.faults).entries()) {
    const { data, error } = listedPicture.safeParse(value);
    if (error) read.faults.push(...file.faultsOf(error, [i]));
    if (!data) continue;
    const path = `pictures/${data.file}`;
    if (!names.has(path)) read.faults.push(file.fault([i, 'file'], `There is no file ${path}.`));
    if (seen.has(data.file)) read.faults.push(file.fault([i, 'file'], 'This picture is listed twice.'));
    seen.add(data.file);
    read.pictures.push(data);
  }
}
