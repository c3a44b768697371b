import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import type { addProductImage } from '#catalogue/products/pictures/images-contract.ts';

type Sent = InputOf<typeof addProductImage>['body'];
export type Added = ReplyOf<typeof addProductImage>;

/** Uploads a picture and reports progress from 0 to 1. Rejects with `Problem`. */
export async function sendPicture(productId: string, sent: Sent, onProgress: (part: number) => void): Promise<Added> {
  const headers = { 'content-type': 'application/json' };
  const answer = await uploadWithProgress(`/v1/manage-products/${productId}/images`, {
    headers,
    body: JSON.stringify(sent),
    onProgress,
  });
  return answer as Added; // the server encoded it with the same shape
}

export const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Problem(0, `${file.name} could not be read.`)));
    reader.readAsDataURL(file);
  });
