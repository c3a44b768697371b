import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '#platform/http/problems.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { readBrand } from './brand.server.ts';
import { previewStylesheet, readFontFile } from './brand-fonts.server.ts';
import { icoOf, type IconDeps, readIcon, readIconPng, readSharePicture } from './brand-icons.server.ts';
import { openPicture } from './brand-pictures.server.ts';
import { readStylesheet } from './brand-stylesheet.server.ts';
import { type DrawingName, drawingNames, drawingPath } from './drawing-paths.ts';
import { drawingInColours } from './derive-colours.server.ts';
import { readSettings } from './settings.server.ts';

const forEver = 'public, max-age=31536000, immutable';

interface Answer {
  body: Buffer | string;
  type: string;
}

/** The files that browsers and other sites look for at fixed addresses. They may change, so a browser asks again after an hour. */
const atFixedAddresses: Record<string, (deps: IconDeps) => Promise<Answer>> = {
  '/favicon.svg': async (deps) => {
    const { bytes, type } = await readIcon(deps);
    return { body: bytes, type };
  },
  '/favicon.ico': async (deps) => ({ body: icoOf(await readIconPng(deps, 32), 32), type: 'image/vnd.microsoft.icon' }),
  '/apple-touch-icon.png': (deps) => png(readIconPng(deps, 180, 0.1)),
  '/icon-192.png': (deps) => png(readIconPng(deps, 192)),
  '/icon-512.png': (deps) => png(readIconPng(deps, 512)),
  '/icon-maskable-512.png': (deps) => png(readIconPng(deps, 512, 0.15)),
  '/og.png': (deps) => png(readSharePicture(deps)),
  ...Object.fromEntries(drawingNames.map((name) => [drawingPath(name), (deps) => drawing(deps, name)])),
  '/site.webmanifest': async (deps) => ({
    body: JSON.stringify(await manifest(deps)),
    type: 'application/manifest+json; charset=utf-8',
  }),
};

/** A drawing of the program in the colours of the brand. */
async function drawing(deps: IconDeps, name: DrawingName): Promise<Answer> {
  const svg = await readFile(join(import.meta.dirname, `../assets/art/${name}.svg`), 'utf8');
  return { body: drawingInColours(svg, await readBrand(deps)), type: 'image/svg+xml' };
}

const png = async (bytes: Promise<Buffer>): Promise<Answer> => ({ body: await bytes, type: 'image/png' });

async function manifest(deps: IconDeps): Promise<object> {
  const [{ company }, { tagline, ink }] = await Promise.all([readSettings(deps), readBrand(deps)]);
  const icon = (src: string, side: number, purpose?: string) => ({
    src,
    sizes: `${side}x${side}`,
    type: 'image/png',
    ...(purpose !== undefined && { purpose }),
  });
  return {
    name: company.name,
    short_name: company.name,
    description: tagline,
    lang: 'en-AU',
    start_url: '/',
    display: 'browser',
    background_color: '#faf8f3',
    theme_color: ink,
    icons: [icon('/icon-192.png', 192), icon('/icon-512.png', 512), icon('/icon-maskable-512.png', 512, 'maskable')],
  };
}

/** `GET /brand/…`: the brand's style sheet, fonts and pictures, by a hash of their content; and its icons at fixed addresses. */
export function brandFiles(app: FastifyInstance, deps: IconDeps): void {
  for (const [path, answer] of Object.entries(atFixedAddresses))
    app.get(path, async (request, reply) => {
      const { body, type } = await answer(deps);
      return sendChecked(request, reply.header('cache-control', 'public, max-age=3600'), { body, type });
    });
  app.get('/brand/fonts.css', async (request, reply) =>
    sendChecked(request, reply.header('cache-control', 'public, max-age=3600'), {
      body: previewStylesheet(),
      type: 'text/css; charset=utf-8',
    }),
  );
  app.get<{ Params: { file: string } }>('/brand/fonts/:file', async (request, reply) => {
    const font = await readFontFile(request.params.file);
    if (!font) return sendProblem(request, reply, new Problem(404, 'This font does not exist.'));
    return safe(reply).header('cache-control', forEver).type('font/woff2').send(font);
  });
  app.get<{ Params: { file: string } }>('/brand/:file', async (request, reply) => {
    const { file } = request.params;
    if (file.endsWith('.css')) return sendStylesheet(deps, reply, `/brand/${file}`);
    const picture = await openPicture(deps.files, file);
    if (!picture) return sendProblem(request, reply, new Problem(404, 'This picture does not exist.'));
    return safe(reply)
      .header('cache-control', forEver)
      .header('content-length', picture.size)
      .type(picture.type)
      .send(picture.body);
  });
}

/** A page that was rendered before the colours changed asks for the former style sheet, and gets the new one. */
async function sendStylesheet(deps: IconDeps, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const { own } = await readStylesheet(deps);
  return reply
    .header('cache-control', own?.path === path ? forEver : 'no-store')
    .type('text/css; charset=utf-8')
    .send(own?.css ?? '');
}

/** Headers with which a drawing that is opened by itself runs no scripts and loads nothing. */
const safe = (reply: FastifyReply): FastifyReply =>
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");

function sendChecked(request: FastifyRequest, reply: FastifyReply, { body, type }: Answer): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return safe(reply).type(type).send(body);
}
