import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A received request. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Receiver {
  /** `http://127.0.0.1:4711` */
  origin: string;
  came: ReceivedRequest[];
  /** Sends the response to the next request. */
  answer: (response: ServerResponse) => void;
}

/** A stand-in for another system that receives events: it accepts all requests until `answer` is replaced. */
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
