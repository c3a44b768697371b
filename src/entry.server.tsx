import { PassThrough, Transform } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { page } from './lib/api-context.ts';
import { NonceContext } from './lib/nonce.ts';

export { provide } from './lib/api-context.ts';

/** Milliseconds until data that a page still waits for is given up. */
export const streamTimeout = 5_000;

export default function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, report } = page(context);
  headers.set('content-type', 'text/html; charset=utf-8');
  // Search engines wait for the whole page instead of watching it arrive.
  const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let code = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [ready]() {
          const body = import.meta.env.PROD ? scriptsLast() : new PassThrough();
          body.on('close', () => clearTimeout(timer));
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: code, headers }));
        },
        onShellError: reject,
        onError(error) {
          code = 500;
          report(error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/**
 * The page can be read before its scripts are there: they are fetched after styles, fonts and pictures. Bytes pass as
 * they are, and a tag that two chunks share keeps its usual priority.
 */
const scriptsLast = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = chunk.toString('latin1');
      done(null, Buffer.from(text.replaceAll(preloaded, `${preloaded} fetchpriority="low"`), 'latin1'));
    },
  });

const preloaded = '<link rel="modulepreload"';

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!refused && !request.signal.aborted) page(context).report(error);
};
