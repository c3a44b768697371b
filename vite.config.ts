import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** The first versions with `light-dark()`; for older ones the minifier would rewrite it and break `data-theme`. */
const targets = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/**
 * Few files, so that a first visit asks for few: what only an upgrade changes, what every page of the site shows, and what
 * pages of the shop share. The rest stays with its page; parts that only some pages use stay out of the second group.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)\//,
    priority: 3,
  },
  {
    name: 'site',
    test: /src\/((tokens|fonts|base)\.css|catalogue\/products\/(pictures\/picture|picture-path)|site\/(frame|problem-(?:scene|page)|logo|menu)|ui\/(button\/button|feedback\/(badge|notify)|layout\/breadcrumbs|hidden|icons\/icons)|lib\/api\/(page-meta|nonce|problem))\b/,
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
    minShareCount: 2,
    priority: 1,
  },
];

/** Whoever starts the shop wants to hear of faults, not of 200 files. */
const isQuiet = process.env['SPRUCE_BUILD'] === 'quiet';

export default defineConfig(({ mode }) => ({
  ...(isQuiet && { logLevel: 'error' as const }),
  plugins: [reactRouter()],
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
