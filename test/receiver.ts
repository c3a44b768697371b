import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What came to another system: one post. */
export interface Came {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Receiver {
  /** `http://127.0.0.1:4711` */
  origin: string;
  came: Came[];
  /** What it does with the next. */
  answer: (response: ServerResponse) => void;
}

/** Another system that events are posted to: it takes all until it is told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { origin: '', came: [], answer: (response) => response.writeHead(204).end() };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receiver.came.push({ path: request.url ?? '', headers: request.headers, body });
      receiver.answer(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port, not a socket
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
