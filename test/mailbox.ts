import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  url: string;
  /** Every mail that was accepted, in order. */
  came: { to: string; messageId: string }[];
  close(): Promise<void>;
}

/** A mail server that accepts everything, on a port (0: any); mails are added to `came`. */
export async function openMailbox(port = 0, came: Mailbox['came'] = []): Promise<Mailbox> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      text(stream).then((content) => {
        const messageId = /^message-id: *(\S+)/im.exec(content)?.[1] ?? '';
        for (const { address } of envelope.rcptTo) came.push({ to: address, messageId });
        done();
      }, done);
    },
  });
  server.on('error', () => {}); // senders that are killed
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = (server.server as Server).address() as AddressInfo; // a port, not a pipe
  return {
    url: `smtp://127.0.0.1:${own}`,
    came,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
