/**
 * Part of `npm run build`: writes a brotli and a gzip copy of each text file of the build. Zopfli's gzip is
 * 3 % smaller than zlib's best. The last half per cent, by splitting a file into blocks, takes seven times as long, and so
 * only what visitors load gets it.
 */
import { gzipAsync } from '@gfx/zopfli';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const folder = join(import.meta.dirname, '../build/client');
const texts = /\.(js|css|svg|html|txt|xml|json|webmanifest|ico)$/;
const smallest = 512; // bytes; smaller files fit into a packet uncompressed

const asBrotli = promisify(brotliCompress);

interface Part {
  module: string;
  imports?: string[];
}
type Route = Part & { id: string; parentId?: string };

/** The addresses of the scripts that pages outside the back office name, read from the build's list of routes. */
function visitedScripts(list: string): Set<string> {
  const { entry, routes } = JSON.parse(list.slice(list.indexOf('{'), list.lastIndexOf('}') + 1)) as {
    entry: Part;
    routes: Record<string, Route>;
  }; // written by React Router
  const isBackOffice = (route: Route | undefined): boolean =>
    route !== undefined && (route.id === 'admin/pages/shell' || isBackOffice(routes[route.parentId ?? '']));
  const visited = [entry, ...Object.values(routes).filter((route) => !isBackOffice(route))];
  return new Set(visited.flatMap(({ module, imports = [] }) => [module, ...imports]));
}

async function compress(path: string, isVisited: boolean): Promise<void> {
  const text = await readFile(path);
  if (text.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [brotli, gzipped] = await Promise.all([
    asBrotli(text, { params }),
    gzipAsync(text, { numiterations: 5, blocksplitting: isVisited }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}

const files = await readdir(folder, { recursive: true, withFileTypes: true });
const paths = files
  .filter((file) => file.isFile() && texts.test(file.name))
  .map((file) => join(file.parentPath, file.name));
const list = paths.find((path) => /\/manifest-[\w-]+\.js$/.test(path));
if (list === undefined) throw new Error('The build has no list of routes.');
const visited = visitedScripts(await readFile(list, 'utf8'));
await Promise.all(paths.map((path) => compress(path, visited.has(path.slice(folder.length)))));
