// Exits with 0 if the server on this machine is ready to serve: for the image's HEALTHCHECK, where there is no curl.
const port = process.env.PORT || '3000';
const anywhere = new Set(['', '0.0.0.0', '::']);
const host = anywhere.has(process.env.HOST ?? '') ? '127.0.0.1' : process.env.HOST;
const address = `http://${host?.includes(':') ? `[${host}]` : host}:${port}/readyz`;

try {
  const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(4_000) });
  if (!ok) throw new Error(`status ${status}`);
} catch (error) {
  console.error(`${address} is not ready: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

export {};
