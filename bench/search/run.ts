/** `npm run bench:search`: asks the demo's shop the judged queries and writes `bench/results-search.md`. See bench/README.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { openDb } from '#platform/db/db.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { registry } from '#platform/http/register-endpoint.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { shopRoutes } from '#storefront/routes.server.ts';
import { makeDemoProducts, makeDemoSynonyms } from '../../test/demo-shop.ts';
import { withDatabase } from '../servers.ts';
import {
  heldOutQueries,
  type JudgedQuery,
  secondHeldOutQueries,
  thirdHeldOutQueries,
  tunedQueries,
} from './queries.ts';

/** The place of the first right product, from 1; 0 where none is among the first hundred. */
interface Ranked extends JudgedQuery {
  rank: number;
  total: number;
  first: string[];
}

async function ranksOf(queries: readonly JudgedQuery[]): Promise<Ranked[]> {
  return withDatabase(undefined, async ({ connection }) => {
    const { db, close } = openDb(connection, console);
    await migrate(db);
    await makeDemoProducts(db);
    await makeDemoSynonyms(db);
    const app = Fastify();
    const changes = { subscribe() {}, async stop() {} };
    await app.register(
      async (v1) => shopRoutes(registry(v1, async () => null).on, { db, changes, clock: systemClock }),
      { prefix: '/v1' },
    );
    const ranked: Ranked[] = [];
    for (const query of queries) {
      const url = `/v1/products?${new URLSearchParams({ search: query.text, pageSize: '100' })}`;
      const { products, totalCount } = (await app.inject({ url })).json<{
        products: { url: string }[];
        totalCount: number;
      }>();
      const urls = products.map((product) => product.url);
      const rank = urls.findIndex((one) => query.right.includes(one)) + 1;
      ranked.push({ ...query, rank, total: totalCount, first: urls.slice(0, 3) });
    }
    await app.close();
    await close();
    return ranked;
  });
}

/** Rank and total of each query before the search was changed: it knew whole words and the beginning of the last. */
const before = JSON.parse(await readFile(join(import.meta.dirname, 'before.json'), 'utf8')) as Record<
  string,
  [rank: number, total: number]
>; // written by this program, once

const isRight = (rank: number): boolean => rank >= 1 && rank <= 3;
const shown = (rank: number, total: number): string =>
  rank === 0 ? (total === 0 ? 'nothing' : `none of ${total}`) : `${rank} of ${total}`;

const earlier = (text: string): string => {
  const ranks = before[text];
  return ranks ? shown(...ranks) : 'not measured';
};

function tableOf(title: string, ranked: readonly Ranked[]): string {
  const known = ranked.every(({ text }) => text in before);
  const right = (ranks: readonly number[]): string => `${ranks.filter(isRight).length} of ${ranks.length}`;
  const rows = ranked.map(
    ({ text, kind, rank, total, first }) =>
      `| ${text} | ${kind} | ${earlier(text)} | ${shown(rank, total)} | ${first[0] ?? ''} |`,
  );
  return `## ${title}

A right product is among the first three for ${known ? `${right(ranked.map(({ text }) => before[text]?.[0] ?? 0))} before and ` : ''}${right(ranked.map(({ rank }) => rank))} after.

| search | kind | before | after | first now |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const ranked = await ranksOf([...tunedQueries, ...heldOutQueries, ...secondHeldOutQueries, ...thirdHeldOutQueries]);
const firstHeldOut = tunedQueries.length + heldOutQueries.length;
const secondHeldOut = firstHeldOut + secondHeldOutQueries.length;
const report = `# Searches in the demo's shop

Written by \`npm run bench:search\` from \`bench/search/queries.ts\`, where each search names the products of which one has to be among the
first three. "2 of 4" is the place of the first right product, and how many products are found.

${tableOf('Searches that the search was tuned with', ranked.slice(0, tunedQueries.length))}
${tableOf('Searches written when it was done, since looked at', ranked.slice(tunedQueries.length, firstHeldOut))}
${tableOf('Searches written before they were first run, since looked at', ranked.slice(firstHeldOut, secondHeldOut))}
${tableOf('Searches written by a stranger to the search', ranked.slice(secondHeldOut))}`;
await writeFile(join(import.meta.dirname, '../results-search.md'), report);
process.stdout.write(report);
