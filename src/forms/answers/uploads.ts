import type { FileItem } from '#lib/uploads.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/answer-values.ts';

const kilobyte = 1024;

const uploadOf = (file: FileItem | Upload): Upload =>
  'data' in file
    ? { id: file.data, origFileName: file.origFileName, size: file.size * kilobyte, path: file.data }
    : file;

/** The files of an answer as uploads, whether just selected or already stored. */
export const uploadsOf = (answer: Answer): Upload[] =>
  Array.isArray(answer) ? (answer as (FileItem | Upload)[]).map(uploadOf) : []; // a list contains file items or uploads

/** Whether the answer contains at least one file. */
export const hasFiles = (answer: Answer): boolean =>
  Array.isArray(answer) && answer.some((one) => typeof one === 'object' && one !== null);

/** Changes the uploads of an answer; an answer without files is returned unchanged. */
export const withUploads = (answer: Answer, change: (uploads: readonly Upload[]) => Upload[]): Answer =>
  hasFiles(answer) ? change(uploadsOf(answer)) : answer;

/** Whether a file is selected and its upload has not started. */
export const isPending = ({ file, path, fault, progress }: Upload): boolean =>
  file !== undefined && path === undefined && fault === undefined && progress === undefined;
