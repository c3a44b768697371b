/**
 * Part of `npm run build`: shortens the list of routes that every first visit loads, makes a second one for visitors, which lacks the back
 * office, and writes a brotli and a gzip copy of each text file of the build. Zopfli's gzip is 2 % smaller than zlib's best. Splitting
 * files into blocks would save another half per cent and take seven times as long.
 */
import { gzipAsync } from '@gfx/zopfli';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { notForVisitors, visitorsList } from '#lib/route-lists.ts';

const folder = join(import.meta.dirname, '../build/client');
const texts = /\.(js|css|svg|html|txt|xml|json|webmanifest|ico)$/;
const smallest = 512; // bytes; smaller files fit into a packet uncompressed

const asBrotli = promisify(brotliCompress);

/** A route, or the entry, in the list of routes: the addresses of its scripts and styles. */
interface Part {
  module: string;
  imports?: string[];
  css?: string[];
}
type Route = Part & { id: string; parentId?: string };
interface RouteList {
  /** Its own address. */
  url: string;
  entry: Part;
  routes: Record<string, Route>;
}

const nameOfList = 'window.__reactRouterManifest=';

/** The routes around a route, nearest first. */
function around(routes: RouteList['routes'], { parentId }: Route): Route[] {
  const parent = routes[parentId ?? ''];
  return parent ? [parent, ...around(routes, parent)] : [];
}

/** The list for visitors. */
function withoutBackOffice(list: RouteList): RouteList {
  const isForVisitors = (route: Route): boolean =>
    ![route, ...around(list.routes, route)].some(({ id }) => notForVisitors.includes(id));
  const routes = Object.entries(list.routes).filter(([, route]) => isForVisitors(route));
  return { ...list, url: visitorsList(list.url), routes: Object.fromEntries(routes) };
}

/** The list without the scripts and styles that the entry or a route around names: these are loaded before, always. */
function withoutRepeats(list: RouteList): RouteList {
  const shorten = (route: Route): Route => {
    const loaded = [list.entry, ...around(list.routes, route)];
    const scripts = new Set(loaded.flatMap(({ module, imports = [] }) => [module, ...imports]));
    const styles = new Set(loaded.flatMap(({ css = [] }) => css));
    return {
      ...route,
      imports: route.imports?.filter((script) => !scripts.has(script)).sort(), // sorted, they compress better
      css: route.css?.filter((style) => !styles.has(style)),
    };
  };
  const routes = Object.entries(list.routes).map(([id, route]) => [id, shorten(route)] as const);
  return { ...list, routes: Object.fromEntries(routes) };
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [brotli, gzipped] = await Promise.all([
    asBrotli(text, { params }),
    gzipAsync(text, { numiterations: 5, blocksplitting: false }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}

const files = await readdir(folder, { recursive: true, withFileTypes: true });
const paths = files
  .filter((file) => file.isFile() && texts.test(file.name))
  .map((file) => join(file.parentPath, file.name));
const listPath = paths.find((path) => /\/manifest-[\w-]+\.js$/.test(path));
if (listPath === undefined) throw new Error('The build has no list of routes.');
const written = (await readFile(listPath, 'utf8')).trim();
if (!written.startsWith(nameOfList)) throw new Error('The list of routes is not written as expected.');
const list = JSON.parse(written.slice(nameOfList.length).replace(/;$/, '')) as RouteList; // written by React Router
const visitorsListPath = visitorsList(listPath);
const whole = withoutRepeats(list);
await writeFile(listPath, `${nameOfList}${JSON.stringify(whole)};`);
await writeFile(visitorsListPath, `${nameOfList}${JSON.stringify(withoutBackOffice(whole))};`);
await Promise.all([...paths, visitorsListPath].map(compress));
