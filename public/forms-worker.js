/*
 * Opens forms without a connection. It keeps, of each form that was opened on this device, the page as everybody gets it (asked for
 * without cookies: no name, no profile, no answers) and the files of the build that the page needs. Nothing else goes through it:
 * calls of `/v1` and pages of submissions are never kept, and with a connection every page comes from the server.
 */
const cacheName = 'spruce-forms-1'; // another name when what is kept changes its shape: `activate` drops the old ones
const listPath = '/forms-worker/kept';
const mostPages = 20;
/** Milliseconds for the server's first word, after which a kept page is shown. */
const patienceMs = 5_000;
const day = 24 * 60 * 60 * 1000;
const longestKept = 90 * day;

/** `/forms/site-inspection/`; a submission's page has one part more. */
const formPath = /^\/forms\/[^/]+\/?$/;
const asPath = (pathname) => `${pathname.replace(/\/$/, '')}/`.toLowerCase();

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(dropOldCaches()));
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(inTurn(() => keep(event.data)));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && formPath.test(pathname)) event.respondWith(openPage(request, asPath(pathname)));
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request));
});

/** One after another: two tabs may have pages kept at once. */
let last = Promise.resolve();
function inTurn(work) {
  last = last.then(work).catch(() => undefined);
  return last;
}

/** A kept page also stands in where a proxy answers for the server, or nobody answers in time. */
async function openPage(request, path) {
  const asked = fetch(request);
  const kept = await (await caches.open(cacheName)).match(path);
  const answer = await (kept ? inTime(asked) : asked).catch(() => undefined);
  if (answer?.status === 404 || answer?.status === 410) void inTurn(() => forget(path));
  if (answer && !(kept && isAway(answer))) return answer;
  return kept ?? notKept();
}

/** 502 to 504 and what proxies of content networks say of a server that is away (520 to 527). */
const isAway = ({ status }) => (status >= 502 && status <= 504) || (status >= 520 && status <= 527);

const inTime = (asked) =>
  Promise.race([asked, new Promise((_, reject) => setTimeout(() => reject(new Error('No answer.')), patienceMs))]);

async function openAsset(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** What a page needs is there before the page is, so that what was kept before stays whole until it is replaced. */
async function keep({ path: pathname, build, formVersion, assets }) {
  if (!formPath.test(pathname)) return;
  const path = asPath(pathname);
  const cache = await caches.open(cacheName);
  const pages = await readList(cache);
  const before = pages.find((page) => page.path === path);
  const isAlike = before?.build === build && before.formVersion === formVersion;
  if (isAlike && assets.every((one) => before.assets.includes(one)) && Date.now() - before.keptAt < day) return;
  const answer = await fetch(pathname, { credentials: 'omit', redirect: 'error', cache: 'no-store' });
  if (answer.status !== 200) return;
  const html = await answer.text();
  // Of a newer build than the page that asks, whose later parts nobody has named yet: kept at the next visit.
  if (!html.includes(`/assets/manifest-${build}.js`)) return;
  const needed = [...new Set([...(html.match(/\/assets\/[\w.-]+/g) ?? []), ...assets])];
  await Promise.all(needed.map((url) => keepAsset(cache, url)));
  await cache.put(path, keptPage(html, answer.headers));
  const others = pages.filter((page) => page.path !== path);
  await writeList(cache, [{ path, build, formVersion, assets: needed, keptAt: Date.now() }, ...others]);
}

async function keepAsset(cache, url) {
  if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url);
}

/** The page says that it comes from this device. Its policy goes with it, whose nonce is its own. */
function keptPage(html, headers) {
  const kept = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const name of ['content-security-policy', 'referrer-policy', 'permissions-policy', 'x-content-type-options']) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return new Response(html.replace('<html ', `<html data-kept="${new Date().toISOString()}" `), { headers: kept });
}

async function forget(path) {
  const cache = await caches.open(cacheName);
  const pages = await readList(cache);
  if (pages.some((page) => page.path === path))
    await writeList(
      cache,
      pages.filter((page) => page.path !== path),
    );
}

async function readList(cache) {
  return (await cache.match(listPath))?.json() ?? [];
}

/** Takes down what is kept, and drops all else: pages that are too many or too old, and files that no page needs. */
async function writeList(cache, pages) {
  const kept = pages.slice(0, mostPages).filter(({ keptAt }) => Date.now() - keptAt < longestKept);
  const needed = new Set([listPath, ...kept.flatMap(({ path, assets }) => [path, ...assets])]);
  await cache.put(listPath, new Response(JSON.stringify(kept)));
  const requests = await cache.keys();
  const obsolete = requests.filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(obsolete.map((request) => cache.delete(request)));
}

async function dropOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('spruce-forms-') && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

function notKept() {
  const html = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>You are offline</title><style>body{max-width:32rem;margin:20vh auto;padding:0 1.25rem;font:1.0625rem/1.5 system-ui}</style>
<h1>You are offline</h1><p>This form has not been opened on this device before. Open it once with a connection: from then on it
opens without one too.</p></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(html, { status: 503, headers });
}
