/** `npm run check`: all static checks of the sources. Reports all faults, not only those of the first failing step. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tool = (name: string): string => join(root, 'node_modules/.bin', name);
const node = process.execPath;

type Step = { name: string; commands: [string, ...string[]][] };

const steps: Step[] = [
  { name: 'types of routes', commands: [[tool('react-router'), 'typegen']] },
  { name: 'types', commands: [[tool('tsc'), '--pretty']] },
  { name: 'lint', commands: [[tool('oxlint')]] },
  { name: 'format', commands: [[tool('biome'), 'format', '--max-diagnostics=20', '.']] },
  { name: 'rules', commands: [[tool('vitest'), 'run', '--project=rules', '--reporter=dot']] },
  { name: 'unused', commands: [[tool('knip'), '--no-progress', '--no-config-hints']] },
  { name: 'tables', commands: [[node, 'scripts/tables.ts', '--check']] },
];

/** Runs one command; returns whether it succeeded, and its output. */
function run([command, ...args]: [string, ...string[]]): Promise<{ isOk: boolean; output: string }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isOk: false, output: error.message }));
    child.once('close', (status) => resolve({ isOk: status === 0, output }));
  });
}

async function runStep({ name, commands }: Step): Promise<boolean> {
  const start = performance.now();
  for (const command of commands) {
    const { isOk, output } = await run(command);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (!isOk) {
      console.log(`✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`);
      return false;
    }
    if (command === commands.at(-1)) console.log(`✓ ${name} (${seconds} s)`);
  }
  return true;
}

/** The generated types first, because the other steps need them. The rest in pairs, one for each of two cores. */
async function all(): Promise<boolean[]> {
  const [generated, ...rest] = steps;
  const results = generated ? [await runStep(generated)] : [];
  const queue = [...rest];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) results.push(await runStep(step));
  };
  await Promise.all([worker(), worker()]);
  return results;
}

const results = await all();
const faults = results.filter((isOk) => !isOk).length;
console.log(faults === 0 ? 'All checks passed.' : `${faults} of ${results.length} checks failed.`);
process.exitCode = faults === 0 ? 0 : 1;
