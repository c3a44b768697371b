import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import {
  type arrangeProductImages,
  mostImages,
  type uploadProductImages,
} from '#catalogue/products/pictures/images-contract.ts';
import { type ImageDraft, imageDraftOf } from './picture-set.ts';
import { type Added, asDataUrl, sendPicture } from './send-picture.ts';
import { requireVersion, readProduct } from '../variations/store-variations.ts';
import type { Product } from '../wire.ts';

/** Partial progress: the product as stored so far, and the pictures on the page. */
export interface StoredSoFar {
  base: Product;
  shots: readonly ImageDraft[];
}

interface UploadCallbacks {
  /** The part of a picture already sent; undefined once it is stored. */
  report: (id: string, progress: number | undefined) => void;
  /** Called with what is stored so far, in case the rest is refused. */
  reached: (now: StoredSoFar) => void;
}

type Arranged = { id: string; altText: string; isPrimary: boolean; optionId: string | null };

const arrange = (id: string, images: readonly Arranged[], version: number) =>
  call<typeof arrangeProductImages>('PUT /v1/manage-products/{id}/images', {
    params: { id },
    body: {
      images: images.map(({ id: image, altText, isPrimary, optionId }) => ({
        id: image,
        altText,
        isPrimary,
        optionId,
      })),
      version,
    },
  });

/**
 * Removals come first, to make room; then new pictures, and those that another user has removed meanwhile, are sent one
 * by one; finally all are put in order. `base` is the product as read: 409 if another user has changed it since,
 * including between two uploads.
 */
export async function storePictures(
  base: Product,
  shots: readonly ImageDraft[],
  callbacks: UploadCallbacks,
): Promise<Product> {
  const stored = new Set(base.images.map(({ id }) => id));
  const isStored = ({ id }: ImageDraft): boolean => stored.has(id);
  const remaining = shots.filter(isStored);
  if (remaining.length === 0 && base.images.length > 0) return replace(base, shots);
  const now = { base, shots: [...shots] };
  if (base.images.length + shots.length - remaining.length > mostImages) {
    now.base = { ...base, ...(await arrange(base.id, remaining, base.version)) };
    callbacks.reached(now);
  } else await requireVersion(base);
  for (const shot of shots) {
    if (isStored(shot)) continue;
    const { version, ...image } = await send(base.id, shot, callbacks.report);
    const { altText, isPrimary, optionId } = shot;
    now.shots = now.shots.map((one) => (one === shot ? { ...imageDraftOf(image), altText, isPrimary, optionId } : one));
    // Our own version: if it is not the stored one, the next change is refused.
    now.base = { ...now.base, version: now.base.version + 1, images: [...now.base.images, image] };
    callbacks.reached(now);
    requireNextVersion(now.base.version, version);
  }
  await arrange(base.id, now.shots, now.base.version);
  return readProduct(base.id);
}

/**
 * Adding a picture does not check the version, so a higher one than expected means that another user changed something.
 */
export function requireNextVersion(own: number, stored: number): void {
  if (stored !== own) throw new Problem(409, changedBySomeoneElse);
}

/** A picture that was stored before is read again by its path. */
const dataOf = async ({ file, src }: ImageDraft): Promise<string> => (file ? asDataUrl(file) : src);

async function send(productId: string, shot: ImageDraft, report: UploadCallbacks['report']): Promise<Added> {
  const { id, name, altText } = shot;
  const body = { name, data: await dataOf(shot), altText };
  const added = await sendPicture(productId, body, (progress) => report(id, progress));
  report(id, undefined);
  return added;
}

/** Replaces the whole set in one request when no old picture stays, since a product always has one. */
async function replace({ id, version }: Product, shots: readonly ImageDraft[]): Promise<Product> {
  const images: object[] = [];
  for (const shot of shots) {
    const { name, altText, isPrimary, optionId, size } = shot;
    images.push({ name, altText, isPrimary, optionId, size, data: await dataOf(shot) });
  }
  const body = { id, version, productImages: JSON.stringify(images) };
  await call<typeof uploadProductImages>('POST /v1/manage-products/upload', { body });
  return readProduct(id);
}
