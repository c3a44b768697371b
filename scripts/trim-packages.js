/**
 * Runs at the end of every `npm ci`: removes what packages bring and nothing here loads, which is a fifth of the install: the headers for
 * compiling addons to Node, and source maps.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');

/** @param {string} folder */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.[cm]?(?:js|ts|css)\.map$/.test(entry.name)) rmSync(path);
  }
}

for (const name of readdirSync(packages).filter((one) => one.startsWith('node-linux-'))) {
  rmSync(join(packages, name, 'include'), { recursive: true, force: true });
}
removeSourceMaps(packages);
