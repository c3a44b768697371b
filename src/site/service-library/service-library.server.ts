import { join } from 'node:path';
import { z } from 'zod';
import { slug } from '#lib/text/slug.ts';
import { title } from '../content/content-fields.ts';
import { service } from '../content/record-shapes.ts';
import { folderSource } from '../folder/folder-source.server.ts';
import { readPictures } from '../folder/import-site.server.ts';
import { type FolderSource, readFiles } from '../folder/read-folder.server.ts';

const root = join(import.meta.dirname, '../../..');

/** Files of several folders; of those with one name, that of the first. */
function joined(folders: readonly FolderSource[]): FolderSource {
  const holding = async (name: string): Promise<FolderSource> => {
    for (const folder of folders) if ((await folder.names()).includes(name)) return folder;
    throw new Error(`There is no file ${name}.`);
  };
  return {
    names: async () => [...new Set((await Promise.all(folders.map((folder) => folder.names()))).flat())],
    read: async (name) => (await holding(name)).read(name),
  };
}

/** The library, and the pages of a new site to which its pages link. */
const source = joined(['service-library', 'starter-site'].map((name) => folderSource(join(root, name))));

/** A kind of service in the library. `id` is the name of its page's file. */
export interface LibraryService {
  id: string;
  /** Its record is known by this in the folder. */
  key: string;
  name: string;
  summary: string;
}

const listed = z.array(service.pick({ name: true, summary: true }).extend({ page: title }));

/** The services of the library in their order. */
export async function readLibraryServices(): Promise<LibraryService[]> {
  const file: unknown = JSON.parse((await source.read('services.json')).toString('utf8'));
  return listed.parse(file).map(({ page, name, summary }) => ({ id: page, key: slug(name), name, summary }));
}

/** The whole library: its services, its parsed files with those of the pages that they link to, and its pictures. */
export async function readServiceLibrary() {
  const [services, files, pictures] = await Promise.all([
    readLibraryServices(),
    readFiles(source),
    readPictures(source),
  ]);
  return { source, services, files, pictures: pictures.listed };
}

export type ServiceLibrary = Awaited<ReturnType<typeof readServiceLibrary>>;
