// `npm start` and `npm run dev`: installs, builds and starts, each only where needed. Runs on any Node from 20 on.
import { become, ensureBuilt, ensureInstalled, orSayWhyNot, root } from './scripts/setup.js';

const isDev = process.argv.includes('--dev');

await orSayWhyNot(() => {
  ensureInstalled();
  process.chdir(root);
  const quiet = '--disable-warning=ExperimentalWarning';
  if (isDev)
    return become(['--watch', '--watch-preserve-output', quiet, 'src/main.server.ts', '--dev'], {
      NODE_ENV: 'development',
    });
  ensureBuilt();
  return become([quiet, 'src/main.server.ts'], { NODE_ENV: 'production' });
});
