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

/** The stored file of a path `/brand/….svg`; undefined if it is none. */
export async function openPicture(files: Files, name: string) {
  const [, ending] = fileName.exec(name) ?? [];
  const file = ending === undefined ? undefined : await files.stream(folder + name);
  return file && { ...file, type: ending === 'svg' ? 'image/svg+xml' : 'image/png' };
}

/** The content of a picture by its path; undefined if there is none. */
export async function readPicture(files: Files, path: string): Promise<Buffer | undefined> {
  const name = path.replace('/brand/', '');
  return fileName.test(name) ? files.get(folder + name) : undefined;
}

/** Checks and stores a picture that was sent as a data URL. Returns its path; throws `Problem`. */
export async function storePicture(files: Files, data: string): Promise<string> {
  const [, encoded] = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(data) ?? [];
  if (encoded === undefined) throw new Problem(400, brandSentences.picture);
  const { bytes, ending, type } = await checkLogo(Buffer.from(encoded, 'base64'));
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${ending}`;
  await files.put(folder + name, bytes, type);
  return `/brand/${name}`;
}

/** The content with the paths of its new pictures, which are stored, and all faults of them. A path that was sent must be a stored one. */
export async function withStoredPictures<Content extends Pick<BrandContent, (typeof brandPictures)[number]>>(
  files: Files,
  content: Content,
): Promise<{ content: Content; faults: Fault[] }> {
  const faults: Fault[] = [];
  const stored = { ...content };
  for (const path of brandPictures) {
    const sent = content[path];
    if (sent === null) continue;
    try {
      if (sent.startsWith('data:')) stored[path] = await storePicture(files, sent);
      else if (!(await readPicture(files, sent))) throw new Problem(400, brandSentences.picture);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push({ path, message: error.message });
    }
  }
  return { content: stored, faults };
}
