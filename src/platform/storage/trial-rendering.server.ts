import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Problem } from '#lib/api/problem.ts';

const program = fileURLToPath(new URL('trial-rendering-process.server.ts', import.meta.url));

/** Far more than a process needs to start, even on a busy machine; the process itself stops a long rendering much earlier. */
const longestMs = 60_000;

/**
 * Renders a picture once as a trial. Throws `Problem` 400 with a sentence for the user if that fails or takes too long. It is rendered in
 * a process of its own, because a few lines of SVG can cause minutes of work that only the end of the process can stop.
 */
export async function requireRenderable(bytes: Buffer): Promise<void> {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {}); // the process has ended before it read everything
  child.stdin.end(bytes);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]; // the arguments of `close`
  if (signal !== null) throw new Problem(400, 'The picture takes too long to draw. Make it simpler, or send a PNG.');
  if (code !== 0) throw new Problem(400, 'The image is damaged or cannot be read.');
}
