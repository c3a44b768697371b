import { endingOf } from '#lib/uploads.ts';

/** Maximum size of an import, in bytes (specification of the shop, section 5). */
export const largestZip = 20_971_520;

export interface UploadedZip {
  origFileName: string;
  data: string;
}

/** A zip as a data URL of any media type, or plain base64. */
const zipData = /^(?:data:[\w.+/-]*;base64,)?([A-Za-z0-9+/]*={0,2})$/;

const base64In = ({ data }: UploadedZip): string | undefined => zipData.exec(data)?.[1];

const byteLengthOf = (encoded: string): number => Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);

/** The fault of an uploaded zip's name, encoding or size; undefined if there is none. */
export function zipFault(
  zip: UploadedZip,
): { property: keyof UploadedZip; reason: 'required' | 'type' | 'large' } | undefined {
  const encoded = base64In(zip);
  if (endingOf(zip.origFileName) !== '.zip') return { property: 'origFileName', reason: 'type' };
  if (encoded === undefined) return { property: 'data', reason: 'type' };
  if (encoded === '') return { property: 'data', reason: 'required' };
  return byteLengthOf(encoded) > largestZip ? { property: 'data', reason: 'large' } : undefined;
}

/** The base64 of a valid uploaded zip. */
export const base64Of = (zip: UploadedZip): string => base64In(zip) ?? '';
