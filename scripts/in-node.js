// Runs a .ts file under the program's own Node, after installing the packages if necessary:
// `node scripts/in-node.js src/catalogue/products/import/command.server.ts import FILE.csv`
import { resolve } from 'node:path';
import { become, ensureInstalled, orSayWhyNot, root } from './setup.js';

const [file = '', ...args] = process.argv.slice(2);

await orSayWhyNot(() => {
  ensureInstalled();
  return become([resolve(root, file), ...args]);
});
