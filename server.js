// `npm start` and `npm run dev`: installs, builds and starts, each only where needed. Runs on any Node from 20 on.
import { runDev } from './scripts/dev.js';
import { become, ensureBuilt, ensureInstalled, orSayWhyNot, root } from './scripts/setup.js';

await orSayWhyNot(() => {
  ensureInstalled();
  process.chdir(root);
  if (process.argv.includes('--dev')) return runDev();
  ensureBuilt();
  return become(['src/main.server.ts'], { NODE_ENV: 'production' });
});
