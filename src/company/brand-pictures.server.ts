import { createHash } from 'node:crypto';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { type BrandContent, brandSentences } from './brand-contract.ts';
import { checkLogo } from './check-logo.server.ts';

/** The brand's pictures; each is a path of this site, or null. */
export const brandPictures = ['logo', 'logoOnDark', 'icon', 'share'] as const;

/** Where the files are in the store; a file's name is a hash of its content. */
const folder = 'brand/';
const fileName = /^[0-9a-f]{16}\.(svg|png)$/;

/** The stored file of a path `/brand/….svg`; undefined if there is none. */
export async function openPicture(files: Files, name: string) {
  const [, ending] = fileName.exec(name) ?? [];
  const file = ending === undefined ? undefined : await files.stream(folder + name);
  return file && { ...file, type: ending === 'svg' ? 'image/svg+xml' : 'image/png' };
}

/** The content of a picture by its path; undefined if there is none. */
export async function readPicture(files: Files, path: string): Promise<Buffer | undefined> {
  const name = path.startsWith(`/${folder}`) ? path.slice(folder.length + 1) : '';
  return fileName.test(name) ? files.get(folder + name) : undefined;
}

interface NewPicture {
  /** Its name in the store. */
  key: string;
  bytes: Buffer;
  type: string;
}

/** Checks a picture that was sent as a data URL; throws `Problem`. */
async function checkPicture(data: string, check: typeof checkLogo): Promise<NewPicture & { path: string }> {
  const [, encoded] = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(data) ?? [];
  if (encoded === undefined) throw new Problem(400, brandSentences.picture);
  const { bytes, ending, type } = await check(Buffer.from(encoded, 'base64'));
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${ending}`;
  return { path: `/brand/${name}`, key: folder + name, bytes, type };
}

type WithPictures = Pick<BrandContent, (typeof brandPictures)[number]>;

export interface CheckedPictures<Content extends WithPictures> {
  /** With the paths of its new pictures. */
  content: Content;
  faults: Fault[];
  /** Stores the new pictures. Call it only once nothing can refuse the content any more, so that no unused files are left. */
  store(): Promise<void>;
}

/** Checks the pictures of a brand. A picture that is sent as a path must be stored already. */
export async function checkPictures<Content extends WithPictures>(
  files: Files,
  content: Content,
  check = checkLogo,
): Promise<CheckedPictures<Content>> {
  const faults: Fault[] = [];
  const pictures: NewPicture[] = [];
  const checked = { ...content };
  for (const path of brandPictures) {
    const sent = content[path];
    if (sent === null) continue;
    try {
      if (sent.startsWith('data:')) {
        const picture = await checkPicture(sent, check);
        pictures.push(picture);
        checked[path] = picture.path;
      } else if (!(await readPicture(files, sent))) throw new Problem(400, brandSentences.picture);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push({ path, message: error.message });
    }
  }
  const store = async () => {
    for (const { key, bytes, type } of pictures) await files.put(key, bytes, type);
  };
  return { content: checked, faults, store };
}

/** Removes the files of pictures that were tried and replaced; those of `content` stay. */
export async function removeOtherPictures(files: Files, content: WithPictures): Promise<void> {
  const used = brandPictures.map((field) => content[field]);
  for await (const key of files.list(folder)) if (!used.includes(`/${key}`)) await files.remove(key);
}
