/**
 * Last step of an image's build: removes what the built program never loads, which is what only the build needs, and the declarations
 * and manuals of packages. Afterwards the pages can't be built again in this folder.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseAccount } from '#platform/postgres/postgres-account.server.ts';
import { findBinaries } from '#platform/postgres/postgres-binaries.server.ts';
import { root } from './setup.js';

const buildTools = new Set(['@gfx/zopfli', '@react-router/dev', 'vite']);
const neverLoaded = /\.(?:d\.[cm]?ts|a|md|markdown)$/i;
const license = /^(?:licen[cs]e|notice|copying)/i;

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
}; // the lock file's format, version 3

/** The path of the package that `name` means inside the package at `from`, as Node looks it up. */
function resolvePackage(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** All packages that these need, with those that they need. */
function reach(paths: string[]): Set<string> {
  const reached = new Set<string>();
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const next = resolvePackage(path, name);
      if (next !== undefined) paths.push(next);
    }
  }
  return reached;
}

function removeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeFiles(path);
    else if (neverLoaded.test(entry.name) && !license.test(entry.name)) rmSync(path);
  }
}

const { dependencies = {}, optionalDependencies } = packages[''] ?? {};
const wanted = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !buildTools.has(name));
const needed = reach(wanted.map((name) => `node_modules/${name}`));
for (const path of Object.keys(packages)) {
  if (path !== '' && !needed.has(path)) rmSync(join(root, path), { recursive: true, force: true });
}
removeFiles(join(root, 'node_modules'));
rmSync(join(root, 'node_modules/.bin'), { recursive: true, force: true });
if (existsSync(join(root, '.react-router'))) rmSync(join(root, '.react-router'), { recursive: true });

// The links between PostgreSQL's libraries can't be created once the folder is read-only.
const folder = mkdtempSync(join(tmpdir(), 'spruce-prune-'));
findBinaries(chooseAccount([folder]), folder);
rmSync(folder, { recursive: true });
// Whatever is missing now fails the build of the image, not the start of the shop.
for (const file of ['src/app.server.ts', 'src/compose.server.ts', 'build/server/index.js']) {
  await import(pathToFileURL(join(root, file)).href);
}
process.exit(); // some of what was loaded waits for work
