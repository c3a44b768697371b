import { newId } from '#lib/uuid.ts';
import { contentHash } from '#platform/storage/picture-files.server.ts';
import { checkImported, type LibraryPicture } from '#site-pictures/import-picture.server.ts';
import { largest, type ListedPicture } from './folder-files.ts';
import { type FolderFault, faultOf } from './json-file.server.ts';
import type { FolderSource } from './read-folder.server.ts';

/** A picture of the folder, with what the library will say of it. */
export interface FolderPicture extends Omit<LibraryPicture, 'id'> {
  /** The name of its file, by which pages name it. */
  file: string;
}

interface Reading {
  /** The library, whose files have been checked already. */
  library: readonly LibraryPicture[];
  /** Whether pictures are also decoded, which shows whether they are damaged. */
  isDecoding: boolean;
  onProgress?: ((done: number, of: number) => void) | undefined;
}

/** Reads the pictures of a folder one after another, and checks those whose files the library does not have. Returns them with all faults. */
export async function readFolderPictures(
  source: FolderSource,
  listed: readonly ListedPicture[],
  { library, isDecoding, onProgress }: Reading,
): Promise<{ pictures: FolderPicture[]; faults: FolderFault[] }> {
  const known = new Map(library.map((picture) => [picture.fileKey, picture]));
  const names = new Set(source.names);
  const [pictures, faults] = [[] as FolderPicture[], [] as FolderFault[]];
  for (const [i, { file, name, ...details }] of listed.entries()) {
    const path = `pictures/${file}`;
    if (names.has(path))
      try {
        const bytes = await source.read(path, largest.picture);
        const same = known.get(contentHash(bytes));
        const isKnown = same && (details.crop === null || same.kind !== 'svg');
        const { fileKey, kind, width, height } = isKnown
          ? same
          : await checkImported(bytes, { crop: details.crop, isDecoding });
        pictures.push({ file, name: name || file, size: bytes.length, fileKey, kind, width, height, ...details });
      } catch (error) {
        faults.push(faultOf(path, error));
      }
    onProgress?.(i + 1, listed.length);
  }
  return { pictures, faults };
}

/** What an import changes in the library. Pictures that are not in the folder stay. */
export interface LibraryPlan {
  /** The id of each picture by its file's name in the folder. */
  ids: ReadonlyMap<string, string>;
  added: LibraryPicture[];
  changed: LibraryPicture[];
}

const detailsOf = ({ name, alt, focus, crop }: Omit<FolderPicture, 'file'>): string =>
  JSON.stringify([name, alt, focus.x, focus.y, crop && [crop.left, crop.top, crop.width, crop.height]]);

/**
 * Finds the pictures of the folder in the library, by their files and names. Pictures with the same details are matched first, because the
 * library can have a file twice.
 */
export function planLibrary(pictures: readonly FolderPicture[], library: readonly LibraryPicture[]): LibraryPlan {
  const ids = new Map<string, string>();
  const plan = { ids, added: [] as LibraryPicture[], changed: [] as LibraryPicture[] };
  const left = Map.groupBy(library, ({ fileKey, name }) => `${fileKey} ${name}`);
  const take = ({ fileKey, name }: FolderPicture, isRight: (one: LibraryPicture) => boolean) => {
    const same = left.get(`${fileKey} ${name}`) ?? [];
    const at = same.findIndex(isRight);
    return at < 0 ? undefined : same.splice(at, 1)[0];
  };
  const others = pictures.filter((picture) => {
    const same = take(picture, (one) => detailsOf(one) === detailsOf(picture));
    if (same) ids.set(picture.file, same.id);
    return !same;
  });
  for (const picture of others) {
    const { file, ...details } = picture;
    const before = take(picture, () => true);
    const id = before?.id ?? newId();
    (before ? plan.changed : plan.added).push({ ...details, id });
    ids.set(file, id);
  }
  return plan;
}
