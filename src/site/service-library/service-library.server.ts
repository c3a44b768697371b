import { join } from 'node:path';
import { z } from 'zod';
import { slug } from '#lib/text/slug.ts';
import { title } from '../content/content-fields.ts';
import { service } from '../content/record-shapes.ts';
import { largest, recordFiles } from '../folder/folder-files.ts';
import { folderSource } from '../folder/folder-source.server.ts';
import { type FolderSource, readFolder } from '../folder/read-folder.server.ts';

const root = join(import.meta.dirname, '../../..');

/** The files of several folders; of files with the same name, the one in the first folder. */
const joined = (folders: readonly FolderSource[]): FolderSource => ({
  names: [...new Set(folders.flatMap(({ names }) => names))],
  faults: folders.flatMap(({ faults }) => faults),
  async read(name, most) {
    const folder = folders.find(({ names }) => names.includes(name));
    if (!folder) throw new Error(`There is no file ${name}.`);
    return folder.read(name, most);
  },
});

/** The library, with those pages of a new site to which its pages link. */
const openLibrary = async (): Promise<FolderSource> =>
  joined(await Promise.all(['service-library', 'starter-site'].map((name) => folderSource(join(root, name)))));

/** A kind of service in the library. `id` is the name of its page's file. */
export interface LibraryService {
  id: string;
  /** The key that identifies its record in the folder. */
  key: string;
  name: string;
  summary: string;
}

const listed = z.array(service.pick({ name: true, summary: true }).extend({ page: title }));

const servicesIn = async (source: FolderSource): Promise<LibraryService[]> => {
  const file: unknown = JSON.parse((await source.read(recordFiles.service, largest.list)).toString('utf8'));
  return listed.parse(file).map(({ page, name, summary }) => ({ id: page, key: slug(name), name, summary }));
};

/** The services of the library in their order. */
export const readLibraryServices = async (): Promise<LibraryService[]> => servicesIn(await openLibrary());

/** The whole library: its services, its parsed files, and those of the pages to which they link. */
export async function readServiceLibrary() {
  const source = await openLibrary();
  const [services, folder] = await Promise.all([servicesIn(source), readFolder(source)]);
  return { source, services, folder };
}

export type ServiceLibrary = Awaited<ReturnType<typeof readServiceLibrary>>;
