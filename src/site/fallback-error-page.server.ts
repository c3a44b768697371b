import type { FastifyReply } from 'fastify';
import type { Problem } from '#lib/api/problem.ts';

/**
 * The error page shown if rendering fails, or if no page can handle a request (`problem` below 500). It needs no
 * script, font or database.
 */
export function sendErrorPage(reply: FastifyReply, headers: readonly string[], problem?: Problem): FastifyReply {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
  const nonce = nonceIn(headers);
  const status = problem?.status ?? (reply.statusCode >= 400 ? reply.statusCode : 500);
  reply.code(status).type('text/html; charset=utf-8');
  const content = problem && status < 500 ? { title: problem.message, text: '', action: homeLink } : ownFailure;
  return reply.header('cache-control', 'no-store').send(html(nonce, { ...content, requestId: reply.request.id }));
}

/** What visitors see until somebody has set up the site. Its status makes search engines come back later. */
export function sendSetupNotice(reply: FastifyReply, headers: readonly string[]): FastifyReply {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
  reply.code(503).header('retry-after', '600').header('cache-control', 'no-store').type('text/html; charset=utf-8');
  return reply.send(html(nonceIn(headers), { ...beingSetUp, requestId: reply.request.id }));
}

const nonceIn = (headers: readonly string[]): string => /'nonce-([^']+)'/.exec(headers.at(-1) ?? '')?.[1] ?? '';

const beingSetUp: ErrorContent = {
  title: 'This site is being set up',
  text: 'It will open soon. Please come back later.',
  action: 'Is it yours? The program has printed the link for setting it up in its window or log.',
};

interface ErrorContent {
  title: string;
  text: string;
  action: string;
}

const ownFailure: ErrorContent = {
  title: 'Something went wrong on our side',
  text: 'Please try again in a moment. Your cart is still there.',
  action: '<a href="">Try again</a>',
};
const homeLink = '<a href="/">Go to the home page</a>';

/** All texts are constants in our sources, so they need no escaping. */
const html = (
  nonce: string,
  { title, text, action, requestId }: ErrorContent & { requestId: string },
): string => `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><meta name="robots" content="noindex">
<style nonce="${nonce}">
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.6 system-ui, sans-serif;
  background: light-dark(#faf8f3, #0c1716); color: light-dark(#0d2b2b, #e9f2ee); }
main { max-width: 30rem; padding: 2rem; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; }
p { margin: 0 0 1.25rem; color: light-dark(#46605f, #a9bdb7); }
a { color: light-dark(#0b7a5b, #67d3a5); font-weight: 600; }
small { color: light-dark(#5a6f6c, #8fa6a0); }
</style></head><body><main>
<h1>${title}</h1>${text === '' ? '' : `\n<p>${text}</p>`}
<p>${action}</p><small>Request ${requestId}</small>
</main></body></html>`;
