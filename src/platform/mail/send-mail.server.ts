import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { newId } from '#lib/uuid.ts';
import type { Clock } from '../process/clock.server.ts';
import type { Env } from '../process/env.server.ts';
import { logoCid, markCid } from './mail-layout.ts';
import { minuteMs } from '#lib/durations.ts';

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

export interface OutgoingMail {
  /** Sets the Message-ID, the same at every attempt, so that mailboxes can drop the second copy of a mail that was sent twice. */
  id?: string;
  /** The address of the one recipient. */
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  attachments?: Attachment[];
}

/** Sends one mail. Throws `MailFault` if it was not accepted; the message contains no address and no content. */
export interface Mail {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** At most `most` mails of a kind go to one address within `withinMs`, so that nobody can be flooded. */
export const mailLimit = { most: 5, withinMs: 15 * minuteMs } as const;

/** The mail server's response, as reported by the library. */
interface Refusal {
  /** `550` */
  status?: number | undefined;
  /** The command that was refused (`RCPT TO`, `DATA`). */
  command?: string | undefined;
  /** The system's call that failed (`connect`). */
  syscall?: string | undefined;
}

/** Why a mail was not sent; safe to log, because it contains no address and no content. `code` is the library's (`EAUTH`). */
export class MailFault extends Error {
  readonly code: string;
  /** Whether the same mail would be refused again, because of its recipient or content (RFC 5321, 4.2.1). */
  readonly isFinal: boolean;
  /** Whether every other mail would fail, too: the mail server can't be reached, or refuses the connection or the sign-in. */
  readonly isOfServer: boolean;
  /** Whether the mail itself may have been the cause: the connection had been made and then broke. */
  readonly mayBeOfMail: boolean;
  /** A sentence for the back office. */
  readonly reason: string;

  constructor(code: string, { status, command = '', syscall }: Refusal = {}) {
    super(`The mail could not be sent (${code}${status === undefined ? '' : ` ${status}`}).`);
    this.name = 'MailFault';
    this.code = code;
    const isRefused = status !== undefined && status >= 500;
    const isOfAddress = code === 'EADDRESS' || (isRefused && code === 'EENVELOPE' && command.startsWith('RCPT'));
    // A refused sign-in, sender or greeting is a fault of the configuration: the mail can be sent once that is corrected.
    this.isFinal = isOfAddress || (isRefused && code === 'EMESSAGE');
    this.reason = reasonOf({ code, isOfAddress, isFinal: this.isFinal });
    this.isOfServer = serverReasons.includes(this.reason);
    this.mayBeOfMail = this.reason === unreachable && syscall !== 'connect' && code !== 'EDNS';
  }
}

const unreachable = 'The mail server could not be reached.';
const connectionRefused = 'The mail server refused the connection.';
const signInRefused = 'The mail server refused our sign-in.';

/** The reasons of faults with `isOfServer`. */
export const serverReasons: readonly string[] = [unreachable, connectionRefused, signInRefused];

function reasonOf({ code, isOfAddress, isFinal }: { code: string; isOfAddress: boolean; isFinal: boolean }): string {
  if (isOfAddress) return 'The mail server does not accept e-mails to this address.';
  if (isFinal) return 'The mail server refused the e-mail.';
  if (code === 'EAUTH') return signInRefused;
  if (code === 'EPROTOCOL') return connectionRefused;
  if (/^E(?:MESSAGE|ENVELOPE)$/.test(code)) return 'The mail server refused the e-mail for now.';
  return unreachable;
}

/** A sender as `Shop <shop@example.com>`, or as its parts. */
export type Sender = string | { name: string; address: string };

/** Pictures of the company as PNGs, twice as large as mails show them. */
export interface MailPictures {
  icon: () => Promise<Buffer>;
  /** Resolves to undefined if the company has no logo, or has it no longer. */
  logo?: () => Promise<Buffer | undefined>;
}

type MailOptions = MailPictures &
  Pick<Env, 'smtpUrl' | 'dataDir'> & {
    /** The sender; a function if it can change. */
    mailFrom: string | (() => Promise<Sender>);
  };

/** Creates the mail service: by SMTP, or to files in `outbox` without a mail server. Connects only for the first mail. */
export function makeMail(options: MailOptions, clock: Clock): Mail {
  const deliver = options.smtpUrl === undefined ? toOutbox(join(options.dataDir, 'outbox')) : bySmtp(options.smtpUrl);
  return {
    async send(mail) {
      const { mailFrom } = options;
      const from = typeof mailFrom === 'string' ? mailFrom : await mailFrom();
      const message = { ...messageOf(mail, from), date: clock.now() };
      for (const cid of [markCid, logoCid]) {
        if (!mail.html.includes(`cid:${cid}`)) continue;
        const logo = cid === logoCid ? await options.logo?.() : undefined;
        message.attachments?.push(inlinePicture(cid, logo ?? (await options.icon())));
      }
      try {
        await deliver.send(message);
      } catch (error) {
        throw asFault(error);
      }
    },
    close: () => deliver.close(),
  };
}

/** `example.com` of `Shop <shop@example.com>`. */
const domainOf = (from: Sender): string =>
  /@([^\s>]+)/.exec(typeof from === 'string' ? from : from.address)?.[1] ?? 'localhost';

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Addresses are passed as objects and the subject on one line, so that line breaks and commas can't add a header or a recipient. */
function messageOf(mail: OutgoingMail, from: Sender): SendMailOptions {
  if (/[\s,;<>"]/.test(mail.to) || !mail.to.includes('@')) throw new MailFault('EADDRESS');
  return {
    from,
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    ...(mail.id !== undefined && { messageId: `<${mail.id}@${domainOf(from)}>` }),
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
    attachments: (mail.attachments ?? []).map(({ filename, content, contentType }) => ({
      filename: oneLine(filename),
      content,
      contentType,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const inlinePicture = (cid: string, content: Buffer) => ({
  filename: `${cid.split('@')[0]}.png`,
  content,
  contentType: 'image/png',
  cid,
  contentDisposition: 'inline' as const,
});

function asFault(error: unknown): MailFault {
  if (error instanceof MailFault) return error;
  // The library adds these to some errors.
  const { code, responseCode, ...rest } = error as { code?: string; responseCode?: number } & Refusal;
  return new MailFault(code ?? 'EUNKNOWN', { ...rest, status: responseCode });
}

interface Delivery {
  send(message: SendMailOptions): Promise<unknown>;
  close(): void;
}

const seconds = 1000;

/** How many mails a process sends at once, each over a connection of its own. */
export const mailsAtOnce = 8;

function bySmtp(url: string): Delivery {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mailsAtOnce,
    maxRequeues: 1, // a server may close a connection that was idle
    idleTimeout: 5 * seconds,
    connectionTimeout: 15 * seconds,
    greetingTimeout: 15 * seconds,
    socketTimeout: 30 * seconds,
  });
  return { send: (message) => transport.sendMail(message), close: () => transport.close() };
}

const checkWithinMs = 2.5 * seconds;

/** Connects to the mail server and signs in, without sending anything. Throws `MailFault`. */
export async function checkMailServer(url: string): Promise<void> {
  const times = { connectionTimeout: checkWithinMs, greetingTimeout: checkWithinMs, socketTimeout: checkWithinMs };
  const transport = createTransport({ url, ...times });
  try {
    await transport.verify();
  } catch (error) {
    throw asFault(error);
  } finally {
    transport.close();
  }
}

/** Writes each mail to a file whose name sorts by time; the file is complete once its name ends in `.eml`. */
function toOutbox(folder: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(message);
      const file = join(folder, `${newId()}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}
