import { call } from '#lib/api.ts';
import { Problem } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { type arrangeProductImages, mostImages, type uploadProductImages } from '../images-contract.ts';
import type { Shot } from './picture-set.ts';
import { type Added, asDataUrl, sendPicture } from './send-picture.ts';
import { demandVersion, readProduct } from './store-variations.ts';
import type { Product } from './wire.ts';

/** How much of a picture is sent; undefined once it is there. */
type Report = (id: string, progress: number | undefined) => void;

const arrange = (id: string, shots: readonly Shot[], version: number) => {
  const images = shots.map(({ id: image, altText, isPrimary }) => ({ id: image, altText, isPrimary }));
  return call<typeof arrangeProductImages>('PUT /v1/manage-products/{id}/images', {
    params: { id },
    body: { images, version },
  });
};

/**
 * What goes makes room first; then new pictures are sent one by one; at last all are put in order. `base` is the product as
 * it was read: 409 where somebody else has changed it since, also between two pictures.
 */
export async function storePictures(base: Product, shots: readonly Shot[], report: Report): Promise<Product> {
  const { id, images } = base;
  let { version } = base;
  const kept = shots.filter(({ file }) => !file);
  if (kept.length === 0 && images.length > 0) return replace(base, shots);
  const isTight = images.length + shots.length - kept.length > mostImages;
  if (isTight) ({ version } = await arrange(id, kept, version));
  else await demandVersion(base);
  const stored: Shot[] = [];
  for (const shot of shots) {
    const added = shot.file && (await send(id, shot, report));
    if (added) version = following(version, added.version);
    stored.push(added ? { ...shot, id: added.id } : shot);
  }
  await arrange(id, stored, version);
  return readProduct(id);
}

/** The version after one's own change. A picture is added on top of any: a later one means that somebody else changed something. */
export function following(before: number, after: number): number {
  if (after !== before + 1) throw new Problem(409, changedMeanwhile);
  return after;
}

async function send(productId: string, { id, name, altText, file }: Shot, report: Report): Promise<Added | undefined> {
  if (!file) return undefined;
  const body = { name, data: await asDataUrl(file), altText };
  const added = await sendPicture(productId, body, (progress) => report(id, progress));
  report(id, undefined);
  return added;
}

/** None of the old ones stays: the whole set goes at once, since a product is never without. */
async function replace({ id, version }: Product, shots: readonly Shot[]): Promise<Product> {
  const images: object[] = [];
  for (const { name, altText, isPrimary, size, file } of shots)
    images.push({ name, altText, isPrimary, size, data: file ? await asDataUrl(file) : '' });
  const body = { id, version, productImages: JSON.stringify(images) };
  await call<typeof uploadProductImages>('POST /v1/manage-products/upload', { body });
  return readProduct(id);
}
