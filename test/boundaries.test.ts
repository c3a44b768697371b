import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** A slice imports those before it in this list, never those after it. */
const slices = [
  'addresses',
  'settings',
  'accounts',
  'table-views',
  'history',
  'unsent-mails',
  'users',
  'manage-settings',
  'forms',
  'submissions',
  'suppliers',
  'categories',
  'products',
  'stock',
  'purchasing',
  'catalogue-file',
  'promos',
  'cart',
  'synonyms',
  'shop',
  'orders',
  'manage-promos',
  'manage-orders',
  'enquiries',
  'reports',
  'site',
  'admin',
];
const foundations: Record<string, string[]> = { lib: [], infra: ['lib'], ui: ['lib'], assets: [] };

interface Source {
  /** `src/cart/pricing.server.ts` */
  path: string;
  /** `cart`, or empty for the files at the root of `src`, which compose everything. */
  area: string;
  text: string;
  isServer: boolean;
  isTest: boolean;
  /** Paths of ours that it imports, as `path` above. */
  imports: string[];
}

const root = join(import.meta.dirname, '..');
const generated = ['src/infra/tables.server.ts'];
/** Besides the clock: what knows the calendar, and the time inside an id, which nobody reads. Pages run in browsers. */
const clockFiles = ['src/infra/clock.server.ts', 'src/lib/day.ts', 'src/lib/uuid.ts'];

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !generated.includes(path))
    .sort();

const importing =
  /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const named = [...text.matchAll(importing)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
  const [, area = '', inside] = path.split('/');
  return {
    path,
    area: inside === undefined ? '' : area,
    text,
    isServer: /\.server\.tsx?$/.test(path),
    isTest: /\.test\.tsx?$/.test(path),
    imports: named.flatMap((name) => resolved(path, name)),
  };
}

function resolved(from: string, name: string): string[] {
  if (name.startsWith('#')) return [`src/${name.slice(1)}`];
  if (name.startsWith('.') && !name.includes('+types')) return [join(dirname(from), name)];
  return [];
}

const areaOf = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '');

const sources = filesIn('src', /\.tsx?$/).map(read);
const program = sources.filter((source) => !source.isTest);

/** Every import of the program that `isWrong`, with what to do about it. */
function wrongImports(
  isWrong: (from: Source, to: string) => boolean,
  advice: (from: Source, to: string) => string,
): string[] {
  return program.flatMap((from) =>
    from.imports
      .filter((to) => to.startsWith('src/') && isWrong(from, to))
      .map((to) => `${from.path} imports ${to}: ${advice(from, to)}`),
  );
}

test('server files are imported by server files only', () => {
  const wrong = wrongImports(
    (from, to) => !from.isServer && /\.server\.tsx?$/.test(to),
    () => 'call the endpoint instead, or move what both need to a file without ".server".',
  );
  expect(wrong).toEqual([]);
});

test('what imports node: is a server file', () => {
  const wrong = program.filter(({ isServer, text }) => !isServer && /from 'node:/.test(text));
  expect(wrong.map(({ path }) => `${path} imports node: name it ".server.ts".`)).toEqual([]);
});

test('lib imports nothing of ours, infra and ui only lib', () => {
  const wrong = wrongImports(
    (from, to) => from.area in foundations && areaOf(to) !== from.area && !foundations[from.area]?.includes(areaOf(to)),
    (from) =>
      `${from.area} knows ${foundations[from.area]?.join(', ') || 'nothing else of ours'}: hand it in as a parameter.`,
  );
  expect(wrong).toEqual([]);
});

test('every folder of src has its place', () => {
  const known = ['', ...slices, ...Object.keys(foundations)];
  const unknown = new Set(sources.map(({ area }) => area).filter((area) => !known.includes(area)));
  expect(
    [...unknown].map((area) => `src/${area}: add it to the list in test/boundaries.test.ts, below what it needs.`),
  ).toEqual([]);
});

test('a slice imports only slices above it', () => {
  const wrong = wrongImports(
    (from, to) => slices.includes(from.area) && slices.indexOf(areaOf(to)) > slices.indexOf(from.area),
    (from, to) =>
      `${from.area} stands above ${areaOf(to)}. Move the rule down, or what it needs up; a layout wraps pages in routes.ts.`,
  );
  expect(wrong).toEqual([]);
});

test('nothing but the root imports the root', () => {
  const wrong = wrongImports(
    (from, to) => from.area !== '' && /^src\/[^/]+\.tsx?$/.test(to),
    () => 'the files at the root compose the slices and are known to none.',
  );
  expect(wrong).toEqual([]);
});

test("another slice's routes and pages are never imported", () => {
  const wrong = wrongImports(
    (from, to) => from.area !== '' && from.area !== areaOf(to) && /\/(routes\.server\.ts|pages\/)/.test(to),
    () => 'import its contract or its service, or move the component out of pages.',
  );
  expect(wrong).toEqual([]);
});

test('routes hold no SQL', () => {
  const wrong = program.filter(
    ({ path, text }) =>
      path.endsWith('/routes.server.ts') && /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
  );
  expect(wrong.map(({ path }) => `${path} writes SQL: move it to the service.`)).toEqual([]);
});

test('there are no barrels', () => {
  // The build's entry hands out what the server sets in it, since only the build's own copy counts.
  const isBarrel = ({ path, text }: Source) =>
    path !== 'src/entry.server.tsx' && /^export (\*|\{[^}]*\}) from /m.test(text);
  expect(
    program.filter(isBarrel).map(({ path }) => `${path} exports another file's: import that file where it is used.`),
  ).toEqual([]);
});

test('the server and lib keep no state in modules', () => {
  const state = /^(export )?(let |const \w+(: [^=]+)? = new (Map|Set)(<[^(]*>)?\(\))/m;
  // Ids of one millisecond are counted for the whole process: it is what keeps them in order.
  const isCounter = (path: string) => path === 'src/lib/uuid.ts';
  const wrong = program.filter(
    ({ path, isServer, area, text }) => (isServer || area === 'lib') && !isCounter(path) && state.test(text),
  );
  expect(wrong.map(({ path }) => `${path} keeps state: make it once and hand it in as deps.`)).toEqual([]);
});

test('only the clock and lib/day.ts ask what time it is', () => {
  const asking = program.filter(
    ({ path, text }) =>
      !clockFiles.includes(path) && !path.includes('/pages/') && /new Date\(\)|\bDate\.now\(\)/.test(text),
  );
  expect(asking.map(({ path }) => `${path} asks for the time: take it from deps.clock, or as a parameter.`)).toEqual(
    [],
  );
});

test('files are short', () => {
  const folders = ['src', 'test', 'e2e', 'scripts', 'bench', 'migrations', 'demo'];
  const wrong = folders
    .flatMap((folder) => filesIn(folder, /\.(tsx?|js|css)$/))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > (/\.test\.tsx?$|^(test|e2e|migrations)\//.test(path) ? 500 : 300));
  expect(wrong.map(({ path, lines }) => `${path} has ${lines} lines: split it by a noun of the trade.`)).toEqual([]);
});
