import { once } from 'node:events';
import { createServer } from 'node:http';

const statuses: Record<string, number> = { '/healthz': 200, '/readyz': 503 };

export interface StartingServer {
  /** What `/readyz` says from now on. */
  setReason(reason: string): void;
  close(): Promise<void>;
}

/**
 * Listens before the program can serve, so that a service manager sees that it lives: `/healthz` is answered 200, `/readyz` 503 with
 * the reason, and all else 502, upon which a proxy asks another node. Fails like any listening server if the port is in use.
 */
export async function answerWhileStarting(place: { port: number; host: string }): Promise<StartingServer> {
  let reason = 'starting';
  const server = createServer((request, response) => {
    const status = statuses[request.url ?? ''] ?? 502;
    const isAlive = status === 200;
    const body = isAlive ? { status: 'ok' } : { status: 'unavailable', reason };
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(status, {
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
