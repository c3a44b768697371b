import { noConnection, problemFrom } from './api.ts';
import { Problem } from './problem.ts';
import { withSession, viewerHeader } from './session-guard.ts';

interface UploadOptions {
  headers: Record<string, string>;
  body: Blob | FormData | string;
  /** Called with the fraction that has been sent, 0 to 1; `fetch` can't report it. */
  onProgress: (part: number) => void;
  signal?: AbortSignal;
}

/** POSTs a large body and returns the JSON. Rejects with `Problem`; its status is 0 if the upload was aborted or the connection lost. */
export const uploadWithProgress = (url: string, options: UploadOptions): Promise<unknown> =>
  withSession('POST', url, () => uploadOnce(url, options));

const uploadOnce = (url: string, { headers, body, onProgress, signal }: UploadOptions): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries({ ...headers, ...viewerHeader('POST', url), 'x-session': 'cookie' }))
      request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (request.status >= 200 && request.status < 300) resolve(answer);
      else reject(problemFrom(request.status, answer));
    });
    request.addEventListener('error', () => reject(noConnection()));
    request.addEventListener('abort', () => reject(new Problem(0, 'The file was not sent.')));
    if (signal?.aborted) return reject(new Problem(0, 'The file was not sent.'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
