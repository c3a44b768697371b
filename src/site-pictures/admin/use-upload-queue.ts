import { useState } from 'react';
import { type InputOf, type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, type Problem } from '#lib/api/problem.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import { endingOf } from '#lib/uploads.ts';
import { newId } from '#lib/uuid.ts';
import { isRefused, type Upload } from '#ui/upload/uploads.ts';
import type { Picture, uploadPicture } from '../contract.ts';

/** The file name endings that the file chooser accepts. */
export const acceptedFiles = '.jpg,.jpeg,.png,.webp,.avif,.svg';

const mostBytes = 20 * 1024 * 1024;
const describe = 'Describe the picture, or mark it as decoration.';

/** A chosen file that is not in the library yet, with what was typed for it. */
export interface Chosen {
  file: File;
  upload: Upload;
  alt: string;
  isDecorative: boolean;
  altFault: string | undefined;
  /** The picture of the library that is the same file. */
  same: Picture | undefined;
}

function chosenOf(file: File): Chosen {
  const texts = { alt: '', isDecorative: false, altFault: undefined, same: undefined };
  const upload = { id: newId(), origFileName: file.name, size: file.size, file };
  const fault = faultOf(file);
  return { file, ...texts, upload: fault === undefined ? upload : { ...upload, fault } };
}

function faultOf({ name, size }: File): string | undefined {
  if (!acceptedFiles.split(',').includes(endingOf(name))) return 'Pictures must be JPEG, PNG, WebP, AVIF or SVG files.';
  return size > mostBytes ? 'A picture must be at most 20 MB.' : undefined;
}

type Sent = InputOf<typeof uploadPicture>['query'];

async function send(
  { file, alt, isDecorative }: Chosen,
  isAgain: boolean,
  onProgress: (part: number) => void,
): Promise<ReplyOf<typeof uploadPicture>> {
  const truth = (value: boolean) => (value ? 'true' : 'false');
  const query: Sent = { name: file.name, alt, isDecorative: truth(isDecorative), again: truth(isAgain) };
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await uploadWithProgress(urlOf('/v1/site-pictures', { query }), { headers, body: file, onProgress });
  return answer as ReplyOf<typeof uploadPicture>; // the server encoded it with the same shape
}

/** Whether a file can be sent once it is described. */
export const isSendable = ({ upload, same }: Chosen): boolean => !isRefused(upload) && !same;

/** The file without progress and faults of an earlier attempt. */
const fresh = ({ file, upload: { id, origFileName, size } }: Chosen): Upload => ({ id, origFileName, size, file });

function refusedOf(one: Chosen, error: unknown): Partial<Chosen> {
  const fault = errorMessageOf(error, 'Unable to add the picture.');
  const { status, faults } = error as Problem; // `errorMessageOf` rethrows everything else
  const altFault = faults.find(({ path }) => path === 'alt')?.message;
  if (altFault !== undefined) return { altFault, upload: fresh(one) };
  return { upload: { ...fresh(one), fault, canRetry: status === 0 || status >= 500 } };
}

/** Files that are being added to the library: each is described, then sent; what is refused stays with its reason. */
export function useUploadQueue(onAdded: (pictures: Picture[]) => void) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [isSending, setSending] = useState(false);
  const change = (id: string, changes: Partial<Chosen>): void =>
    setChosen((all) => all.map((one) => (one.upload.id === id ? { ...one, ...changes } : one)));
  const remove = (id: string): void => setChosen((all) => all.filter(({ upload }) => upload.id !== id));
  const sendOne = async (one: Chosen, isAgain: boolean): Promise<Picture | undefined> => {
    const { id } = one.upload;
    const show = (progress: number) => change(id, { upload: { ...fresh(one), progress }, same: undefined });
    show(0);
    try {
      const { picture, isNew } = await send(one, isAgain, show);
      if (isNew) remove(id);
      else change(id, { same: picture, upload: fresh(one) });
      return isNew ? picture : undefined;
    } catch (error) {
      change(id, refusedOf(one, error));
      return undefined;
    }
  };
  const sendAll = async (some: readonly Chosen[], isAgain: boolean): Promise<void> => {
    setSending(true);
    const added: Picture[] = [];
    for (const one of some) {
      const picture = await sendOne(one, isAgain);
      if (picture) added.push(picture);
    }
    setSending(false);
    if (added.length > 0) onAdded(added);
  };
  return {
    chosen,
    isSending,
    add: (files: readonly File[]) => setChosen((all) => [...all, ...files.map(chosenOf)]),
    change,
    remove,
    clear: () => setChosen([]),
    /** Sends all files that can be sent. If some still need a description, sends nothing and returns the first of these. */
    send: (): Chosen | undefined => {
      const some = chosen.filter(isSendable);
      const missing = some.filter(({ alt, isDecorative }) => !isDecorative && alt.trim() === '');
      for (const { upload } of missing) change(upload.id, { altFault: describe });
      if (missing.length === 0) void sendAll(some, false);
      return missing[0];
    },
    addAgain: (one: Chosen) => void sendAll([one], true),
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
