import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from './rooms.ts';

const foundations = ['lib', 'platform', 'ui', 'assets'];

interface Source {
  /** `src/storefront/cart/pricing.server.ts` */
  path: string;
  /** `stock`, or empty for the files at the root of `src`, which compose everything. */
  slice: string;
  /** `stock/ledger`: its folder, without `pages`. */
  room: string;
  text: string;
  isServer: boolean;
  isTest: boolean;
  /** Paths of our own files that it imports, in the form of `path`. */
  imports: string[];
}

const root = join(import.meta.dirname, '..');
const generated = ['src/platform/db/tables.server.ts'];
/** Allowed besides the clock: calendar code, and the time inside an id, which is never read. Pages run in browsers. */
const clockFiles = [
  'src/orders/checkout/use-place-order.ts',
  'src/platform/process/clock.server.ts',
  'src/lib/day.ts',
  'src/lib/uuid.ts',
];

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
  const named = [...text.matchAll(importing)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return {
    path,
    slice: sliceOf(path),
    room: roomOf(path),
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

const roomOf = (path: string): string =>
  dirname(path)
    .replace(/^src\/?/, '')
    .replace(/\/pages$/, '');
const sliceOf = (path: string): string => roomOf(path).split('/')[0] ?? '';
const isContract = (path: string): boolean => path.endsWith('contract.ts');
/** Pages and routes, which no other file imports. */
const isOutside = (path: string): boolean => /\/([\w-]*routes\.server\.ts$|pages\/)/.test(path);

const sources = filesIn('src', /\.tsx?$/).map(read);
const program = sources.filter((source) => !source.isTest);

/** Every import for which `isWrong` holds, with what to do about it. */
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

test('lib imports no other room, platform and ui only lib', () => {
  const wrong = wrongImports(
    (from, to) => foundations.includes(from.slice) && ![from.slice, 'lib', 'assets'].includes(sliceOf(to)),
    (from) =>
      `${from.slice} knows ${from.slice === 'lib' ? 'nothing else of ours' : 'only lib'}: hand it in as a parameter.`,
  );
  expect(wrong).toEqual([]);
});

test('every folder of src is listed', () => {
  const existing = new Set(sources.map(({ room }) => room).filter((room) => room !== '' && !room.startsWith('assets')));
  const missing = [...existing].filter((room) => !rooms.includes(room));
  const gone = rooms.filter((room) => !existing.has(room));
  expect({
    missing: missing.map((room) => `src/${room}: add it to the list in test/rooms.ts, below what it needs.`),
    gone,
  }).toEqual({ missing: [], gone: [] });
});

/** Pages and routes may import every room of their slice except its back office. */
const mayImport = (from: Source, to: string): boolean => {
  const room = roomOf(to);
  if (from.room === room || room.startsWith('assets')) return true;
  if (from.slice === sliceOf(to) && isContract(to)) return true;
  if (isOutside(from.path) && room.startsWith(`${from.room}/`)) return true;
  return rooms.indexOf(room) < rooms.indexOf(from.room);
};

test('a room imports only rooms above it', () => {
  const wrong = wrongImports(
    (from, to) => from.slice !== '' && !mayImport(from, to),
    (from, to) =>
      `${from.room} is above ${roomOf(to)}. Move the rule down, or what it needs up; a layout wraps pages in routes.ts.`,
  );
  expect(wrong).toEqual([]);
});

test('a back office imports its slice, never the reverse', () => {
  const isAdmin = (path: string) => /\/admin\//.test(path);
  const wrong = wrongImports(
    (from, to) => from.slice === sliceOf(to) && isAdmin(to) && !isAdmin(from.path),
    () => 'move what both need out of admin/.',
  );
  expect(wrong).toEqual([]);
});

test('nothing but the root imports the root', () => {
  const wrong = wrongImports(
    (from, to) => from.slice !== '' && /^src\/[^/]+\.tsx?$/.test(to),
    () => 'the files at the root compose the slices and are known to none.',
  );
  expect(wrong).toEqual([]);
});

test("another slice's routes and pages are never imported", () => {
  const wrong = wrongImports(
    (from, to) =>
      from.slice !== '' &&
      from.room !== roomOf(to) &&
      isOutside(to) &&
      !(isOutside(from.path) && from.slice === sliceOf(to)),
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

/** Rows that one function writes, with what each change must do besides. `others` write columns that it does not protect. */
const doors = [
  {
    tables:
      'products|product_(items|categories|complements|images|documents|redirects)|variations|variation_options|item_options',
    use: /\bProductTx\b|\bchangeProducts\(/,
    others: /^src\/(catalogue\/products\/listings|stock\/ledger)\/|^src\/stock\/item-details\.server\.ts$/,
    advice:
      'take a ProductTx, and call it within changeProducts (catalogue/products/records/change-products.server.ts).',
  },
  {
    tables: 'promos',
    use: /\bPromoTx\b|\bchangePromos\(/,
    others: /^src\/promos\/seed-promos\.server\.ts$/,
    advice: 'take a PromoTx, and call it within changePromos (promos/admin/change-promo.server.ts).',
  },
  {
    tables: 'users',
    use: /(?!)/,
    others: /^src\/accounts\/profile\/write-users\.server\.ts$/,
    advice:
      'an administrator changes users by changeUsers (src/users), a member themselves by updateUsers (src/accounts/profile).',
  },
];
const declarations = /^(?=(?:export )?(?:async )?(?:function|const) )/m;

test.each(doors)('what writes $tables goes through one door', ({ tables, use, others, advice }) => {
  const writing = new RegExp(
    `\\b(insert into|update|delete from) (${tables})\\b|\\.(insertInto|updateTable|deleteFrom)\\('(${tables})\\b`,
  );
  const wrong = program
    .filter(({ path }) => !others.test(path))
    .flatMap(({ path, text }) =>
      text
        .split(declarations)
        .filter((declaration) => writing.test(declaration) && !use.test(declaration))
        .map((declaration) => `${path}, ${declaration.split('\n')[0]} writes by hand: ${advice}`),
    );
  expect(wrong).toEqual([]);
});

test('paid orders are changed through changeOrder alone', () => {
  const door = 'src/orders/stored/change-order.server.ts';
  const removal = 'src/orders/stored/remove-orders.server.ts'; // of made-up orders: there is nothing left that could be locked or noted
  const writes =
    /\b(updateTable|insertInto|deleteFrom|mergeInto)\('orders'|\b(update|insert into|delete from|merge into) orders\b/;
  const notes = /entity: 'order'|insertInto\('order_status_events'/;
  const wrong = program.filter(
    ({ path, room, text }) =>
      ![door, removal].includes(path) && ((room !== 'orders/place' && writes.test(text)) || notes.test(text)),
  );
  expect(
    wrong.map(
      ({ path }) => `${path} writes orders or their history: call changeOrder of ${door}, which locks the order.`,
    ),
  ).toEqual([]);
});

/** They have transactions of their own: migrations, what waits for others or reads a file meanwhile, and the demo's history, which is one transaction. */
const ownTransactions =
  /^src\/(platform\/(db\/(db|run-migration|migration-record)|rendering\/purge-shared-cache)|demo|demo\/history\/one-transaction|addresses\/gnaf\/edition-tables|backup\/database\/(database-beside|dump-database))\.server\.ts$/;

test('transactions are retried after a serialization failure or a deadlock', () => {
  const wrong = program.filter(
    ({ path, text }) => !ownTransactions.test(path) && /\.transaction\(\)|['"`]begin\b/i.test(text),
  );
  expect(wrong.map(({ path }) => `${path} begins a transaction: call inTransaction or inSnapshot.`)).toEqual([]);
});

/** These go past a pooler: they use the direct connection. */
const sessionLocks =
  /^src\/(platform\/db\/migration-lock|addresses\/gnaf\/edition-tables|backup\/database\/while-alone)\.server\.ts$/;

test('locks end with their transaction, except those for migrations, restores and G-NAF', () => {
  const wrong = program.filter(({ path, text }) => !sessionLocks.test(path) && /pg_(try_)?advisory_lock/.test(text));
  expect(
    wrong.map(({ path }) => `${path} locks for a session, which a pooler shares: take pg_advisory_xact_lock.`),
  ).toEqual([]);
});

test('a form says how it is sent', () => {
  // Without `method` or `action` the browser sends it before the script is there, with what was typed in the address.
  const tags = program.flatMap(({ path, text }) =>
    [...text.matchAll(/<form\b[^]*?\n?\s*(?:>|onSubmit)/g)].map(([tag]) => ({ path, tag })),
  );
  const wrong = tags.filter(({ tag }) => !/\b(method|action)=/.test(tag)).map(({ path }) => path);
  expect(wrong, 'give the form method="dialog"; its click is repeated once the script is there').toEqual([]);
  expect(tags.length).toBeGreaterThan(20);
});

test('there are no barrels', () => {
  // The build's entry re-exports a function because only the build's own copy counts.
  const isBarrel = ({ path, text }: Source) =>
    path !== 'src/entry.server.tsx' && /^export (\*|\{[^}]*\}) from /m.test(text);
  expect(
    program.filter(isBarrel).map(({ path }) => `${path} exports another file's: import that file where it is used.`),
  ).toEqual([]);
});

test('the server and lib keep no state in modules', () => {
  const state = /^(export )?(let |const \w+(: [^=]+)? = new (Map|Set)(<[^(]*>)?\(\))/m;
  // The counter of ids within a millisecond must be shared by the whole process.
  const isCounter = (path: string) => path === 'src/lib/uuid.ts';
  const wrong = program.filter(
    ({ path, isServer, slice, text }) => (isServer || slice === 'lib') && !isCounter(path) && state.test(text),
  );
  expect(wrong.map(({ path }) => `${path} keeps state: create it once and pass it in as deps.`)).toEqual([]);
});

test('only the clock and lib/day.ts read the current time', () => {
  const asking = program.filter(
    ({ path, text }) =>
      !clockFiles.includes(path) && !path.includes('/pages/') && /new Date\(\)|\bDate\.now\(\)/.test(text),
  );
  expect(
    asking.map(({ path }) => `${path} reads the current time: take it from deps.clock, or as a parameter.`),
  ).toEqual([]);
});

test('nothing that users or other systems receive names a company', () => {
  // These speak of the program itself, to those who run it.
  const ofTheProgram =
    /^src\/(backup|system\/doctor|platform\/(db|metrics|postgres|process|tracing))\/|shop-metrics|main\.server/;
  const named = ['src', 'public', 'starter-site', 'service-library']
    .flatMap((folder) => filesIn(folder, /\.(tsx?|js|css|svg|json|md|txt)$/))
    .filter((path) => !/\.test\.tsx?$/.test(path) && !ofTheProgram.test(path))
    .filter((path) => /spruce/i.test(readFileSync(join(root, path), 'utf8')));
  expect(named.map((path) => `${path} names the demo's company: read its name from the settings.`)).toEqual([]);
});

test('files are short', () => {
  const folders = ['src', 'test', 'e2e', 'scripts', 'bench', 'migrations', 'demo'];
  const wrong = folders
    .flatMap((folder) => filesIn(folder, /\.(tsx?|js|css)$/))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > (/\.test\.tsx?$|^(test|e2e|migrations)\//.test(path) ? 500 : 300));
  expect(wrong.map(({ path, lines }) => `${path} has ${lines} lines: split it by a noun of the trade.`)).toEqual([]);
});

test('folders are small', () => {
  const counts = new Map<string, number>();
  for (const path of filesIn('src', /./)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const wrong = [...counts].filter(([folder, count]) => count > 30 && !folder.startsWith('src/assets'));
  expect(wrong.map(([folder, count]) => `${folder} has ${count} files: make rooms of it.`)).toEqual([]);
});

test('no file imports itself through others, not even for a type', () => {
  const byPath = new Map(program.map((source) => [source.path, source]));
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' > '));
    if (way.includes(path) || finished.has(path)) return;
    for (const next of byPath.get(path)?.imports ?? []) visit(next, [...way, path]);
    finished.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  expect(circles.map((circle) => `${circle}: move the type to the lower file.`)).toEqual([]);
});

test('migrations that have landed are never edited or removed', () => {
  const landed = readFileSync(join(root, 'test/migrations.sha256'), 'utf8').trim().split('\n');
  const wrong = landed
    .map((line) => line.split('  '))
    .filter(([hash, name = '']) => hash !== sha256Of(`migrations/${name}`));
  const missing = filesIn('migrations', /\.ts$/).filter(
    (path) => !landed.some((line) => path.endsWith(`/${line.split('  ')[1]}`)),
  );
  expect([
    ...wrong.map(
      ([, name]) => `migrations/${name} was changed: databases that have it won't get the change. Add a new one.`,
    ),
    ...missing.map((path) => `${path} has no checksum yet: run \`npm run tables\`.`),
  ]).toEqual([]);
});

const sha256Of = (path: string): string | undefined =>
  existsSync(join(root, path))
    ? createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')
    : undefined;
