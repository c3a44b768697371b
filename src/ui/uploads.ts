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
  /** Why it can't be taken. It stays in the list until it is removed, so that nobody sends a form without noticing. */
  fault?: string;
  /** The fault lies on the way and not in the file: it may be sent again. */
  canRetry?: boolean;
  /** What the server calls it until it is kept, by which it is taken back. */
  sentId?: string;
  /** How much of it has been sent, from 0 to 1; left out while nothing is being sent. */
  progress?: number;
}

/** Files as they come from a drop or the browser's own dialog, in one order; what is too many is cut. */
export function takeFiles(
  before: readonly Upload[],
  files: readonly File[],
  rules: UploadRules,
): { uploads: Upload[]; cut: number } {
  const room = Math.max(rules.maxFiles - before.length, 0);
  const taken = files.slice(0, room).map((file): Upload => {
    const fault = fileFault(file, rules);
    const upload = { id: newId(), origFileName: file.name, size: file.size, file };
    return fault === undefined ? upload : { ...upload, fault };
  });
  return { uploads: [...before, ...taken], cut: files.length - taken.length };
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
