/**
 * Runs at the end of every `npm ci`: removes what packages bring and nothing here loads, a fifth of the install. These are the headers for
 * compiling addons to Node, Stripe's copy for `require`, source maps and, if development packages are left out, those of them that npm
 * installs nevertheless because other packages can use them, such as TypeScript.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'node_modules');
const remove = (/** @type {string} */ path) => rmSync(path, { recursive: true, force: true });

/** @param {string} folder */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.[cm]?(?:js|ts|css)\.map$/.test(entry.name)) remove(path);
  }
}

for (const name of readdirSync(packages).filter((one) => one.startsWith('node-linux-'))) {
  remove(join(packages, name, 'include'));
}
remove(join(packages, 'stripe/cjs'));
if (!existsSync(join(packages, 'vitest'))) {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, { devOptional }] of Object.entries(locked)) if (devOptional) remove(join(root, path));
  remove(join(packages, '@typescript')); // TypeScript's own, for this machine
}
removeSourceMaps(packages);
