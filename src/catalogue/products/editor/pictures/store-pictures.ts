import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import {
  type arrangeProductImages,
  mostImages,
  type uploadProductImages,
} from '#catalogue/products/pictures/images-contract.ts';
import { type Shot, shotOf } from './picture-set.ts';
import { type Added, asDataUrl, sendPicture } from './send-picture.ts';
import { demandVersion, readProduct } from '../variations/store-variations.ts';
import type { Product } from '../wire.ts';

/** How far it is stored: the product with what went and came, and the pictures as the page holds them. */
export interface Reached {
  base: Product;
  shots: readonly Shot[];
}

interface Telling {
  /** How much of a picture is sent; undefined once it is there. */
  report: (id: string, progress: number | undefined) => void;
  /** What is stored already, in case that the rest is refused. */
  reached: (now: Reached) => void;
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
 * What goes makes room first; then pictures that are new, or that somebody has taken out meanwhile, are sent one by one; at
 * last all are put in order. `base` is the product as it was read: 409 where somebody else has changed it since, also between
 * two pictures.
 */
export async function storePictures(base: Product, shots: readonly Shot[], telling: Telling): Promise<Product> {
  const stored = new Set(base.images.map(({ id }) => id));
  const isKept = ({ id }: Shot): boolean => stored.has(id);
  const kept = shots.filter(isKept);
  if (kept.length === 0 && base.images.length > 0) return replace(base, shots);
  const now = { base, shots: [...shots] };
  if (base.images.length + shots.length - kept.length > mostImages) {
    now.base = { ...base, ...(await arrange(base.id, kept, base.version)) };
    telling.reached(now);
  } else await demandVersion(base);
  for (const shot of shots) {
    if (isKept(shot)) continue;
    const { version, ...image } = await send(base.id, shot, telling.report);
    const { altText, isPrimary, optionId } = shot;
    now.shots = now.shots.map((one) => (one === shot ? { ...shotOf(image), altText, isPrimary, optionId } : one));
    // One's own version: where it is not the stored one, the next change is refused.
    now.base = { ...now.base, version: now.base.version + 1, images: [...now.base.images, image] };
    telling.reached(now);
    demandFollowing(now.base.version, version);
  }
  await arrange(base.id, now.shots, now.base.version);
  return readProduct(base.id);
}

/** A picture is added on top of any version: a later one than one's own means that somebody else changed something. */
export function demandFollowing(own: number, stored: number): void {
  if (stored !== own) throw new Problem(409, changedMeanwhile);
}

/** One that was stored once comes back by its path. */
const dataOf = async ({ file, src }: Shot): Promise<string> => (file ? asDataUrl(file) : src);

async function send(productId: string, shot: Shot, report: Telling['report']): Promise<Added> {
  const { id, name, altText } = shot;
  const body = { name, data: await dataOf(shot), altText };
  const added = await sendPicture(productId, body, (progress) => report(id, progress));
  report(id, undefined);
  return added;
}

/** None of the old ones stays: the whole set goes at once, since a product is never without. */
async function replace({ id, version }: Product, shots: readonly Shot[]): Promise<Product> {
  const images: object[] = [];
  for (const shot of shots) {
    const { name, altText, isPrimary, optionId, size } = shot;
    images.push({ name, altText, isPrimary, optionId, size, data: await dataOf(shot) });
  }
  const body = { id, version, productImages: JSON.stringify(images) };
  await call<typeof uploadProductImages>('POST /v1/manage-products/upload', { body });
  return readProduct(id);
}
