import { newId } from '#lib/uuid.ts';

/** What a driver has typed, photographed and had signed, kept in the phone until the office has it. */
export interface KeptReport {
  /** The same at each attempt to send it, so that it is recorded once. */
  reportId: string;
  receivedBy: string;
  photo: string;
  signature: string;
  reason: string;
  /** What waits to be sent, because the last attempt failed. */
  waiting: 'proof' | 'failure' | null;
}

/** A report without anything in it. */
export const blankReport = (): KeptReport => ({
  reportId: newId(),
  receivedBy: '',
  photo: '',
  signature: '',
  reason: '',
  waiting: null,
});

const isReport = (value: unknown): value is KeptReport =>
  typeof value === 'object' && value !== null && 'reportId' in value && 'receivedBy' in value;

/** A report as it was stored; undefined if there is none. */
export function parseReport(text: string): KeptReport | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isReport(value) ? { ...blankReport(), ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Wide enough to read a label, and small enough for a slow connection. */
const longestEdge = 1600;

/** A photo as a JPEG of at most 1600 pixels as a data URL; rejects what the browser cannot read. */
export async function smallPhoto(file: File): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', 0.8);
}
