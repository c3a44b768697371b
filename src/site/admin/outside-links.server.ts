import { sql } from 'kysely';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { requestPublicly } from '#platform/http/request-publicly.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { webLinksInMarkdown } from '#platform/rendering/safe-html.server.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { placesIn } from '../content/content-faults.server.ts';
import type { LinkingPlace } from './contract.ts';
import { type listDeadLinks, outsideLinkSentences } from './outside-links-contract.ts';

export type LinkDeps = Pick<Deps, 'db' | 'clock' | 'resolveHost'>;

const dailyJob = jobKind<object>('outside-links', { retries: 0, isLong: true });
const nowJob = jobKind<object>('outside-links-now', { retries: 0, isLong: true });

/** Registers the daily check and the check that the button starts. Call it before the queue is started. */
export function startLinkJobs(deps: LinkDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.daily(dailyJob, (_, { signal }) => checkOutsideLinks(deps, signal));
  deps.jobs.work(nowJob, (_, { signal }) => checkOutsideLinks(deps, signal));
}

export const requestCheck = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  inTransaction(db, (tx) => jobs.enqueue(tx, nowJob, {}));

/** Everything that the site publishes, each part with its place. */
async function publishedParts(db: Db): Promise<(LinkingPlace & { content: unknown })[]> {
  const { rows } = await sql<LinkingPlace & { content: unknown }>`
    select 'menus' as kind, '1' as id, 'Menus' as title, content from site_menus
    union all
    select 'page', id::text, draft_title, published from site_pages where published is not null and removed_at is null
    union all
    select kind, id::text, coalesce(content ->> 'name', content ->> 'question'), content from site_records
    where removed_at is null`.execute(db);
  return rows;
}

const outside = /^https?:\/\//;
const mostPlaces = 10;

/** Links to other sites, with the places where they occur. */
async function readOutsideLinks(db: Db): Promise<Map<string, LinkingPlace[]>> {
  const links = new Map<string, LinkingPlace[]>();
  for (const { content, ...place } of await publishedParts(db)) {
    const urls = [...placesIn(content)].flatMap(({ key, value }) => {
      if (typeof value !== 'string') return [];
      return key === 'body' ? webLinksInMarkdown(value) : key === 'to' && outside.test(value) ? [value] : [];
    });
    for (const url of new Set(urls.map((one) => one.replace(/#.*$/, '')))) {
      const places = links.get(url) ?? [];
      if (places.length < mostPlaces) places.push(place);
      links.set(url, places);
    }
  }
  return links;
}

/** This many hosts are asked at a time; each is asked for one page after another. */
const hostsAtOnce = 8;

/** Checks all links to other sites and stores which of them lead nowhere. */
export async function checkOutsideLinks({ db, clock, resolveHost }: LinkDeps, signal?: AbortSignal): Promise<void> {
  const links = await readOutsideLinks(db);
  const hosts = [...Map.groupBy(links.keys(), (url) => (URL.canParse(url) ? new URL(url).host : '')).values()];
  const work = async (): Promise<void> => {
    for (let urls = hosts.pop(); urls && !signal?.aborted; urls = hosts.pop())
      for (const url of urls) {
        const reason = await faultOf(url, resolveHost);
        const at = clock.now();
        const row = { checked_at: at, reason, places: JSON.stringify(links.get(url)) };
        await db
          .insertInto('site_outside_links')
          .values({ url, ...row, dead_since: reason === null ? null : at })
          .onConflict((conflicting) =>
            conflicting.column('url').doUpdateSet({
              ...row,
              dead_since: reason === null ? null : sql`coalesce(site_outside_links.dead_since, ${at})`,
            }),
          )
          .execute();
      }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, work));
  await sql`delete from site_outside_links where url <> all(${[...links.keys()]})`.execute(db);
}

const mostRedirects = 8;
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; link check)', accept: '*/*' };

/** Why an address leads nowhere; null if it leads somewhere, or if its server merely refuses programs. */
async function faultOf(address: string, resolve: Deps['resolveHost']): Promise<string | null> {
  if (!URL.canParse(address)) return outsideLinkSentences.missing(address, 404);
  let url = new URL(address);
  for (let hop = 0; hop < mostRedirects; hop++) {
    let answer = await requestPublicly(url, { method: 'HEAD', headers, resolve });
    // Some servers support only GET.
    if (answer.kind === 'failed' || answer.status >= 400)
      answer = await requestPublicly(url, { method: 'GET', headers, resolve });
    if (answer.kind === 'failed') return answer.reason;
    const { status, location } = answer;
    if (status === 404 || status === 410) return outsideLinkSentences.missing(url.host, status);
    if (status >= 500) return outsideLinkSentences.broken(url.host, status);
    if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url)) return null;
    url = new URL(location, url);
    if (!outside.test(url.href)) return null;
  }
  return outsideLinkSentences.ring(url.host);
}

/** The links that lead nowhere, the latest first. */
export async function readDeadLinks(db: Db): Promise<ReplyOf<typeof listDeadLinks>> {
  const all = await db
    .selectFrom('site_outside_links')
    .select(({ fn }) => [fn.max('checked_at').as('at'), fn.countAll<number>().as('count')])
    .executeTakeFirst();
  const rows = await db
    .selectFrom('site_outside_links')
    .select(['url', 'reason', 'dead_since', 'places'])
    .where('dead_since', 'is not', null)
    .orderBy('dead_since', 'desc')
    .orderBy('url')
    .limit(500)
    .execute();
  const dead = rows.map(({ url, reason, dead_since, places }) => ({
    url,
    reason: reason ?? '',
    sinceDate: dead_since?.toISOString() ?? '', // not null in these rows
    places: places as unknown as LinkingPlace[], // written above
  }));
  return { checkedDate: all?.at?.toISOString() ?? null, count: Number(all?.count ?? 0), dead };
}
