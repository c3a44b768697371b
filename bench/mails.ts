import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Figures } from './load.ts';

/** A mail server that accepts everything, and notes when each mail came, in milliseconds since the process started. */
export interface MailServer {
  url: string;
  came: number[];
  /** Bytes of all mails. */
  bytes: number;
  /** Refuses all mails, as a server that is away does, or accepts them again. */
  setAway(isAway: boolean): void;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: MailServer = { url: '', came: [], bytes: 0, setAway: (away) => void (isAway = away) };
  let isAway = false;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onConnect: (_session, done) => (isAway ? done(new Error('Away.')) : done()),
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => (mails.bytes += chunk.length));
      stream.once('end', () => {
        mails.came.push(performance.now());
        done();
      });
    },
  });
  server.on('error', () => {}); // senders that are stopped
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.server.unref();
  mails.url = `smtp://127.0.0.1:${((server.server as Server).address() as AddressInfo).port}`; // a port, not a pipe
  return mails;
}

/** The buyer's and the company's. */
const mailsOfOrder = 2;
const mostWaitMs = 240_000;

/** Waits until all of `wanted` mails have come, at most as long as given. */
async function untilCame({ came }: MailServer, wanted: number): Promise<void> {
  for (const end = performance.now() + mostWaitMs; came.length < wanted && performance.now() < end; ) await sleep(20);
}

/** The mails of orders that are placed while the mail server is away, from its return until the last has come. `order` returns how many it placed. */
export async function afterOutage(mails: MailServer, order: () => Promise<number>): Promise<() => Promise<Figures>> {
  await untilQuiet(mails);
  mails.came.length = 0;
  mails.bytes = 0;
  mails.setAway(true);
  const wanted = mailsOfOrder * (await order());
  return async () => {
    mails.setAway(false);
    await untilCame(mails, wanted);
    const { came, bytes } = mails;
    const seconds = ((came.at(-1) ?? 0) - (came[0] ?? 0)) / 1000;
    const none = Number.NaN; // nobody waits for an answer
    const each = { p50: none, p95: none, p99: none, bytes: Math.round(bytes / Math.max(came.length, 1)) };
    return {
      ...each,
      perSecond: came.length / seconds,
      failed: Math.max(0, wanted - came.length),
      answers: came.length,
    };
  };
}

/** Mails beside orders: a line for the report. */
export async function besideOrders(mails: MailServer, order: () => Promise<number>): Promise<string> {
  await untilQuiet(mails);
  mails.came.length = 0;
  const begun = performance.now();
  const orders = await order();
  const seconds = (performance.now() - begun) / 1000;
  const meanwhile = mails.came.length;
  await untilCame(mails, mailsOfOrder * orders);
  const late = ((mails.came.at(-1) ?? 0) - begun) / 1000 - seconds;
  const rate = (count: number) => (count / seconds).toFixed(0);
  return `Mails beside ${rate(orders)} orders a second for ${seconds.toFixed(0)} s: ${rate(meanwhile)} a second; the last came ${late.toFixed(1)} s after the last order, ${Math.max(0, mailsOfOrder * orders - mails.came.length)} are missing.`;
}

const quietMs = 3_000;

async function untilQuiet({ came }: MailServer): Promise<void> {
  for (let known = -1; known < came.length; ) {
    known = came.length;
    await sleep(quietMs);
  }
}
