/** `npm run check`: everything that can be said about the sources without running them. All faults, not the first step's. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tool = (name: string): string => join(root, 'node_modules/.bin', name);
const node = process.execPath;

type Step = { name: string; commands: [string, ...string[]][] };

const steps: Step[] = [
  {
    name: 'types',
    commands: [
      [tool('react-router'), 'typegen'],
      [tool('tsc'), '--pretty'],
    ],
  },
  { name: 'lint', commands: [[tool('oxlint'), '--type-aware']] },
  { name: 'format', commands: [[tool('biome'), 'format', '--max-diagnostics=20', '.']] },
  { name: 'rules', commands: [[tool('vitest'), 'run', '--project=rules', '--reporter=dot']] },
  { name: 'unused', commands: [[tool('knip'), '--no-progress', '--no-config-hints']] },
  { name: 'tables', commands: [[node, 'scripts/tables.ts', '--check']] },
];

/** Runs one command and answers whether it held, with what it said. */
function run([command, ...args]: [string, ...string[]]): Promise<{ holds: boolean; said: string }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ holds: false, said: error.message }));
    child.once('close', (status) => resolve({ holds: status === 0, said }));
  });
}

async function take({ name, commands }: Step): Promise<boolean> {
  const begun = performance.now();
  for (const command of commands) {
    const { holds, said } = await run(command);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (!holds) {
      console.log(`✗ ${name} (${seconds} s)\n${said.trimEnd()}\n`);
      return false;
    }
    if (command === commands.at(-1)) console.log(`✓ ${name} (${seconds} s)`);
  }
  return true;
}

/** The types first: what they generate the others read. The rest in pairs, one for each of two cores. */
async function all(): Promise<boolean[]> {
  const [types, ...rest] = steps;
  const held = types ? [await take(types)] : [];
  const queue = [...rest];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) held.push(await take(step));
  };
  await Promise.all([worker(), worker()]);
  return held;
}

const held = await all();
const faults = held.filter((holds) => !holds).length;
console.log(faults === 0 ? 'All checks hold.' : `${faults} of ${held.length} checks do not hold.`);
process.exitCode = faults === 0 ? 0 : 1;
