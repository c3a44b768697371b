import { Transform, Writable } from 'node:stream';
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
import { scriptsLast } from './scripts-after-paint.ts';
import { page } from './lib/api/api-context.ts';
import { NonceContext } from './lib/api/nonce.ts';
import { RenderOnlyContext } from './lib/api/render-only.ts';
import { notForVisitors, visitorsList } from './lib/route-lists.ts';

export { provide } from './lib/api/api-context.ts';

/** Milliseconds until pending data of a page is aborted. */
export const streamTimeout = 5_000;

export default function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const services = page(context);
  const { nonce, report, isShared, renderOnly } = services;
  headers.set('content-type', 'text/html; charset=utf-8');
  // Search engines get the complete page instead of a stream.
  const isWhole = isShared || isbot(request.headers.get('user-agent'));
  return new Promise((resolve, reject) => {
    let code = status;
    const answer = (body: string | ReadableStream | null) => resolve(new Response(body, { status: code, headers }));
    const answerWhole = (text: string) => {
      const html = scriptsLast(text);
      if (isShared) services.html = html;
      answer(isShared ? null : html);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <RenderOnlyContext value={renderOnly}>
          <ServerRouter context={{ ...router, manifest: manifestOf(router) }} url={request.url} nonce={nonce} />
        </RenderOnlyContext>
      </NonceContext>,
      {
        nonce,
        // Content that is ready is sent in its place. By default, React sends large parts last and moves them into place by script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => isWhole && pipe(collectText(answerWhole).on('close', ended)),
        onShellReady() {
          if (isWhole) return;
          const body = scriptsLastTransform().on('close', ended);
          pipe(body);
          answer(createReadableStreamFromReadable(body));
        },
        onShellError: reject,
        onError(error) {
          code = 500;
          report(error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
    const ended = () => clearTimeout(timer);
  });
}

/**
 * The list of routes for one page: only those that it shows, because the router creates each of them for each rendering. The
 * browser loads the whole list from its address; visitors' lacks the back office.
 */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const shown = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(shown.map((id) => [id, manifest.routes[id]]));
  const isForVisitors = !shown.some((id) => notForVisitors.includes(id));
  const url = isForVisitors && import.meta.env.PROD ? visitorsList(manifest.url) : manifest.url;
  return { ...manifest, routes, url };
}

/** A stream that collects a page and passes it on as one text. */
function collectText(done: (text: string) => void): Writable {
  const parts: Buffer[] = [];
  return new Writable({
    write(part: Buffer, _encoding, next) {
      parts.push(part);
      next();
    },
    final(next) {
      done(Buffer.concat(parts).toString());
      next();
    },
  });
}

/** `scriptsLast` for a streamed page. A tag that is split between two chunks stays unchanged. */
const scriptsLastTransform = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(scriptsLast(chunk.toString('latin1')), 'latin1'));
    },
  });

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!refused && !request.signal.aborted) page(context).report(error);
};
