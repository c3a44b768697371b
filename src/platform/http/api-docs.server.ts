import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { escapeHtml } from '#lib/text/html.ts';
import type { Env } from '../process/env.server.ts';
import { openApi } from './openapi.server.ts';

/** `GET /v1/openapi.json` and `GET /v1/docs`, a page that works without JavaScript. */
export function docsRoutes(api: FastifyInstance, { endpoints, env }: { endpoints: Endpoint[]; env: Env }): void {
  let description: ReturnType<typeof openApi> | undefined;
  const describe = () => (description ??= openApi(endpoints, 'API', env.publicUrl));
  api.get('/openapi.json', async () => describe());
  api.get('/docs', async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page(describe())),
  );
}

interface Operation {
  summary: string;
  tags: string[];
  'x-access'?: string | string[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    schema: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

function page(description: Record<string, unknown>): string {
  const paths = description.paths as Record<string, Record<string, Operation>>; // built by openApi
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(method.toUpperCase(), path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body><main>
<h1>API</h1><p>${escapeHtml(String((description.info as { description: string }).description))}
Errors are <code>application/problem+json</code> (RFC 9457). The same description for programs:
<a href="openapi.json">openapi.json</a>.</p>${sections.join('\n')}</main></body></html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const access = operation['x-access'];
  const who = access === undefined ? 'anyone' : [access].flat().join(' or ');
  const rows = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  const responses = Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { content }]) => shape(`Response ${status}`, content));
  return `<details id="${escapeHtml(`${method}${path}`)}"><summary><b class="${method}">${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>Access: ${escapeHtml(who)}.</p>${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${shape('Body', operation.requestBody?.content)}${responses.join('')}</details>`;
}

const shape = (title: string, content: Record<string, { schema: unknown }> | undefined): string =>
  content === undefined
    ? ''
    : `<h2>${title}</h2><pre>${escapeHtml(JSON.stringify(Object.values(content)[0]?.schema, null, 2))}</pre>`;

const style = `:root{color-scheme:light dark;--line:light-dark(#e8e4d9,#223a36)}
body{margin:0;background:light-dark(#faf8f3,#0c1716);color:light-dark(#0d2b2b,#e9f2ee);font:16px/1.6 system-ui,sans-serif}
main{max-width:60rem;margin:auto;padding:2rem 1.25rem}h1{margin:0}h2{font-size:.875rem;margin:1rem 0 .25rem}
a{color:light-dark(#0b7a5b,#67d3a5)}details{border-top:1px solid var(--line)}summary{padding:.75rem 0;cursor:pointer}
summary:focus-visible{outline:3px solid light-dark(#0f5c5c,#8fe3c0)}b{display:inline-block;min-width:4.5em}
pre,td{font-size:.8125rem}pre{overflow:auto;padding:1rem;border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;width:100%}td{padding:.35rem .5rem;border-top:1px solid var(--line);overflow-wrap:anywhere}`;
