#!/usr/bin/env node
// Runs a script of package.json without npm, which the image does not contain: `spruce import FILE.csv` is `npm run import -- FILE.csv`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './setup.js';

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [name = '', ...given] = process.argv.slice(2);
const args = given[0] === '--' ? given.slice(1) : given; // npm drops it too
const command = scripts[name];
if (command === undefined) {
  console.error(`Usage: spruce COMMAND [ARGUMENT...], with one of: ${Object.keys(scripts).join(', ')}.`);
  process.exit(2);
}
const child = spawn('/bin/sh', ['-c', `${command.replace(/^(?!exec )/, 'exec ')} "$@"`, 'sh', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }, // perhaps node is nowhere else
});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (status) => process.exit(status ?? 1));
