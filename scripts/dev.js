// `npm run dev`: the server, restarted when its sources change. Sources used only by pages are left to Vite's hot
// reload. Node's own --watch would also watch the files that Vite writes, and restart forever.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { findNode, root } from './setup.js';

const quietMs = 150; // an editor writes a file in several steps

/** @param {string} file */
const concernsServer = (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)(pages|ui)\//.test(file);

export function runDev() {
  const node = findNode();
  const args = ['--disable-warning=ExperimentalWarning', 'src/main.server.ts', '--dev'];
  const env = { ...process.env, NODE_ENV: 'development' };
  let isStopping = false;
  let isRestarting = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const start = () => spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  let child = start();

  const restart = () => {
    if (isRestarting) return; // the server that starts then has these changes, too
    if (child.exitCode !== null || child.signalCode !== null) {
      child = start(); // it ended with an error that may be fixed now
      return;
    }
    isRestarting = true;
    child.once('exit', () => {
      isRestarting = false;
      if (!isStopping) child = start();
    });
    child.kill('SIGTERM');
  };

  for (const folder of ['src', 'migrations']) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (isStopping || file === null || !concernsServer(file)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, quietMs);
    });
  }

  const stop = () => {
    isStopping = true;
    clearTimeout(timer);
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
    child.once('exit', () => process.exit(0)); // Vite, on the same signal, may make it exit with 143
    child.kill('SIGTERM');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}
