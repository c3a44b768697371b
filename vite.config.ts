import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** The first versions with `light-dark()`; for older ones the minifier would rewrite it and break `data-theme`. */
const targets = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

const framework = /node_modules\/(react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)\//;

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: targets,
    cssTarget: targets,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // One file for what every page needs and only an upgrade changes: fewer requests, and it stays in caches.
      output: { codeSplitting: { groups: [{ name: 'framework', test: framework }] } },
    },
  },
  // Found on first use otherwise, which answers 504 once and reloads the page.
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'react/jsx-runtime'],
  },
});
