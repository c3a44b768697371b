import { endingOf } from '#lib/uploads.ts';

/** Bytes of a zip that is imported (specification of the shop, section 5). */
export const largestZip = 20_971_520;

export interface Sent {
  origFileName: string;
  data: string;
}

/** A zip as a data URL, of whatever type the browser says; plain base64 too. */
const dataUrl = /^(?:data:[\w.+/-]*;base64,)?([A-Za-z0-9+/]*={0,2})$/;

const encodedIn = ({ data }: Sent): string | undefined => dataUrl.exec(data)?.[1];

const bytesIn = (encoded: string): number => Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);

/** Why a sent file can't be the zip of an import, by its name and size. */
export function sentFault(sent: Sent): { property: keyof Sent; why: 'required' | 'type' | 'large' } | undefined {
  const encoded = encodedIn(sent);
  if (endingOf(sent.origFileName) !== '.zip') return { property: 'origFileName', why: 'type' };
  if (encoded === undefined) return { property: 'data', why: 'type' };
  if (encoded === '') return { property: 'data', why: 'required' };
  return bytesIn(encoded) > largestZip ? { property: 'data', why: 'large' } : undefined;
}

/** The base64 of a sent file without faults. */
export const base64Of = (sent: Sent): string => encodedIn(sent) ?? '';
