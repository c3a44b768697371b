import { call } from '#lib/api.ts';
import { Problem } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { type arrangeProductImages, mostImages, type uploadProductImages } from '../images-contract.ts';
import type { Shot } from './picture-set.ts';
import { asDataUrl, sendPicture } from './send-picture.ts';
import { readProduct } from './store-variations.ts';
import type { Product } from './wire.ts';

interface Storing {
  /** Over what somebody else has stored meanwhile. */
  isLast: boolean;
  /** How much of a picture is sent; undefined once it is there. */
  report: (id: string, progress: number | undefined) => void;
}

const arrange = (id: string, shots: readonly Shot[], version: number | undefined) => {
  const images = shots.map(({ id: image, altText, isPrimary }) => ({ id: image, altText, isPrimary }));
  return call<typeof arrangeProductImages>('PUT /v1/manage-products/{id}/images', {
    params: { id },
    body: { images, ...(version !== undefined && { version }) },
  });
};

/** What goes makes room first; then new pictures are sent one by one; at last all are put in order. */
export async function storePictures(
  product: Product,
  shots: readonly Shot[],
  { isLast, report }: Storing,
): Promise<Product> {
  const { id, images, version } = product;
  const kept = shots.filter(({ file }) => !file);
  if (kept.length === 0 && images.length > 0) return replace(product, shots, isLast);
  const isTight = images.length + shots.length - kept.length > mostImages;
  // Pictures that are sent raise the version themselves, so it is looked at before the first.
  if (isTight) await arrange(id, kept, isLast ? undefined : version);
  else if (!isLast) await demandVersion(product);
  const stored: Shot[] = [];
  for (const shot of shots) stored.push(shot.file ? await send(id, shot, report) : shot);
  await arrange(id, stored, undefined);
  return readProduct(id);
}

async function send(productId: string, shot: Shot, report: Storing['report']): Promise<Shot> {
  if (!shot.file) return shot;
  const body = { name: shot.name, data: await asDataUrl(shot.file), altText: shot.altText };
  const { id } = await sendPicture(productId, body, (progress) => report(shot.id, progress));
  report(shot.id, undefined);
  return { ...shot, id };
}

async function demandVersion({ id, version }: Product): Promise<void> {
  if ((await readProduct(id)).version !== version) throw new Problem(409, changedMeanwhile);
}

/** None of the old ones stays: the whole set goes at once, since a product is never without. */
async function replace({ id, version }: Product, shots: readonly Shot[], isLast: boolean): Promise<Product> {
  const images: object[] = [];
  for (const { name, altText, isPrimary, size, file } of shots)
    images.push({ name, altText, isPrimary, size, data: file ? await asDataUrl(file) : '' });
  const body = { id, productImages: JSON.stringify(images), ...(!isLast && { version }) };
  await call<typeof uploadProductImages>('POST /v1/manage-products/upload', { body });
  return readProduct(id);
}
