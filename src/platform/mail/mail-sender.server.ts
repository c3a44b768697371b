import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { OwnQueue } from '../jobs/jobs.server.ts';
import { MailFault, mailsAtOnce } from './send-mail.server.ts';

interface Sending<Claimed, Attempt> {
  /** Claims at most so many mails. */
  claim(most: number): Promise<Claimed[]>;
  attempt(claimed: Claimed): Promise<Attempt>;
  /** Stores how attempts have ended. */
  record(attempts: readonly Attempt[]): Promise<void>;
  log: FastifyBaseLogger;
}

/** The interval at which the database is asked for due mails; a woken sender asks at once. */
const pollMs = 1_000;

/** While the mail server is away, one mail is tried after each of these pauses; the last one repeats. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Sends due mails from `start` to `pause`, as many at once as there are connections to the mail server. Results that arrive while others
 * are being recorded are recorded together, and as many mails are claimed as have become free.
 */
export function makeSender<Claimed, Attempt extends { isSent: boolean; isOfServer?: boolean; error?: unknown }>({
  claim,
  attempt,
  record,
  log,
}: Sending<Claimed, Attempt>): Omit<OwnQueue, 'finish'> {
  let stopping: AbortController | undefined;
  let polling: NodeJS.Timeout | undefined;
  let loop: Promise<void> = Promise.resolve();
  let wakeUp = Promise.withResolvers<void>();
  let busy = 0;
  /** Failures in a row because of the server. */
  let failures = 0;
  const ended: Attempt[] = [];
  let recording: Promise<void> | undefined;

  const wake = () => {
    wakeUp.resolve();
    wakeUp = Promise.withResolvers();
  };

  async function recordEnded(): Promise<void> {
    for (let batch = ended.splice(0); batch.length > 0; batch = ended.splice(0)) {
      await record(batch).catch((error: unknown) =>
        log.error({ err: error }, 'could not record which mails were sent'),
      );
      busy -= batch.length;
      wake();
    }
    recording = undefined;
  }

  async function send(claimed: Claimed): Promise<void> {
    busy++;
    try {
      const result = await attempt(claimed);
      // Mails that were tried at once fail at once. One that was not tried says nothing of the server.
      if (result.isOfServer) failures = Math.max(1, failures + (busy === 1 ? 1 : 0));
      else if (result.isSent || result.error instanceof MailFault) failures = 0;
      ended.push(result);
      recording ??= recordEnded();
    } catch (error) {
      // The mail is claimed again when its time is over.
      log.error({ err: error }, 'could not record why a mail was not sent');
      busy--;
      wake();
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const claimFree = async (): Promise<Claimed[]> => {
      const free = (failures > 0 ? 1 : mailsAtOnce) - busy;
      return free > 0 ? claim(free) : [];
    };
    while (!signal.aborted) {
      const woken = wakeUp.promise;
      const claimed = await claimFree().catch((error: unknown) => {
        log.error({ err: error }, 'could not look for mails that are due');
        return [];
      });
      for (const one of claimed) void send(one);
      await woken;
      const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
      if (pause > 0 && busy === 0) await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  return {
    wake,
    start() {
      if (stopping !== undefined) return;
      stopping = new AbortController();
      loop = run(stopping.signal);
      polling = setInterval(wake, pollMs).unref();
    },
    pause() {
      stopping?.abort();
      stopping = undefined;
      clearInterval(polling);
      wake();
    },
    async ended() {
      await loop;
      while (busy > 0) await wakeUp.promise;
    },
  };
}
