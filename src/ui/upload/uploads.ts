import { type FileItem, fileFault, kilobytes, shortFileName, type UploadRules } from '#lib/uploads.ts';
import { newId } from '#lib/uuid.ts';

/** A file in an uploader: just chosen, or stored already. */
export interface Upload {
  /** Unique in its uploader. */
  id: string;
  origFileName: string;
  /** Bytes. */
  size: number;
  /** The file itself, if it was just chosen. */
  file?: File;
  /** The path of a stored file on this site. */
  path?: string;
  /** Why the file is refused or could not be sent. */
  fault?: string;
  /** The connection failed, so the file may be sent again. */
  canRetry?: boolean;
  /** The server's temporary id, by which an unsaved file is removed. */
  sentId?: string;
  /** The part that has been sent, from 0 to 1; undefined while it is not being sent. */
  progress?: number;
}

/** Whether the file is refused. Refused files are listed with the reason until they are removed, but not counted or sent. */
export const isRefused = ({ fault, canRetry }: Pick<Upload, 'fault' | 'canRetry'>): boolean =>
  fault !== undefined && canRetry !== true;

/** Adds files up to the allowed number; `cut` is how many were left out. */
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

/** Rejects if the file no longer exists. */
export const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(`${file.name} could not be read.`)));
    reader.readAsDataURL(file);
  });

/** A file as endpoints accept it; a stored file is sent as its path. Rejects if the file no longer exists. */
export async function toFileItem({ origFileName, size, file, path = '' }: Upload): Promise<FileItem> {
  const data = file ? await readAsDataUrl(file) : path;
  return { name: shortFileName(origFileName), origFileName, data, size: kilobytes(size) };
}
