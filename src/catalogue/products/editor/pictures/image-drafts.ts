import { newId } from '#lib/uuid.ts';
import { mostImages } from '#catalogue/products/pictures/images-contract.ts';
import type { Product } from '../product-types.ts';

/** A picture on the page, stored or new. */
export interface ImageDraft {
  id: string;
  name: string;
  altText: string;
  optionId: string | null;
  isPrimary: boolean;
  /** Bytes. */
  size: number;
  /** The path of a stored picture, or the data URL of a new one. */
  src: string;
  file?: File;
  /** The fraction of the file that has been sent, from 0 to 1. */
  progress?: number;
  fault?: string;
}

const mostBytes = 5 * 1024 * 1024;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export const imageDraftOf = ({ data, ...image }: Product['images'][number]): ImageDraft => ({ ...image, src: data });

export const imageDraftsOf = ({ images }: Product): ImageDraft[] => images.map(imageDraftOf);

const faultOf = ({ type, size }: File): string | undefined => {
  if (!types.includes(type)) return 'Images must be PNG, JPEG, WebP or GIF files.';
  return size > mostBytes ? 'Images must be at most 5 MB.' : undefined;
};

/** Adds files up to the limit and counts the rest. Added files have no `src` until they have been read. */
export function withFiles(
  drafts: readonly ImageDraft[],
  files: readonly File[],
): { drafts: ImageDraft[]; tooMany: number } {
  const room = Math.max(mostImages - drafts.length, 0);
  const taken = files.slice(0, room).map((file): ImageDraft => {
    const fault = faultOf(file);
    const own = { id: newId(), name: file.name, altText: '', optionId: null, isPrimary: false, size: file.size, file };
    return { ...own, src: '', ...(fault && { fault }) };
  });
  const all = [...drafts, ...taken];
  return {
    drafts: all.some(({ isPrimary }) => isPrimary) ? all : withPrimary(all, all[0]?.id),
    tooMany: files.length - taken.length,
  };
}

/** Makes this picture the only primary one. If it is primary already, no picture is primary afterwards. */
export const withPrimary = (drafts: readonly ImageDraft[], id: string | undefined): ImageDraft[] =>
  drafts.map((draft) => ({ ...draft, isPrimary: draft.id === id && !draft.isPrimary }));

export const withChange = (drafts: readonly ImageDraft[], id: string, change: Partial<ImageDraft>): ImageDraft[] =>
  drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft));

export function move(drafts: readonly ImageDraft[], id: string, to: number): ImageDraft[] {
  const draft = drafts.find((one) => one.id === id);
  if (!draft) return [...drafts];
  const rest = drafts.filter((one) => one !== draft);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), draft, ...rest.slice(place)];
}

const imageText = (drafts: readonly ImageDraft[]): string =>
  JSON.stringify(drafts.map(({ id, altText, isPrimary, optionId }) => [id, altText.trim(), isPrimary, optionId]));

export const isSame = (one: readonly ImageDraft[], other: readonly ImageDraft[]): boolean =>
  imageText(one) === imageText(other);

export function withoutProgress(draft: ImageDraft): ImageDraft {
  const { progress: _, ...rest } = draft;
  return rest;
}
