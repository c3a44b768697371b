import type { Browser } from '@playwright/test';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

export interface Sizes {
  name: string;
  /** Bytes. */
  html: number;
  /** Bytes as gzip sends them: what the page names to be loaded at once. */
  script: number;
  style: number;
}

/** What a first visit of a page loads. */
export async function sizesOf(port: number, name: string, path: string): Promise<Sizes> {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const files = new Set([...html.matchAll(/href="(\/assets\/[\w.~-]+\.(?:js|css))#?"/g)].map(([, file]) => file ?? ''));
  const weigh = async (ending: string): Promise<number> => {
    const wanted = [...files].filter((file) => file.endsWith(ending));
    const weights = await Promise.all(wanted.map((file) => sentAs(port, file)));
    return weights.reduce((sum, weight) => sum + weight, 0);
  };
  return { name, html: Buffer.byteLength(html), script: await weigh('.js'), style: await weigh('.css') };
}

/** Bytes of all scripts that a first visit loads until it is quiet, each as gzip sends it. */
export async function scriptsOf(browser: Browser, port: number, path: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname);
  });
  await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'networkidle' });
  await context.close();
  const weights = await Promise.all([...scripts].map((script) => sentAs(port, script)));
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Bytes of a file's body as the server sends it to who takes gzip; `fetch` would unpack it. */
async function sentAs(port: number, path: string): Promise<number> {
  const request = get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'gzip' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // what the event carries
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length; // no encoding is set
  return bytes;
}
