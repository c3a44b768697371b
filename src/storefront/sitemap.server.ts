import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { sendProblem } from '#platform/http/problems.server.ts';
import { publicForms } from '#forms/definition/public-forms.ts';
import { Problem } from '#lib/api/problem.ts';
import { escapeHtml } from '#lib/text/html.ts';
import { wholeCatalogue } from '#catalogue/products/listings/search-terms.ts';

/** The protocol's limit of addresses in one file (sitemaps.org). */
const fileMax = 50_000;

/** Paths that search engines must not read. */
const disallowed = [
  '/admin/',
  '/v1/',
  '/shopping/checkout',
  '/shopping/order/',
  '/login/',
  '/*?*option=',
  '/*?*search=',
];

/** The paths of the shown products of one file of the sitemap. `part` is its number, from 0. */
export async function sitemapProducts(db: Db, part: number): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select p.url from (
      select product_id, name_key from category_listings where category_id = ${wholeCatalogue}
      order by name_key, product_id limit ${fileMax} offset ${part * fileMax}) l
    join products p on p.id = l.product_id order by l.name_key, p.id`.execute(db);
  return rows.map(({ url }) => `/shopping/product-detail/${url}`);
}

async function sitemapCategories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`select url from categories order by url`.execute(db);
  return ['all', ...rows.map(({ url }) => url)].map((url) => `/shopping/products/${url}`);
}

/** The paths of the public forms that are stored. */
async function sitemapForms(db: Db): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from forms where archived_at is null and lower(url) = any(${publicForms}) order by url`.execute(db);
  return rows.map(({ url }) => `/forms/${url}/`);
}

async function partsOf(db: Db): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select coalesce(sum(product_count), 0)::int as products from listing_counts
    where category_id = ${wholeCatalogue} and option = ''`.execute(db);
  return Math.ceil((rows[0]?.products ?? 0) / fileMax);
}

export interface SitemapDeps {
  db: Db;
  env: Pick<Deps['env'], 'publicUrl'>;
}

/** `GET /robots.txt` and `/sitemap.xml`, an index of files with 50,000 addresses each. `pages` returns those outside the shop. */
export function sitemapRoutes(
  app: FastifyInstance,
  { db, env }: SitemapDeps,
  pages: () => Promise<readonly string[]> = async () => ['/'],
): void {
  const origin = env.publicUrl;
  app.get('/robots.txt', async (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...disallowed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = Array.from({ length: await partsOf(db) }, (_, part) => `/sitemap-products-${part + 1}.xml`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(xml('sitemapindex', 'sitemap', [origin, ['/sitemap-pages.xml', ...parts]]));
  });
  app.get('/sitemap-pages.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(
        xml('urlset', 'url', [
          origin,
          [...(await pages()), ...(await sitemapForms(db)), ...(await sitemapCategories(db))],
        ]),
      ),
  );
  app.get<{ Params: { part: string } }>('/sitemap-products-:part.xml', async (request, reply) => {
    const part = Number(/^[1-9]\d{0,4}$/.exec(request.params.part)?.[0] ?? 0);
    const paths = part > 0 ? await sitemapProducts(db, part - 1) : [];
    if (paths.length === 0) return sendProblem(request, reply, new Problem(404, 'Not found.'));
    return reply.type('application/xml; charset=utf-8').send(xml('urlset', 'url', [origin, paths]));
  });
}

function xml(root: string, entry: string, [origin, paths]: [string, string[]]): string {
  const entries = paths.map((path) => `<${entry}><loc>${escapeHtml(origin + encodeURI(path))}</loc></${entry}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;
}
