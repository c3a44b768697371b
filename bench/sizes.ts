import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Sizes {
  name: string;
  /** Bytes. */
  html: number;
  /** Bytes as gzip sends them: what the page names to be loaded at once. */
  script: number;
  style: number;
}

const client = join(import.meta.dirname, '../build/client');

/** What a first visit of a page loads. */
export async function sizesOf(port: number, name: string, path: string): Promise<Sizes> {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const files = new Set([...html.matchAll(/\/assets\/[\w.~-]+\.(?:js|css)/g)].map(([file]) => file));
  const weigh = async (ending: string): Promise<number> => {
    const wanted = [...files].filter((file) => file.endsWith(ending));
    const weights = await Promise.all(wanted.map(async (file) => gzipSync(await readFile(join(client, file))).length));
    return weights.reduce((sum, weight) => sum + weight, 0);
  };
  return { name, html: Buffer.byteLength(html), script: await weigh('.js'), style: await weigh('.css') };
}
