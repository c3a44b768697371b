/*
 * Opens forms without a connection. For each form that was opened on this device, it caches the page and the build's files that the
 * page needs. The page is requested without cookies, so it has no name, profile or answers. Calls of `/v1` and pages of submissions
 * are never cached, and with a connection every page comes from the server.
 */
const cacheName = 'shop-forms-1'; // to be changed with the format of the cache: `activate` deletes caches with other names
const listPath = '/forms-worker/kept';
const maxPages = 20;
/** If the server has not responded after this time, the cached page is shown. */
const timeoutMs = 5_000;
const day = 24 * 60 * 60 * 1000;
const maxAge = 90 * day;

/** `/forms/site-inspection/`, but not the page of a submission, which has one more segment. */
const formPath = /^\/forms\/[^/]+\/?$/;
const asPath = (pathname) => `${pathname.replace(/\/$/, '')}/`.toLowerCase();

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(tidyCaches()));
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(inSequence(() => cachePage(event.data)));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && formPath.test(pathname)) event.respondWith(openPage(request, asPath(pathname)));
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request));
});

/** Runs changes of the cache one after the other, because two tabs may cause some at the same time. */
let last = Promise.resolve();
function inSequence(work) {
  last = last.then(work).catch(() => undefined);
  return last;
}

/** The page from the server; the cached one if the server is unreachable, slow, or down behind a proxy. */
async function openPage(request, path) {
  const response = fetch(request);
  const cached = await (await caches.open(cacheName)).match(path);
  const answer = await (cached ? withTimeout(response) : response).catch(() => undefined);
  if (answer?.status === 404 || answer?.status === 410) void inSequence(() => forget(path));
  if (answer && !(cached && isServerDown(answer))) return answer;
  return cached ?? offlinePage();
}

/** Statuses by which a proxy (502 to 504) or a content delivery network (520 to 527) reports that the server is down. */
const isServerDown = ({ status }) => (status >= 502 && status <= 504) || (status >= 520 && status <= 527);

const withTimeout = (response) =>
  Promise.race([response, new Promise((_, reject) => setTimeout(() => reject(new Error('No response.')), timeoutMs))]);

async function openAsset(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** Caches a page, after the files that it needs: until then, the page that was cached before stays complete. */
async function cachePage({ path: pathname, build, formVersion, assets }) {
  if (!formPath.test(pathname)) return;
  const path = asPath(pathname);
  const cache = await caches.open(cacheName);
  const pages = await readList(cache);
  const before = pages.find((page) => page.path === path);
  const isSame = before?.build === build && before.formVersion === formVersion;
  if (isSame && assets.every((one) => before.assets.includes(one)) && Date.now() - before.keptAt < day) return;
  const answer = await fetch(pathname, { credentials: 'omit', redirect: 'error', cache: 'no-store' });
  if (answer.status !== 200) return;
  const html = await answer.text();
  // The page is of a newer build than the open one, which cannot name its files: it is cached at the next visit.
  if (!html.includes(`/assets/manifest-${build}`)) return;
  const needed = [...new Set([...(html.match(/\/assets\/[\w.-]+/g) ?? []), ...assets])];
  await Promise.all(needed.map((url) => cacheAsset(cache, url)));
  await cache.put(path, pageFromDevice(html, answer.headers));
  const others = pages.filter((page) => page.path !== path);
  await writeList(cache, [{ path, build, formVersion, assets: needed, keptAt: Date.now() }, ...others]);
}

async function cacheAsset(cache, url) {
  if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url);
}

/** The page, marked as coming from this device, with the security headers that belong to its nonce. */
function pageFromDevice(html, headers) {
  const headersToStore = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const name of ['content-security-policy', 'referrer-policy', 'permissions-policy', 'x-content-type-options']) {
    const value = headers.get(name);
    if (value !== null) headersToStore.set(name, value);
  }
  return new Response(html.replace('<html ', `<html data-kept="${new Date().toISOString()}" `), {
    headers: headersToStore,
  });
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

/** Writes the list of cached pages, and deletes everything else: pages that are too many or too old, and files that no page needs. */
async function writeList(cache, pages) {
  const remaining = pages.slice(0, maxPages).filter(({ keptAt }) => Date.now() - keptAt < maxAge);
  const needed = new Set([listPath, ...remaining.flatMap(({ path, assets }) => [path, ...assets])]);
  await cache.put(listPath, new Response(JSON.stringify(remaining)));
  const requests = await cache.keys();
  const obsolete = requests.filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(obsolete.map((request) => cache.delete(request)));
}

/** Takes over what a former release cached under another name, and deletes caches of another format. */
async function tidyCaches() {
  const cache = await caches.open(cacheName);
  for (const name of await caches.keys()) {
    if (name === cacheName || !/-forms-\d+$/.test(name)) continue;
    const old = await caches.open(name);
    if (name.endsWith('-forms-1'))
      for (const request of await old.keys())
        if (!(await cache.match(request, { ignoreVary: true }))) await cache.put(request, await old.match(request));
    await caches.delete(name);
  }
}

function offlinePage() {
  const html = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>You are offline</title><style>body{max-width:32rem;margin:20vh auto;padding:0 1.25rem;font:1.0625rem/1.5 system-ui}</style>
<h1>You are offline</h1><p>This form has not been opened on this device before. Open it once while you are online.
After that, it also opens without a connection.</p></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(html, { status: 503, headers });
}
