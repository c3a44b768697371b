// Prepares a fresh clone: installs and builds. Plain JavaScript for any Node from 20 on, because it runs
// before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const root = join(import.meta.dirname, '..');
const requiredMajor = 24;

/** Why setup can't continue, as a sentence for the user. */
export class SetupFault extends Error {}

/**
 * Runs `work`; for a `SetupFault` prints its sentence and exits with 1.
 * @param {() => void | Promise<void>} work
 */
export async function orSayWhyNot(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupFault)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Installs the packages of the lock file if any are missing or of another version.
 * @param {{ withTests?: boolean }} [options]
 */
export function ensureInstalled({ withTests = false } = {}) {
  if (isInstalled(withTests)) return;
  console.log('Installing what Spruce needs. This takes a minute or two, once.');
  const status = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withTests ? ['--include=dev'] : [])]);
  if (status === undefined)
    throw new SetupFault('npm was not found. Install Node.js with npm, 20 or later, and start again.');
  if (status !== 0) {
    throw new SetupFault(
      'npm could not install the packages; its message is above. Check the network (and that this folder can be written to), then start again.',
    );
  }
}

/**
 * Whether every package is installed in the version of the lock file; npm records the installed versions at the end of an install.
 * @param {boolean} withTests
 */
function isInstalled(withTests) {
  const noted = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const { packages: there } = JSON.parse(readFileSync(noted, 'utf8'));
  const { packages: required } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(required).every(([path, { version, optional, dev }]) => {
    if (path === '' || (dev && !withTests)) return true;
    return there[path] ? there[path].version === version : optional === true;
  });
}

const packedNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);

/**
 * The Node to run the program with: the one among the packages, else this one if it is new enough.
 * @returns {string}
 */
export function findNode() {
  if (process.execPath === packedNode) return packedNode;
  if (existsSync(packedNode) && spawnSync(packedNode, ['--version']).status === 0) return packedNode;
  if (Number(process.versions.node.split('.')[0]) >= requiredMajor) return process.execPath;
  throw new SetupFault(
    `Spruce needs Node.js ${requiredMajor}. It brings its own for Linux with glibc on x64 and arm64; on this machine (${process.platform} ${process.arch}) install Node.js ${requiredMajor} and start again.`,
  );
}

/** Builds the pages if their sources have changed since the last build. */
export function ensureBuilt() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfSources()) return;
  console.log('Building the pages.');
  if (npm(['run', '--silent', 'build'], { NODE_ENV: 'production', SPRUCE_BUILD: 'quiet' }) !== 0) {
    throw new SetupFault('The pages could not be built; the reason is above.');
  }
}

const stampFile = join(root, 'build/.stamp');

/** Records which sources the pages were built from. */
export const stampBuild = () => writeFileSync(stampFile, stampOfSources());

/** A hash of all sources of the built pages. */
function stampOfSources() {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(server|test)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + sep.length))
    .sort();
  const others = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/compress.ts',
  ];
  for (const file of [...others, ...files].filter((one) => existsSync(join(root, one)))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs npm and returns its exit status; undefined if npm is missing.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function npm(args, env = {}) {
  const ours = process.env.npm_execpath; // set inside npm's own scripts
  const isNpm = ours !== undefined && /npm-cli\.[cm]?js$/.test(ours);
  const [command, before] = isNpm ? [process.execPath, [ours]] : ['npm', []];
  const run = spawnSync(command, [...before, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return run.error ? undefined : (run.status ?? 1);
}

/**
 * For a small machine: earlier garbage collection, WebAssembly compiled once instead of twice, and allocator arenas shared by
 * threads. Together they halve the memory of a busy server. The flags are those of the Node among the packages.
 */
export const lean = {
  flags: ['--max-semi-space-size=4', '--heap-growing-percent=25', '--liftoff-only'],
  env: { MALLOC_ARENA_MAX: '1' },
};

/**
 * Replaces this process by our Node with `args`, or runs it as a child if this Node can't be replaced. Signals are
 * forwarded, and its exit code is ours.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function become(args, env = {}) {
  const node = findNode();
  const all = { ...lean.env, ...process.env, ...env };
  const flags = ['--disable-warning=ExperimentalWarning', ...(node === packedNode ? lean.flags : [])];
  if (process.execve) process.execve(node, [node, ...flags, ...args], all); // never returns
  const child = spawn(node, [...flags, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: all });
  /** @type {NodeJS.Signals[]} */
  const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  child.on('exit', (status, signal) => process.exit(status ?? (signal === null ? 1 : 128)));
}
