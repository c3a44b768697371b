import { once } from 'node:events';
import { createServer } from 'node:http';

const statuses: Record<string, number> = { '/healthz': 200, '/readyz': 503 };

/** The page that browsers show meanwhile; it reloads every two seconds. */
const startingPage = `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Starting</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="2">
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.6 system-ui, sans-serif;
  background: light-dark(#faf8f3, #0c1716); color: light-dark(#0d2b2b, #e9f2ee); }
main { max-width: 30rem; padding: 2rem; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; }
</style></head>
<body><main><h1>This site is starting</h1><p>It opens by itself as soon as it is ready.</p></main></body></html>`;

export interface StartingServer {
  /** What `/readyz` says from now on. */
  setReason(reason: string): void;
  close(): Promise<void>;
}

/**
 * Listens before the program can serve, so that a service manager sees that it is alive: `/healthz` gets 200, `/readyz` 503 with the
 * reason, and everything else 502, so that a proxy tries another node; a browser shows a page that reloads. Fails like any listening
 * server if the port is in use.
 */
export async function answerWhileStarting(place: { port: number; host: string }): Promise<StartingServer> {
  let reason = 'starting';
  const server = createServer((request, response) => {
    const status = statuses[request.url ?? ''] ?? 502;
    const isAlive = status === 200;
    const body = isAlive ? { status: 'ok' } : { status: 'unavailable', reason };
    const isPage = status === 502 && request.headers.accept?.includes('text/html') === true;
    response.writeHead(status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(!isAlive && { 'retry-after': '2' }),
      connection: 'close',
    });
    response.end(isPage ? startingPage : JSON.stringify(body));
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
