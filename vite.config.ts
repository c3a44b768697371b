import { reactRouter } from '@react-router/dev/vite';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { defineConfig, type Plugin } from 'vite';
import routes from './src/routes.ts';

/** The first versions with `light-dark()`; for older ones the minifier would rewrite it and break `data-theme`. */
const targets = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/** The page that shows all components. */
const playground = 'site/pages/playground.tsx';

const filesOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
const backOfficePages = new Set(filesOf((await routes).filter(({ file }) => file === 'admin/pages/shell.tsx')));

interface Build {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** The modules that nothing imports, except dynamically, on all ways to a module. For a page's modules these are routes' files. */
function startsOf(id: string, build: Build, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const importers = id.includes('?__react-router') ? [] : (build.getModuleInfo(id)?.importers ?? []);
  return importers.length === 0 ? [id] : importers.flatMap((importer) => startsOf(importer, build, seen));
}

/** Whether several pages of the back office use a module, and no page of the site. */
function isOfBackOffice(id: string, build: Build): boolean {
  const pages = new Set(startsOf(id, build).map((start) => start.replace(/\?.*/, '').replace(/.*\/src\//, '')));
  pages.delete(playground);
  return pages.size >= 3 && [...pages].every((page) => backOfficePages.has(page));
}

/**
 * Few files, so that a first visit asks for few: what only an upgrade changes, what every page of the site shows, and what
 * pages of the shop share, and pages of the back office. The rest stays with its page; parts that only some pages use stay out
 * of the second group.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)\//,
    priority: 3,
  },
  {
    name: 'site',
    test: /src\/((tokens|fonts|base)\.css|accounts\/welcome-notice|catalogue\/products\/(pictures\/picture|picture-path)|site\/(frame|problem-(?:scene|page)|logo|menu)|ui\/(button\/button|feedback\/(badge|notify)|form\/field\.module|layout\/breadcrumbs|hidden|icons\/icons)|lib\/api\/(page-meta|nonce|problem))\b/,
    priority: 2,
  },
  {
    name: 'forms',
    test: /src\/(ui\/(form\/(field|error-summary)|feedback\/note|layout\/surfaces)|lib\/api\/(api|endpoint))\b/,
    priority: 2,
  },
  {
    name: 'shop',
    // Of the products nothing but pictures: the rest is the back office's, which no visitor loads.
    test: /src\/(storefront\/(?!(contract|synonyms|cart\/(contract|use-cart|sync|totals|placed-order|session-storage))\b)|ui\/layout\/pagination\b)/,
    minShareCount: 3,
    priority: 1,
  },
  {
    name: (id: string, build: Build) => (isOfBackOffice(id, build) ? 'back-office' : null),
    debugName: 'back-office',
    includeDependenciesRecursively: false, // these may be the site's, too
    priority: 0,
  },
];

/** Lets a route's file hold what other files use as well, which saves files; React Router forbids it by default. */
const withSmallerEntries: Plugin = {
  name: 'with-smaller-entries',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
};

/** Whoever starts the shop wants to hear of faults, not of 200 files. */
const isQuiet = process.env['SPRUCE_BUILD'] === 'quiet';

export default defineConfig(({ mode }) => ({
  ...(isQuiet && { logLevel: 'error' as const }),
  plugins: [reactRouter(), withSmallerEntries],
  // Class names are a sixth of a page's HTML when they say where they come from; while developing they do.
  css: {
    modules: { generateScopedName: mode === 'production' ? 'x[hash:base64:5]' : '[name]-[local]-[hash:base64:4]' },
  },
  build: {
    target: targets,
    cssTarget: targets,
    assetsInlineLimit: 0,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // Found on first use otherwise, which answers 504 once and reloads the page.
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'react/jsx-runtime'],
  },
}));
