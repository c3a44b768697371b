import { endingOf } from '#lib/uploads.ts';

/** Maximum size of an import, in bytes (specification of the shop, section 5). */
export const largestZip = 20_971_520;

export interface SentFile {
  origFileName: string;
  data: string;
}

/** A zip as a data URL of any media type, or plain base64. */
const dataUrl = /^(?:data:[\w.+/-]*;base64,)?([A-Za-z0-9+/]*={0,2})$/;

const encodedIn = ({ data }: SentFile): string | undefined => dataUrl.exec(data)?.[1];

const bytesIn = (encoded: string): number => Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);

/** The fault of a sent file's name or size; undefined if it may be a zip. */
export function sentFault(
  sent: SentFile,
): { property: keyof SentFile; why: 'required' | 'type' | 'large' } | undefined {
  const encoded = encodedIn(sent);
  if (endingOf(sent.origFileName) !== '.zip') return { property: 'origFileName', why: 'type' };
  if (encoded === undefined) return { property: 'data', why: 'type' };
  if (encoded === '') return { property: 'data', why: 'required' };
  return bytesIn(encoded) > largestZip ? { property: 'data', why: 'large' } : undefined;
}

/** The base64 of a valid sent file. */
export const base64Of = (sent: SentFile): string => encodedIn(sent) ?? '';
