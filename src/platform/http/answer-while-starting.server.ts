import { once } from 'node:events';
import { createServer } from 'node:http';

export interface StartingServer {
  /** What `/readyz` says from now on. */
  setReason(reason: string): void;
  close(): Promise<void>;
}

/**
 * Listens before the program can serve, so that a service manager sees that it lives: `/healthz` is answered 200, all else 503, with
 * the reason in `/readyz`. Fails like any listening server if the port is in use.
 */
export async function answerWhileStarting(place: { port: number; host: string }): Promise<StartingServer> {
  let reason = 'starting';
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz';
    const body = isAlive ? { status: 'ok' } : { status: 'unavailable', reason };
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(isAlive ? 200 : 503, {
      ...headers,
      ...(!isAlive && { 'retry-after': '2' }),
      connection: 'close',
    });
    response.end(JSON.stringify(body));
  });
  server.listen(place);
  await once(server, 'listening');
  return {
    setReason: (now) => void (reason = now),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
