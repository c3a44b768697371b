import { newId } from '#lib/uuid.ts';
import { mostImages } from '#catalogue/products/pictures/images-contract.ts';
import type { Product } from '../product-types.ts';

/** A picture on the page: already stored, or chosen but not sent yet. */
export interface ImageDraft {
  id: string;
  name: string;
  altText: string;
  optionId: string | null;
  isPrimary: boolean;
  /** Bytes. */
  size: number;
  /** The path of a stored picture, or the data URL of a chosen one. */
  src: string;
  file?: File;
  /** The part already sent, from 0 to 1. */
  progress?: number;
  fault?: string;
}

const largest = 5 * 1024 * 1024;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export const imageDraftOf = ({ data, ...image }: Product['images'][number]): ImageDraft => ({ ...image, src: data });

export const imageDraftsOf = ({ images }: Product): ImageDraft[] => images.map(imageDraftOf);

const faultOf = ({ type, size }: File): string | undefined => {
  if (!types.includes(type)) return 'Images must be PNG, JPEG, WebP or GIF files.';
  return size > largest ? 'Images must be at most 5 MB.' : undefined;
};

/** Appends files up to the limit; each is shown once it has been read. */
export function withFiles(shots: readonly ImageDraft[], files: readonly File[]): { shots: ImageDraft[]; cut: number } {
  const room = Math.max(mostImages - shots.length, 0);
  const taken = files.slice(0, room).map((file): ImageDraft => {
    const fault = faultOf(file);
    const own = { id: newId(), name: file.name, altText: '', optionId: null, isPrimary: false, size: file.size, file };
    return { ...own, src: '', ...(fault && { fault }) };
  });
  const all = [...shots, ...taken];
  return {
    shots: all.some(({ isPrimary }) => isPrimary) ? all : withPrimary(all, all[0]?.id),
    cut: files.length - taken.length,
  };
}

/** Makes one picture primary and clears the others; pressing the primary one clears it. */
export const withPrimary = (shots: readonly ImageDraft[], id: string | undefined): ImageDraft[] =>
  shots.map((shot) => ({ ...shot, isPrimary: shot.id === id && !shot.isPrimary }));

export const withChange = (shots: readonly ImageDraft[], id: string, change: Partial<ImageDraft>): ImageDraft[] =>
  shots.map((shot) => (shot.id === id ? { ...shot, ...change } : shot));

export function move(shots: readonly ImageDraft[], id: string, to: number): ImageDraft[] {
  const shot = shots.find((one) => one.id === id);
  if (!shot) return [...shots];
  const rest = shots.filter((one) => one !== shot);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), shot, ...rest.slice(place)];
}

const imageText = (shots: readonly ImageDraft[]): string =>
  JSON.stringify(shots.map(({ id, altText, isPrimary, optionId }) => [id, altText.trim(), isPrimary, optionId]));

export const isSame = (one: readonly ImageDraft[], other: readonly ImageDraft[]): boolean =>
  imageText(one) === imageText(other);

export function withoutProgress(shot: ImageDraft): ImageDraft {
  const { progress: _, ...rest } = shot;
  return rest;
}
