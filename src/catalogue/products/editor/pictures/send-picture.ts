import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import type { addProductImage } from '#catalogue/products/pictures/images-contract.ts';

type SentImage = InputOf<typeof addProductImage>['body'];
export type AddedImage = ReplyOf<typeof addProductImage>;

/** Uploads a picture; `onProgress` gets the fraction sent so far, from 0 to 1. Rejects with `Problem`. */
export async function sendPicture(
  productId: string,
  sent: SentImage,
  onProgress: (part: number) => void,
): Promise<AddedImage> {
  const headers = { 'content-type': 'application/json' };
  const answer = await uploadWithProgress(`/v1/manage-products/${productId}/images`, {
    headers,
    body: JSON.stringify(sent),
    onProgress,
  });
  return answer as AddedImage; // the server encoded it with the same shape
}
