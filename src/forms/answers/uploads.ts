import type { FileItem } from '#lib/uploads.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/values.ts';

const kilobyte = 1024;

const uploadOf = (file: FileItem | Upload): Upload =>
  'data' in file
    ? { id: file.data, origFileName: file.origFileName, size: file.size * kilobyte, path: file.data }
    : file;

/** The files of an answer as an uploader has them, whether they were chosen here or are stored. */
export const uploadsOf = (answer: Answer): Upload[] =>
  Array.isArray(answer) ? (answer as (FileItem | Upload)[]).map(uploadOf) : []; // decoded, or an uploader's

/** Whether it is of files, and has any. */
export const holdsFiles = (answer: Answer): boolean =>
  Array.isArray(answer) && answer.some((one) => typeof one === 'object' && one !== null);

/** The answer with its files changed; what holds no files stays as it is. */
export const withUploads = (answer: Answer, change: (uploads: readonly Upload[]) => Upload[]): Answer =>
  holdsFiles(answer) ? change(uploadsOf(answer)) : answer;

/** It is here, and nobody has begun to send it. */
export const isPending = ({ file, path, fault, progress }: Upload): boolean =>
  file !== undefined && path === undefined && fault === undefined && progress === undefined;
