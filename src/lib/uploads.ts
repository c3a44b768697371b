/** The files that a field accepts; sizes in bytes (specification of the site, sections 5 and 9). */
export interface UploadRules {
  minSize: number;
  maxSize: number;
  maxFiles: number;
  /** Extensions with their dot, or a media type such as `image/*`. */
  types: readonly string[];
}

/** The user's sentences (specification of the site, section 5). */
export const uploadSentences = {
  type: 'File type is not supported.',
  large: 'File is too large.',
  small: 'File is too small.',
  none: 'Please add at least one file.',
};

const fileTypes = ['.doc', '.docx', '.xls', '.xlsx', '.pdf', '.jpg', '.jpeg', '.png'];

/** The default rules of a file field. */
export const fileRules: UploadRules = { minSize: 0, maxSize: 100_000, maxFiles: 5, types: fileTypes };

/** The default rules of an image field. */
export const imageRules: UploadRules = { ...fileRules, types: ['image/*'] };

/** The rules of the demo form. */
export const demoRules: UploadRules = {
  ...fileRules,
  maxSize: 20_971_520,
  types: ['.docx', '.doc', '.xlsx', '.xls', '.pptx', '.ppt', '.pdf', '.jpg', '.jpeg', '.png'],
};

/** A file as sent to endpoints (specification of the site, section 3). */
export interface FileItem {
  /** The display name. */
  name: string;
  origFileName: string;
  /** A data URL. */
  data: string;
  /** The size in KB, rounded up. */
  size: number;
}

/** The extension of a file name in lower case, with its dot; empty if there is none. */
export const endingOf = (fileName: string): string => /\.[^.\s/\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';

const longestName = 18;
const leadingCharacters = 16;

/** Shortens a name of over 18 characters to 16 of them, `...` and the extension: `safety-data-shee...pdf`. */
export function shortFileName(fileName: string): string {
  const letters = [...fileName];
  if (letters.length <= longestName) return fileName;
  return `${letters.slice(0, leadingCharacters).join('')}...${endingOf(fileName).slice(1)}`;
}

const isOfType = (type: string, file: { name: string; type: string }): boolean =>
  type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : endingOf(file.name) === type;

/** Why a field can't accept a file, judged by its name, MIME type and size in bytes. */
export function fileFault(
  file: { name: string; type: string; size: number },
  { types, minSize, maxSize }: UploadRules,
): string | undefined {
  if (!types.some((type) => isOfType(type, file))) return uploadSentences.type;
  if (file.size > maxSize) return uploadSentences.large;
  return file.size < minSize ? uploadSentences.small : undefined;
}

const kilobyte = 1024;

export const kilobytes = (bytes: number): number => Math.ceil(bytes / kilobyte);

/** `98 KB`, `20 MB`, `3.1 MB`, `4.5 GB`. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / kilobyte / kilobyte;
  if (megabytes < 1) return `${kilobytes(bytes)} KB`;
  if (megabytes < kilobyte) return `${Number(megabytes.toFixed(1))} MB`;
  return `${Number((megabytes / kilobyte).toFixed(1))} GB`;
}
