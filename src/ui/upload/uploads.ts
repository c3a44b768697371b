import { type FileItem, fileFault, kilobytes, shortFileName, type UploadRules } from '#lib/uploads.ts';
import { newId } from '#lib/uuid.ts';

/** A file in an uploader: chosen just now, or stored already. */
export interface Upload {
  /** Unique in its uploader. */
  id: string;
  origFileName: string;
  /** Bytes. */
  size: number;
  /** The file itself, where it was chosen here. */
  file?: File;
  /** Where a stored one is read; a path of this site. */
  path?: string;
  /** Why it can't be taken, or did not arrive. */
  fault?: string;
  /** The fault lies on the way and not in the file: it may be sent again. */
  canRetry?: boolean;
  /** What the server calls it until it is kept, by which it is taken back. */
  sentId?: string;
  /** How much of it has been sent, from 0 to 1; left out while nothing is being sent. */
  progress?: number;
}

/** It can't be taken: listed with its reason until it is removed, but it takes no place and is not sent. */
export const isRefused = ({ fault, canRetry }: Pick<Upload, 'fault' | 'canRetry'>): boolean =>
  fault !== undefined && canRetry !== true;

/** Files as they come from a drop or the browser's own dialog, in one order; what is too many is cut. */
export function takeFiles(
  before: readonly Upload[],
  files: readonly File[],
  rules: UploadRules,
): { uploads: Upload[]; cut: number } {
  const room = rules.maxFiles - before.filter((upload) => !isRefused(upload)).length;
  const added: Upload[] = [];
  let taken = 0;
  for (const file of files) {
    const fault = fileFault(file, rules);
    const upload: Upload = { id: newId(), origFileName: file.name, size: file.size, file };
    if (fault !== undefined) added.push({ ...upload, fault });
    else if (++taken <= room) added.push(upload);
  }
  return { uploads: [...before, ...added], cut: Math.max(taken - Math.max(room, 0), 0) };
}

/** Rejects for a file that has gone. */
export const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(`${file.name} could not be read.`)));
    reader.readAsDataURL(file);
  });

/** A file as calls take it; a stored one keeps its path, which the server knows. Rejects for a file that has gone. */
export async function toFileItem({ origFileName, size, file, path = '' }: Upload): Promise<FileItem> {
  const data = file ? await readAsDataUrl(file) : path;
  return { name: shortFileName(origFileName), origFileName, data, size: kilobytes(size) };
}
