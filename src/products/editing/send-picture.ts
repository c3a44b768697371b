import { problemFrom } from '#lib/api.ts';
import type { InputOf, ReplyOf } from '#lib/endpoint.ts';
import { Problem } from '#lib/problem.ts';
import type { addProductImage } from '../images-contract.ts';

type Sent = InputOf<typeof addProductImage>['body'];
export type Added = ReplyOf<typeof addProductImage>;

/** Adds a picture and tells how much of it is on its way, from 0 to 1; `fetch` can't tell. Rejects with `Problem`. */
export const sendPicture = (productId: string, body: Sent, onProgress: (part: number) => void): Promise<Added> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/v1/manage-products/${productId}/images`);
    request.setRequestHeader('content-type', 'application/json');
    request.setRequestHeader('x-session', 'cookie');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (request.status === 201)
        resolve(answer as Added); // the server encoded it with the same shape
      else reject(problemFrom(request.status, answer));
    });
    request.addEventListener('error', () => reject(new Problem(0, 'No connection. Check your network and try again.')));
    request.send(JSON.stringify(body));
  });

export const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Problem(0, `${file.name} could not be read.`)));
    reader.readAsDataURL(file);
  });
