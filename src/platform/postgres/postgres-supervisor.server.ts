import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LaunchResult, shutDown } from './postgres-process.server.ts';

export type Running = Extract<LaunchResult, { state: 'ready' }>;

export interface Supervision {
  /** Starts the server again on its folder; throws if that is impossible now. */
  restart(): Promise<Running>;
  /** Called with the reason when the server ended unexpectedly, and when a restart failed. */
  onCrash?: ((reason: string) => void) | undefined;
  /** Called when the server accepts connections again. */
  onRestart?: (() => void) | undefined;
}

const firstWaitMs = 200;
const longestWaitMs = 5_000;

/** Keeps a server running: if it ends unexpectedly, it is restarted, again and again until that succeeds or `stop` is called. */
export function supervise(first: Running, { restart, onCrash, onRestart }: Supervision): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current: ChildProcess = first.child;
  let restarting: Promise<void> | undefined;
  const kill = () => void current.kill('SIGINT'); // for exits without a call of stop(), where setpriv is missing
  process.on('exit', kill);

  const watch = ({ child, lastMessage }: Running): void => {
    current = child;
    const ended = () => {
      if (stopping.signal.aborted) return;
      onCrash?.(`The embedded database ended unexpectedly (${child.signalCode ?? child.exitCode}): ${lastMessage()}`);
      restarting = startAgain();
    };
    if (hasEnded(child)) ended();
    else child.once('exit', ended);
  };

  async function startAgain(): Promise<void> {
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      try {
        const running = await restart();
        onRestart?.();
        return watch(running);
      } catch (error) {
        onCrash?.(
          `The embedded database could not be started again: ${error instanceof Error ? error.message : error}`,
        );
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  watch(first);
  return {
    async stop() {
      stopping.abort();
      await restarting;
      process.off('exit', kill);
      await shutDown(current);
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
