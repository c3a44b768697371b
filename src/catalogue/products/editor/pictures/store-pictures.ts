import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import {
  type arrangeProductImages,
  mostImages,
  type uploadProductImages,
} from '#catalogue/products/pictures/images-contract.ts';
import { type ImageDraft, imageDraftOf } from './image-drafts.ts';
import { type AddedImage, sendPicture } from './send-picture.ts';
import { dataUrlOf } from '../data-url.ts';
import { readProduct, requireSameVersion } from '../read-product.ts';
import type { Product } from '../product-types.ts';

/** What is stored so far, while more pictures are being sent. */
export interface StoredSoFar {
  base: Product;
  /** All pictures of the page, stored or not. */
  drafts: readonly ImageDraft[];
}

interface UploadCallbacks {
  /** Gets the fraction of a picture that has been sent, from 0 to 1; undefined once it is stored. */
  report: (id: string, progress: number | undefined) => void;
  /** Called after each step with what is stored so far, in case a later step is refused. */
  reached: (now: StoredSoFar) => void;
}

const arrange = (id: string, images: readonly ImageDraft[], version: number) =>
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
 * Stores the pictures of the page. If there is no room for the new pictures, removed ones are deleted first. Then the new
 * pictures, and those that another user has removed in the meantime, are sent one by one. Finally, all are put in order.
 * `base` is the product as it was read. Rejects with 409 if another user has changed it since then, even between two
 * uploads.
 */
export async function storePictures(
  base: Product,
  drafts: readonly ImageDraft[],
  callbacks: UploadCallbacks,
): Promise<Product> {
  const stored = new Set(base.images.map(({ id }) => id));
  const isStored = ({ id }: ImageDraft): boolean => stored.has(id);
  const remaining = drafts.filter(isStored);
  if (remaining.length === 0 && base.images.length > 0) return replaceAll(base, drafts);
  const now = { base, drafts: [...drafts] };
  if (base.images.length + drafts.length - remaining.length > mostImages) {
    now.base = { ...base, ...(await arrange(base.id, remaining, base.version)) };
    callbacks.reached(now);
  } else await requireSameVersion(base);
  for (const draft of drafts) {
    if (isStored(draft)) continue;
    const { version, ...image } = await send(base.id, draft, callbacks.report);
    const { altText, isPrimary, optionId } = draft;
    now.drafts = now.drafts.map((one) =>
      one === draft ? { ...imageDraftOf(image), altText, isPrimary, optionId } : one,
    );
    // Increments the known version instead of adopting the server's, so that another user's change is noticed.
    now.base = { ...now.base, version: now.base.version + 1, images: [...now.base.images, image] };
    callbacks.reached(now);
    requireNextVersion(now.base.version, version);
  }
  await arrange(base.id, now.drafts, now.base.version);
  return readProduct(base.id);
}

/** Adding a picture does not check the version, so an unexpected version in the reply means that another user changed the product. */
export function requireNextVersion(own: number, stored: number): void {
  if (stored !== own) throw new Problem(409, changedBySomeoneElse);
}

/** What to send as a picture's data: a data URL for a new picture, the path for a picture that was stored before. */
const dataOf = async ({ file, src }: ImageDraft): Promise<string> => (file ? dataUrlOf(file) : src);

async function send(productId: string, draft: ImageDraft, report: UploadCallbacks['report']): Promise<AddedImage> {
  const { id, name, altText } = draft;
  const body = { name, data: await dataOf(draft), altText };
  const added = await sendPicture(productId, body, (progress) => report(id, progress));
  report(id, undefined);
  return added;
}

/** Replaces the whole set in one request. Needed if all stored pictures are removed, because a product must always have a picture. */
async function replaceAll({ id, version }: Product, drafts: readonly ImageDraft[]): Promise<Product> {
  const images: object[] = [];
  for (const draft of drafts) {
    const { name, altText, isPrimary, optionId, size } = draft;
    images.push({ name, altText, isPrimary, optionId, size, data: await dataOf(draft) });
  }
  const body = { id, version, productImages: JSON.stringify(images) };
  await call<typeof uploadProductImages>('POST /v1/manage-products/upload', { body });
  return readProduct(id);
}
